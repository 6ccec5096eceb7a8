import path from 'node:path';
import type { ReportedAvailability } from '@wardstone/dto/monitoring';
import { OperationFailed } from './operation-failed';
import { checkOwnedFolder, openOwnedFile } from './owned-files';
import {
  permittedResource,
  type PermittedCall,
  type PermittedKind,
  type PermittedOperation,
} from './permitted-operation';
import { runCommand } from './run-command';
import { describeScript, parseDeclarations, scriptArguments, type ScriptDeclaration } from './script-declaration';
import { describeFailure } from './units';

const DECLARATIONS = 'scripts.json';
const MAX_BYTES = 256 * 1024;
const MAX_DESCRIPTION_LENGTH = 500;

/** Scripts that the owner of the host has put into a folder and declared there. See rule agents-17. */
export class Scripts implements PermittedKind {
  readonly typeName = 'Script';
  problems: readonly string[] = [];
  private readonly running = new Set<string>();

  /** @param folder absolute path; undefined for none */
  constructor(private readonly folder: string | undefined) {}

  async discover(): ReturnType<PermittedKind['discover']> {
    const declared = await this.readAll();
    return declared.map((script) =>
      permittedResource(
        this.typeName,
        script.name,
        describeScript(script).slice(0, MAX_DESCRIPTION_LENGTH).toWellFormed(),
      ),
    );
  }

  getOperation(script: string, name: string): PermittedOperation | undefined {
    return name === 'run' ? (call) => this.run(script, call) : undefined;
  }

  async readAvailability(names: readonly string[]): Promise<ReportedAvailability['type'][]> {
    const declared = await this.readAll();
    return Promise.all(
      names.map(async (name) => {
        const script = declared.find((each) => each.name === name);
        if (!script) return 'UNKNOWN';
        return this.check(script).then(
          () => 'UP',
          () => 'DOWN',
        );
      }),
    );
  }

  private async run(name: string, { parameters, signal, report }: PermittedCall) {
    if (this.folder === undefined) throw new Error('AGENT_SCRIPTS of this host names no folder');
    const script = (await this.read(this.folder)).find((each) => each.name === name);
    if (!script) throw new Error('The owner of this host does not declare the script');
    const { arguments: given } = parameters;
    const args = scriptArguments(script, typeof given === 'string' ? given : '');
    if (this.running.has(name)) throw new Error('The script is running already');
    this.running.add(name);
    try {
      const program = await this.check(script);
      const limitMs = script.timeoutSeconds * 1000;
      const end = await runCommand({ program, args, folder: this.folder, limitMs }, signal, report);
      const result = { command: [script.file, ...args].join(' '), exitCode: end.exitCode, output: end.output };
      if (end.stopped === undefined && end.exitCode === 0) return result;
      throw new OperationFailed(describeFailure(end), result);
    } finally {
      this.running.delete(name);
    }
  }

  /**
   * The absolute path of the script, after checking that no one else can have changed it.
   * @throws Error that says why it is not run
   */
  private async check({ file }: ScriptDeclaration): Promise<string> {
    const folder = this.folder!;
    await checkOwnedFolder(folder);
    const handle = await openOwnedFile(folder, file);
    await handle.close();
    return path.join(folder, file);
  }

  /** Empty if they are unreadable; `problems` says why. */
  private async readAll(): Promise<ScriptDeclaration[]> {
    if (this.folder === undefined) return [];
    try {
      const declared = await this.read(this.folder);
      this.problems = [];
      return declared;
    } catch (error) {
      this.problems = [`AGENT_SCRIPTS: ${(error as Error).message}`];
      return [];
    }
  }

  private async read(folder: string): Promise<ScriptDeclaration[]> {
    await checkOwnedFolder(folder);
    const handle = await openOwnedFile(folder, DECLARATIONS);
    try {
      const { size } = await handle.stat();
      if (size > MAX_BYTES) throw new Error(`${DECLARATIONS} is larger than ${MAX_BYTES} bytes`);
      const buffer = Buffer.alloc(size);
      const { bytesRead } = await handle.read(buffer, 0, size, 0);
      return parseDeclarations(buffer.toString('utf8', 0, bytesRead));
    } finally {
      await handle.close();
    }
  }
}
