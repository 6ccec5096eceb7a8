import fs from 'node:fs';
import path from 'node:path';
import { inspectProcess, signalProcess, waitUntil } from '../processes';
import { StartError } from './settings';

/** Enough to recognise a process later: its id alone may have passed to another program. */
interface ProcessRecord {
  pid: number;
  commandLine: string;
}

const STOP_TIMEOUT_MS = 10_000;

function record(pid: number): ProcessRecord | undefined {
  const state = inspectProcess(pid);
  return state.kind === 'alive' ? { pid, commandLine: state.commandLine } : undefined;
}

function isAlive({ pid, commandLine }: ProcessRecord): boolean {
  const state = inspectProcess(pid);
  return state.kind === 'alive' && state.commandLine === commandLine;
}

/** Sees to it that one `npm start` at a time works on a data folder, and cleans up after one that was killed. */
export class RunLock {
  private readonly file: string;
  private readonly childrenFile: string;
  private readonly children = new Map<string, ProcessRecord>();

  constructor(private readonly dataDir: string) {
    this.file = path.join(dataDir, 'start.lock');
    this.childrenFile = path.join(dataDir, 'processes.json');
  }

  /** @throws StartError when another start holds the folder */
  acquire(): void {
    for (;;) {
      try {
        fs.writeFileSync(this.file, JSON.stringify(record(process.pid)), { flag: 'wx' });
        return;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      const holder = readJson<ProcessRecord>(this.file);
      if (holder && isAlive(holder)) {
        throw new StartError(`Wardstone is running already with the data in ${this.dataDir} (process ${holder.pid}).`);
      }
      fs.rmSync(this.file, { force: true });
    }
  }

  release(): void {
    fs.rmSync(this.file, { force: true });
    fs.rmSync(this.childrenFile, { force: true });
  }

  /** Remembers a child on disk, so that the next start finds it should this one be killed. */
  remember(name: string, pid: number): void {
    const child = record(pid);
    if (child) this.children.set(name, child);
    fs.writeFileSync(this.childrenFile, JSON.stringify([...this.children.values()]));
  }

  /** Ends the children of a killed start. They end by themselves, but may be busy with their last requests. */
  async endLeftovers(): Promise<void> {
    const left = (readJson<ProcessRecord[]>(this.childrenFile) ?? []).filter(isAlive);
    for (const { pid } of left) signalProcess(pid, 'SIGTERM');
    if (!(await waitUntil(() => !left.some(isAlive), STOP_TIMEOUT_MS, 50))) {
      for (const child of left.filter(isAlive)) signalProcess(child.pid, 'SIGKILL');
      await waitUntil(() => !left.some(isAlive), STOP_TIMEOUT_MS, 50);
    }
    fs.rmSync(this.childrenFile, { force: true });
  }
}

function readJson<T>(file: string): T | undefined {
  try {
    return (JSON.parse(fs.readFileSync(file, 'utf8')) as T | null) ?? undefined;
  } catch {
    return undefined;
  }
}
