import fs from 'node:fs';
import path from 'node:path';
import { type ProcessRecord, describeProcess, isSameProcess, signalProcess, waitUntil } from '@wardstone/host';
import { StartError } from './settings';

const STOP_TIMEOUT_MS = 10_000;

/** Permits one `npm start` at a time on a data folder, and cleans up after a killed one. */
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
        fs.writeFileSync(this.file, JSON.stringify(describeProcess(process.pid)), { flag: 'wx' });
        return;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      const holder = readJson<ProcessRecord>(this.file);
      if (holder && isSameProcess(holder)) {
        throw new StartError(`Wardstone is already running with the data in ${this.dataDir} (process ${holder.pid}).`);
      }
      fs.rmSync(this.file, { force: true });
    }
  }

  release(): void {
    fs.rmSync(this.file, { force: true });
    fs.rmSync(this.childrenFile, { force: true });
  }

  /** Records a child on disk, so that the next start finds it if this one is killed. */
  remember(name: string, pid: number): void {
    const child = describeProcess(pid);
    if (child) this.children.set(name, child);
    // Written atomically, because the process may be killed here, and the next start reads the file.
    const partial = `${this.childrenFile}.partial`;
    fs.writeFileSync(partial, JSON.stringify([...this.children.values()]));
    fs.renameSync(partial, this.childrenFile);
  }

  /** Ends the children of a killed start, which end on their own but may be busy with their last requests. */
  async endLeftovers(): Promise<void> {
    const left = (readJson<ProcessRecord[]>(this.childrenFile) ?? []).filter(isSameProcess);
    for (const { pid } of left) signalProcess(pid, 'SIGTERM');
    if (!(await waitUntil(() => !left.some(isSameProcess), STOP_TIMEOUT_MS, 50))) {
      for (const child of left.filter(isSameProcess)) signalProcess(child.pid, 'SIGKILL');
      await waitUntil(() => !left.some(isSameProcess), STOP_TIMEOUT_MS, 50);
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
