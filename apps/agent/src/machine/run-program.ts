import { execFile } from 'node:child_process';

/**
 * Programs normally respond within milliseconds. Shorter than the timeout of the read, so that the program is killed
 * first.
 */
const LIMIT_MS = 5_000;
const MAX_BYTES = 256 * 1024;
/** System programs in English, without the agent's secrets. */
export const PROGRAM_ENVIRONMENT = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
  SYSTEMD_COLORS: '0',
  SYSTEMD_PAGER: '',
};

/** Runs a system program and returns its output; undefined if it is missing, fails or takes too long. */
export function runProgram(
  program: string,
  args: readonly string[],
  limitMs = LIMIT_MS,
  maxBuffer = MAX_BYTES,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const options = { timeout: limitMs, killSignal: 'SIGKILL', maxBuffer, env: PROGRAM_ENVIRONMENT } as const;
    execFile(program, args, options, (error, output) => resolve(error ? undefined : output)).stdin?.end();
  });
}
