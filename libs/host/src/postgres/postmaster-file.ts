import fs from 'node:fs';
import path from 'node:path';
import { inspectProcess } from '../processes';

/** Facts that a running server writes to its data folder. */
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
  /** No process holds the folder, so the server may start. */
  | { kind: 'free' }
  /** A dead server whose process id is not yet released. */
  | { kind: 'dying' }
  /** A running server of this folder. */
  | { kind: 'running'; pid: number };

/**
 * Finds the process that holds the data folder. A pid file whose id now belongs to another program is removed, because
 * the server would refuse to start.
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
