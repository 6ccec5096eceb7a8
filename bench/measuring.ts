import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import { findFreePort } from '@wardstone/host';
import { processorSeconds, residentMemory } from '../tools/process-usage';

/** A program of this checkout that listens on 127.0.0.1. */
export interface Listener {
  process: ChildProcess;
  port: number;
}

/**
 * Starts `node args`, with a free port as PORT unless `env` names one, and waits until it is ready. Its stdout, the
 * log, is written as in production and discarded.
 * @param within a command that runs it: its arguments come last, and it becomes the program
 */
export async function startListener(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  within: readonly string[] = [],
): Promise<Listener> {
  const port = Number(env.PORT) || (await findFreePort());
  const [program, ...all] = [...within, process.execPath, ...args] as [string, ...string[]];
  const listener = await startProgram(program, all, { port, env: { HOST: '127.0.0.1', PORT: String(port), ...env } });
  await untilReady(listener);
  return listener;
}

/** Any program that takes its port from an argument or its environment. */
export async function startProgram(
  program: string,
  args: readonly string[],
  { port, env }: { port: number; env: NodeJS.ProcessEnv },
): Promise<Listener> {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, ...env } });
  try {
    await untilListening(port, child);
  } catch (error) {
    // No other code could stop it.
    child.kill('SIGKILL');
    throw error;
  }
  return { process: child, port };
}

/** Processor time that a process used so far; Linux counts hundredths of a second, other systems do not report it. */
export function cpuMicros(pid: number | undefined): number | undefined {
  return pid !== undefined && fs.existsSync(`/proc/${pid}/stat`) ? processorSeconds(pid) * 1e6 : undefined;
}

/** Resident memory of a process in MiB; undefined where the system does not report it. */
export function residentMiB(pid: number): number | undefined {
  return fs.existsSync(`/proc/${pid}/status`) ? residentMemory(pid).now : undefined;
}

/**
 * Largest growth of a process's resident memory while `work` runs, in MiB; undefined where the system does not report
 * it.
 */
export async function measureGrowth(pid: number, work: () => Promise<unknown>): Promise<number | undefined> {
  const before = residentMiB(pid);
  let most = before;
  const look = (): void => void (most = most && Math.max(most, residentMiB(pid)!));
  const timer = setInterval(look, 10);
  await work().finally(() => clearInterval(timer));
  look();
  return most && before && most - before;
}

/** Seconds that it takes. */
export async function measureSeconds(work: () => unknown): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1000;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}

/** A service that listens and is still starting responds with 503; a program without `/readyz` is ready. */
async function untilReady({ port, process: child }: Listener): Promise<void> {
  for (let attempt = 0; attempt < 3_000 && child.exitCode === null; attempt++) {
    const status = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (response) => response.status,
      () => 503,
    );
    if (status !== 503) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  child.kill('SIGKILL');
  throw new Error(`what listens on port ${port} does not become ready`);
}

export async function untilListening(port: number, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 3_000 && child.exitCode === null; attempt++) {
    const isListening = await new Promise<boolean>((resolve) => {
      const socket = net.connect(port, '127.0.0.1', () => {
        socket.destroy();
        resolve(true);
      });
      socket.on('error', () => resolve(false));
    });
    if (isListening) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`nothing listens on port ${port}`);
}
