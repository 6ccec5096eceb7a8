import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { parseAllDocuments, stringify } from 'yaml';
import { CHART, workspaceRoot } from '../workspace';
import type { Manifest } from './kustomize';

const OWN_VALUES = path.join(workspaceRoot(), 'tools', 'manifests', 'own-values.yaml');

/**
 * The objects that Helm renders from the chart with the given values, without its tests, which only `helm test`
 * creates.
 */
export function helm(chosen: object, namespace = 'wardstone'): Manifest[] {
  return parseAllDocuments(template(['-n', namespace, '-f', OWN_VALUES, '--skip-tests'], chosen))
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest) => manifest !== null);
}

/** The objects that `helm test` creates. */
export function helmTests(chosen: object): Manifest[] {
  const isTest = ({ metadata }: Manifest): boolean => metadata.annotations?.['helm.sh/hook'] === 'test';
  return parseAllDocuments(template(['-n', 'wardstone', '-f', OWN_VALUES], chosen))
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest) => manifest !== null && isTest(manifest)) as Manifest[];
}

/**
 * Output of Helm.
 * @throws what it refuses
 */
export function template(options: readonly string[], chosen: object): string {
  const chart = path.join(workspaceRoot(), CHART);
  return execFileSync('helm', ['template', 'wardstone', chart, '--kube-version', '1.27.0', ...options, '-f', '-'], {
    input: stringify(chosen, { version: '1.1' }),
    encoding: 'utf8',
    stdio: 'pipe',
  });
}
