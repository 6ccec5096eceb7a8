import { spawn } from 'node:child_process';
import { PROGRAM_ENVIRONMENT } from '../machine/run-program';
import type { ReportOutput } from './permitted-operation';
import { KeptOutput, MAX_WRITTEN_BYTES } from './kept-output';

/** A program and its arguments, which are not parsed by a shell. */
export interface Command {
  /** Absolute path. */
  program: string;
  args: readonly string[];
  environment?: Readonly<Record<string, string>>;
  folder?: string;
  limitMs: number;
}

export interface CommandEnd {
  /** Null if a signal ended the program. */
  exitCode: number | null;
  signal: string | null;
  output: string;
  isCut: boolean;
  /** Reason for stopping; undefined if it ended by itself. */
  stopped: string | undefined;
}

/** Time between SIGTERM and SIGKILL. */
const TERM_MS = 3_000;
/** How long to wait after SIGKILL, which does not end a process in uninterruptible I/O. */
const KILL_MS = 2_000;
/** A background descendant may keep the output open. */
const DRAIN_MS = 500;

/**
 * Runs the program in its own process group, and stops the group at its limit, on abort, or after too much output.
 * Settles within seconds after that, whatever the program does.
 * @throws Error when it cannot be started
 */
export function runCommand(command: Command, signal: AbortSignal, report: ReportOutput): Promise<CommandEnd> {
  return new Promise((resolve, reject) => {
    const { program, args, environment = {}, folder = '/', limitMs } = command;
    if (signal.aborted) return reject(getReason(signal));
    const child = spawn(program, args, {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      cwd: folder,
      env: { ...PROGRAM_ENVIRONMENT, ...environment },
    });
    const kept = new KeptOutput();
    const timers: NodeJS.Timeout[] = [];
    const later = (ms: number, work: () => void): void => void timers.push(setTimeout(work, ms));
    let stopped: string | undefined;
    let exit: Pick<CommandEnd, 'exitCode' | 'signal'> | undefined;
    const kill = (name: 'SIGTERM' | 'SIGKILL'): void => {
      try {
        process.kill(-child.pid!, name);
      } catch {
        // All processes have ended, or belong to another user.
      }
    };
    const settle = (): void => {
      for (const timer of timers) clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      child.stdout.destroy();
      child.stderr.destroy();
      child.unref();
      const { exitCode, signal: by } = exit ?? { exitCode: null, signal: null };
      resolve({ exitCode, signal: by, output: kept.text, isCut: kept.isCut, stopped });
    };
    const stop = (reason: string): void => {
      if (stopped !== undefined) return;
      stopped = reason;
      kill('SIGTERM');
      later(TERM_MS, () => {
        kill('SIGKILL');
        later(KILL_MS, settle);
      });
    };
    const abort = (): void => stop(getReason(signal).message);
    const take = (chunk: Buffer): void => {
      kept.add(chunk);
      if (kept.written > MAX_WRITTEN_BYTES) stop(`It wrote more than ${MAX_WRITTEN_BYTES} bytes`);
      else report(() => kept.text);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.once('error', ({ message }) => {
      for (const timer of timers) clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      reject(new Error(`${program} cannot be started: ${message}`));
    });
    child.once('exit', (exitCode, by) => {
      exit = { exitCode, signal: by };
      // Ends remaining processes of a stopped group.
      if (stopped !== undefined) kill('SIGKILL');
      later(DRAIN_MS, settle);
    });
    child.once('close', () => exit && settle());
    signal.addEventListener('abort', abort, { once: true });
    later(limitMs, () => stop(`Timed out: more than ${limitMs / 1000} s`));
  });
}

function getReason({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new Error('stopped');
}
