import { spawnSync } from 'node:child_process';

const isInstalled = spawnSync('oscap', ['--version']).status === 0;

/** A test that needs the real scanner; where there is none, output and report say that it was skipped. */
export function itWithScanner(name: string, test: () => Promise<void>, timeoutMs: number): void {
  if (isInstalled) {
    it(name, test, timeoutMs);
    return;
  }
  const reason = 'skipped: the scanner oscap is not on the PATH';
  console.warn(`${name} (${reason})`);
  it.skip(`${name} (${reason})`, test);
}
