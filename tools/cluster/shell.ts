import { spawn } from 'node:child_process';

export interface ShellOptions {
  folder: string;
  env?: NodeJS.ProcessEnv;
  /** Timeout, after which the command has failed. */
  minutes?: number;
}

/**
 * Runs shell commands as a person would paste them, but stops at the first failure.
 * @returns the output
 */
export function shell(commands: string, { folder, env = {}, minutes = 10 }: ShellOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['-euo', 'pipefail', '-c', commands], {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // Ends its child processes as well.
      detached: true,
    });
    let printed = '';
    let isLate = false;
    const keep = (chunk: Buffer): void => void (printed += chunk.toString());
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const timer = setTimeout(() => {
      isLate = true;
      process.kill(-child.pid!, 'SIGTERM');
    }, minutes * 60_000);
    child.once('close', (code) => {
      clearTimeout(timer);
      if (code === 0) resolve(printed);
      else
        reject(
          new Error(
            `${commands.trim()}\n${isLate ? `ended after ${minutes} minutes` : `exit code ${code}`}:\n${printed}`,
          ),
        );
    });
  });
}
