import type { ReportedAvailability } from '@wardstone/dto/monitoring';
import type { PermittedFiles } from '../machine/permitted-files';
import type { ReadGuard } from '../machine/read-guard';
import { toSafeText } from './kept-output';
import {
  permittedResource,
  type PermittedCall,
  type PermittedKind,
  type PermittedOperation,
} from './permitted-operation';

interface LogFilesOptions {
  /** Paths that the owner of the host lists. */
  listed: readonly string[];
  /** Opens only these files. */
  files: PermittedFiles;
  guard: ReadGuard;
}

const MAX_BYTES = 256 * 1024;
const MAX_LINES = 1_000;
const USUAL_LINES = 100;
const MAX_FILTER_LENGTH = 200;

/** Log files that the owner of the host lists, whose last lines users may read. See rule agents-17. */
export class LogFiles implements PermittedKind {
  readonly typeName = 'Log File';
  readonly problems: readonly string[] = [];

  constructor(private readonly options: LogFilesOptions) {}

  async discover(): ReturnType<PermittedKind['discover']> {
    const { listed } = this.options;
    const present = await this.readAvailability(listed);
    return listed
      .filter((_path, at) => present[at] === 'UP')
      .map((path) => permittedResource(this.typeName, path, 'Log file'));
  }

  getOperation(path: string, name: string): PermittedOperation | undefined {
    return name === 'tail' ? (call) => this.tail(path, call) : undefined;
  }

  readAvailability(paths: readonly string[]): Promise<ReportedAvailability['type'][]> {
    return Promise.all(
      paths.map(async (path) => {
        if (!this.options.listed.includes(path)) return 'UNKNOWN';
        const { files, guard } = this.options;
        // The path does not respond, or must not be read.
        const found = await guard.read(path, () => files.find(path)).catch(() => 'unknown' as const);
        return found === 'unknown' ? 'UNKNOWN' : found ? 'UP' : 'DOWN';
      }),
    );
  }

  private async tail(path: string, { parameters: { lines, contains } }: PermittedCall) {
    const { listed, guard } = this.options;
    if (!listed.includes(path)) throw new Error('AGENT_LOG_FILES of this host does not list the file');
    const count = Math.min(typeof lines === 'number' && lines >= 1 ? Math.floor(lines) : USUAL_LINES, MAX_LINES);
    const wanted = typeof contains === 'string' ? contains.slice(0, MAX_FILTER_LENGTH) : '';
    const text = await guard.read(path, () => this.readEnd(path));
    const found = text
      .split('\n')
      .filter((line) => line !== '' && line.includes(wanted))
      .slice(-count);
    return { lineCount: found.length, output: found.map((line) => `${line}\n`).join('') };
  }

  private async readEnd(path: string): Promise<string> {
    const { files } = this.options;
    const found = await files.find(path);
    const opened = found && (await files.open(found));
    if (!opened) throw new Error('The file does not exist');
    try {
      const from = Math.max(0, found.size - MAX_BYTES);
      const buffer = Buffer.alloc(Math.min(found.size, MAX_BYTES));
      const { bytesRead } = await opened.read(buffer, 0, buffer.length, from);
      const bytes = buffer.subarray(0, bytesRead);
      // The first line may be incomplete.
      return toSafeText(from === 0 ? bytes : bytes.subarray(bytes.indexOf(10) + 1));
    } finally {
      await opened.close();
    }
  }
}
