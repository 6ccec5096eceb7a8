import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * A test that needs a program which not every machine has; if it is missing, the end of the run reports it
 * (tools/jest).
 */
type ConditionalTest = (name: string, test: (() => Promise<void>) | (() => void), timeoutMs?: number) => void;

export const itWhere =
  (isInstalled: boolean, lack: string): ConditionalTest =>
  (name, test, timeoutMs) => {
    if (isInstalled) {
      it(name, test, timeoutMs);
      return;
    }
    it.skip(`${name} (skipped: ${lack})`, test);
  };

/** A group of such tests, which is one line where the program is missing. */
export const describeWhere =
  (isInstalled: boolean, lack: string) =>
  (name: string, tests: () => void): void => {
    if (isInstalled) describe(name, tests);
    else itWhere(false, lack)(name, () => undefined);
  };

export const isOnPath = (program: string): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => isExecutable(join(folder, program)));

/** Needs the real scanner. */
export const itWithScanner = itWhere(
  isOnPath('oscap'),
  'the scanner oscap is not on the PATH (package openscap-scanner)',
);

/** Runs documented commands. */
export const itWithCurl = itWhere(isOnPath('curl'), 'curl is not on the PATH (package curl)');

/** Renders the chart as its users do. */
export const itWithHelm = itWhere(isOnPath('helm'), 'helm is not on the PATH (https://helm.sh/docs/intro/install)');

/** Reads workflows as GitHub does. */
export const itWithActionlint = itWhere(
  isOnPath('actionlint'),
  'actionlint is not on the PATH (go install github.com/rhysd/actionlint/cmd/actionlint@latest)',
);

/** Makes packages for Debian and Red Hat. */
export const itWithNfpm = itWhere(
  isOnPath('nfpm'),
  'nfpm is not on the PATH (go install github.com/goreleaser/nfpm/v2/cmd/nfpm@v2.43.0)',
);

/** Makes databases on several servers. */
export const describeWithCitus = describeWhere(
  Boolean(process.env['TEST_CITUS_URLS']),
  'Citus is not installed (extension citus of a PostgreSQL 17 or newer whose pg_config is on the PATH)',
);

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
