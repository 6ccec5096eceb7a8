import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readProcesses } from '../machine/processes';

export interface ScannerOptions {
  /** Absolute path of oscap. */
  program: string;
  /** Whether the program has permissions that the agent lacks. */
  isPrivileged: boolean;
  folder: string;
}

export interface ScanFiles {
  profile: string;
  guide: string;
  tailoring: string | undefined;
}

/** Outcome of a scan. */
export type ScanEnd = { state: 'scanned' } | { state: 'failed'; reason: string };

const MIB = 1024 * 1024;
/** Maximum sizes of a result, of the list of rules, and of error messages. */
const MAX_BYTES = { arf: 512 * MIB, progress: 8 * MIB, errors: MIB } as const;
const MAX_REASON_LENGTH = 400;
/**
 * Environment of the scanner: its tools, without the agent's secrets, and without plugins that would run scripts of a
 * guide.
 */
const ENVIRONMENT = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LANG: 'C.UTF-8',
  OSCAP_CHECK_ENGINE_PLUGIN_DIR: '/dev/null',
};
const LOWEST_PRIORITY = 19;
const SOME_FAILED = 2;

/**
 * Runs oscap. A scan outlives its agent: its process is found by the unique path of its result, and its output is in
 * files.
 */
export class Scanner {
  /** Exit codes, or descriptions of other ends, of scans that this process started; undefined until they end. */
  private readonly exits = new Map<string, number | string | undefined>();

  constructor(private readonly options: ScannerOptions) {
    fs.mkdirSync(options.folder, { recursive: true, mode: 0o700 });
  }

  /** Why this host cannot be scanned; undefined if it can. */
  findObstacle(): string | undefined {
    const { program, isPrivileged } = this.options;
    try {
      fs.accessSync(program, fs.constants.X_OK);
    } catch {
      return `there is no oscap on the host (${program})`;
    }
    if (isPrivileged || process.geteuid?.() === 0) return undefined;
    return 'the agent lacks the rights to scan its host: it is not root, and AGENT_OSCAP_PRIVILEGED is off';
  }

  hasBegun(id: string): boolean {
    return fs.existsSync(this.getFile(id, 'progress'));
  }

  start(id: string, { profile, guide, tailoring }: ScanFiles): void {
    this.forget(id);
    const [progress, errors] = (['progress', 'errors'] as const).map((kind) =>
      fs.openSync(this.getFile(id, kind), 'w', 0o600),
    );
    const tailored = tailoring === undefined ? [] : ['--tailoring-file', tailoring];
    const result = ['--results-arf', this.getFile(id, 'arf')];
    const child = spawn(
      this.options.program,
      ['xccdf', 'eval', '--progress', '--profile', profile, ...tailored, ...result, guide],
      { detached: true, stdio: ['ignore', progress, errors], cwd: this.options.folder, env: ENVIRONMENT },
    );
    this.exits.set(id, undefined);
    child.once('error', ({ message }) => this.exits.set(id, `oscap was not started: ${message}`));
    child.once('exit', (code, signal) => this.exits.set(id, code ?? `oscap was ended by ${signal}`));
    child.unref();
    fs.closeSync(progress!);
    fs.closeSync(errors!);
    try {
      if (child.pid !== undefined) os.setPriority(child.pid, LOWEST_PRIORITY);
    } catch {
      // It has already ended.
    }
  }

  async isRunning(id: string): Promise<boolean> {
    if (this.exits.has(id)) return this.exits.get(id) === undefined;
    return (await this.findProcesses(id)).length > 0;
  }

  /** A scanner of another user, e.g. under sudo, continues. */
  async stop(id: string): Promise<void> {
    for (const pid of await this.findProcesses(id)) {
      for (const target of [-pid, pid]) {
        try {
          process.kill(target, 'SIGKILL');
        } catch {
          // It has ended, leads no process group, or belongs to another user.
        }
      }
    }
  }

  /** Why the scan has to be stopped; undefined if it need not. */
  excess(id: string): string | undefined {
    const kinds = Object.keys(MAX_BYTES) as (keyof typeof MAX_BYTES)[];
    const large = kinds.find((kind) => toSize(this.getFile(id, kind)) > MAX_BYTES[kind]);
    return large && 'the files of the scanner are too large';
  }

  /** Number of rules evaluated so far. */
  ruleCount(id: string): number {
    const file = this.getFile(id, 'progress');
    if (!fs.existsSync(file) || toSize(file) > MAX_BYTES.progress) return 0;
    return fs.readFileSync(file, 'latin1').match(/^xccdf_\S+:[a-z]+\s*$/gm)?.length ?? 0;
  }

  /** Result of a scan that is no longer running. */
  end(id: string): ScanEnd {
    const exit = this.exits.get(id);
    const hasEndedWell = exit === undefined || exit === 0 || exit === SOME_FAILED;
    const isWhole = hasEndedWell && this.isComplete(id);
    return isWhole ? { state: 'scanned' } : { state: 'failed', reason: this.complaint(id, exit) };
  }

  getResultPath(id: string): string {
    return this.getFile(id, 'arf');
  }

  /** Removes the files of a scan. */
  forget(id: string): void {
    this.exits.delete(id);
    for (const kind of ['arf', 'arf.gz', 'progress', 'errors'] as const) {
      fs.rmSync(this.getFile(id, kind), { force: true });
    }
  }

  private getFile(id: string, kind: 'arf' | 'arf.gz' | 'progress' | 'errors'): string {
    return path.join(this.options.folder, `${id}.${kind}`);
  }

  private async findProcesses(id: string): Promise<number[]> {
    const mark = this.getFile(id, 'arf');
    return (await readProcesses()).filter(({ command }) => command.split(' ').includes(mark)).map(({ pid }) => pid);
  }

  /** A killed scanner leaves a file without closing tag, because the result is written last. */
  private isComplete(id: string): boolean {
    const file = this.getFile(id, 'arf');
    const size = toSize(file);
    const tail = Buffer.alloc(Math.min(size, 256));
    if (size === 0) return false;
    const opened = fs.openSync(file, 'r');
    fs.readSync(opened, tail, 0, tail.length, size - tail.length);
    fs.closeSync(opened);
    return /<\/([\w-]+:)?asset-report-collection>\s*$/.test(tail.toString('latin1'));
  }

  private complaint(id: string, exit: number | string | undefined): string {
    if (exit === undefined) return 'the scan was interrupted: the scanner or the host was stopped';
    const lines = fs.existsSync(this.getFile(id, 'errors'))
      ? fs.readFileSync(this.getFile(id, 'errors'), 'utf8').trim().split('\n')
      : [];
    const said =
      lines
        .at(-1)
        ?.replaceAll(/\p{Cc}/gu, ' ')
        .slice(0, MAX_REASON_LENGTH)
        .toWellFormed() ?? '';
    const what = typeof exit === 'number' ? `oscap ended with ${exit}` : exit;
    return said === '' ? what : `${what}: ${said}`;
  }
}

function toSize(file: string): number {
  return fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
