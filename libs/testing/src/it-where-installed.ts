import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A test that needs a program which not every machine has; where it is missing, the end of the run says so (tools/jest). */
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

const onPath = (program: string): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => isExecutable(join(folder, program)));

/** Needs the real scanner. */
export const itWithScanner = itWhere(
  onPath('oscap'),
  'the scanner oscap is not on the PATH (package openscap-scanner)',
);

/** Runs documented commands. */
export const itWithCurl = itWhere(onPath('curl'), 'curl is not on the PATH (package curl)');

/** Renders the chart as its users do. */
export const itWithHelm = itWhere(onPath('helm'), 'helm is not on the PATH (https://helm.sh/docs/intro/install)');

/** Reads workflows as GitHub does. */
export const itWithActionlint = itWhere(
  onPath('actionlint'),
  'actionlint is not on the PATH (go install github.com/rhysd/actionlint/cmd/actionlint@latest)',
);

/** Makes packages for Debian and Red Hat. */
export const itWithNfpm = itWhere(
  onPath('nfpm'),
  'nfpm is not on the PATH (go install github.com/goreleaser/nfpm/v2/cmd/nfpm@v2.43.0)',
);

/** Renders manifests as their users do. */
export const itWithKustomize = itWhere(
  onPath('kustomize'),
  'kustomize is not on the PATH (go install sigs.k8s.io/kustomize/kustomize/v5@v5.7.1)',
);

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
