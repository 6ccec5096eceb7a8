import fs from 'node:fs';
import path from 'node:path';
import { inspectProcess } from '../processes';

/** Facts that a running server writes into its data folder. */
export interface PostmasterFile {
  pid: number;
  isReady: boolean;
}

export function readPostmasterFile(dataFolder: string): PostmasterFile | undefined {
  let lines: string[];
  try {
    lines = fs.readFileSync(path.join(dataFolder, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  return { pid: Number(lines[0]), isReady: lines[7]?.trim() === 'ready' };
}

/** Port of a running server. */
export function readPort(dataFolder: string): number {
  return Number(fs.readFileSync(path.join(dataFolder, 'postmaster.pid'), 'utf8').split('\n')[3]);
}

export type DataFolderHolder =
  /** No process: the server may start. */
  | { kind: 'free' }
  /** A dead server whose process id is not collected yet: wait. */
  | { kind: 'dying' }
  /** A living server of this very folder. */
  | { kind: 'running'; pid: number };

/**
 * Holder of the data folder. A pid file whose id now belongs to an unrelated process is removed: the server would
 * refuse to start.
 */
export function findHolder(dataFolder: string): DataFolderHolder {
  const file = readPostmasterFile(dataFolder);
  if (file === undefined) return { kind: 'free' };
  const state = inspectProcess(file.pid);
  if (state.kind === 'ended') return { kind: 'free' };
  if (state.kind === 'zombie') return { kind: 'dying' };
  if (state.commandLine === '' || state.commandLine.includes(dataFolder)) return { kind: 'running', pid: file.pid };
  fs.rmSync(path.join(dataFolder, 'postmaster.pid'), { force: true });
  return { kind: 'free' };
}
