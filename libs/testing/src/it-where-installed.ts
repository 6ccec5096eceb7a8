import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A test that needs a program which not every machine has; where it is missing, the end of the run says so (tools/jest). */
type ConditionalTest = (name: string, test: () => Promise<void>, timeoutMs?: number) => void;

export const itWhere =
  (isInstalled: boolean, lack: string): ConditionalTest =>
  (name, test, timeoutMs) => {
    if (isInstalled) {
      it(name, test, timeoutMs);
      return;
    }
    it.skip(`${name} (skipped: ${lack})`, test);
  };

const onPath = (program: string): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => isExecutable(join(folder, program)));

/** Needs the real scanner. */
export const itWithScanner = itWhere(
  onPath('oscap'),
  'the scanner oscap is not on the PATH (package openscap-scanner)',
);

/** Runs documented commands. */
export const itWithCurl = itWhere(onPath('curl'), 'curl is not on the PATH (package curl)');

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
