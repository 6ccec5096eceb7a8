import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Far longer than the system takes to load a program. */
const LOADING_MS = 5_000;

/** State of a process that we did not start. */
export type ProcessState =
  | { kind: 'ended' }
  /** Dead, but not yet collected by its parent; PostgreSQL takes such an id for a running server. */
  | { kind: 'zombie' }
  | { kind: 'alive'; commandLine: string };

export function inspectProcess(pid: number): ProcessState {
  if (!Number.isSafeInteger(pid) || pid <= 0) return { kind: 'ended' };
  if (process.platform === 'linux') return inspectThroughProc(pid);
  if (!exists(pid)) return { kind: 'ended' };
  if (process.platform === 'win32') return { kind: 'alive', commandLine: '' };
  const { stdout } = spawnSync('ps', ['-ww', '-o', 'stat=,args=', '-p', String(pid)], { encoding: 'utf8' });
  const line = stdout.trim();
  if (line === '') return { kind: 'ended' };
  return line.startsWith('Z') ? { kind: 'zombie' } : { kind: 'alive', commandLine: line };
}

function inspectThroughProc(pid: number): ProcessState {
  try {
    if (/^State:\s+[ZX]/m.test(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))) return { kind: 'zombie' };
    return { kind: 'alive', commandLine: fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ') };
  } catch {
    return { kind: 'ended' };
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Identifies a process later, since its id alone may have passed to another program. */
export interface ProcessRecord {
  pid: number;
  commandLine: string;
}

/** Waits for the command line of a process that has just been started. */
export function describeProcess(pid: number): ProcessRecord | undefined {
  const state = inspectLoadedProgram(pid);
  return state.kind === 'alive' ? { pid, commandLine: state.commandLine } : undefined;
}

/**
 * Linux closes the files of the old program before it sets the command line of the new one, so `spawn` may return
 * before there is one.
 */
function inspectLoadedProgram(pid: number): ProcessState {
  const deadline = performance.now() + LOADING_MS;
  for (;;) {
    const state = inspectProcess(pid);
    const isLoading = process.platform === 'linux' && state.kind === 'alive' && state.commandLine.trim() === '';
    if (!isLoading || performance.now() > deadline) return state;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
  }
}

export function isSameProcess({ pid, commandLine }: ProcessRecord): boolean {
  const state = inspectProcess(pid);
  return state.kind === 'alive' && state.commandLine === commandLine;
}

/** Sends a signal; false when the process has ended or belongs to another user. */
export function signalProcess(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}

/** Polls `condition` until it holds; false when `timeoutMs` passes first. */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  timeoutMs: number,
  intervalMs = 20,
): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadline) return false;
    await sleep(intervalMs);
  }
  return true;
}
