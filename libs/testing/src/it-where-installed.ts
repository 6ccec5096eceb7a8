import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A test that needs a program which not every machine has; where it is missing, output and report say so. */
type ConditionalTest = (name: string, test: () => Promise<void>, timeoutMs?: number) => void;

const itWhere =
  (isInstalled: boolean, lack: string): ConditionalTest =>
  (name, test, timeoutMs) => {
    if (isInstalled) {
      it(name, test, timeoutMs);
      return;
    }
    const reason = `skipped: ${lack}`;
    console.warn(`${name} (${reason})`);
    it.skip(`${name} (${reason})`, test);
  };

/** Needs the real scanner. */
export const itWithScanner = itWhere(
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => isExecutable(join(folder, 'oscap'))),
  'the scanner oscap is not on the PATH',
);

const BROWSERS = [
  process.env['CHROME_PATH'] ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** A Chromium of this machine; undefined where there is none. */
export const browserPath = BROWSERS.find((path) => path !== '' && isExecutable(path));

/** Needs a Chromium. */
export const itWithBrowser = itWhere(
  browserPath !== undefined,
  'there is no Chromium in the usual places, and CHROME_PATH names none',
);

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
