import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { parseAllDocuments, stringify } from 'yaml';
import { CHART, workspaceRoot } from '../../tools/workspace';
import type { Manifest } from './kustomize';

/** What Helm makes of the chart. */
export function helm(chosen: object, namespace = 'wardstone'): Manifest[] {
  const args = [
    'template',
    'wardstone',
    path.join(workspaceRoot(), CHART),
    '-n',
    namespace,
    '--kube-version',
    '1.27.0',
    '-f',
    '-',
  ];
  const text = execFileSync('helm', args, {
    input: stringify(chosen, { version: '1.1' }),
    encoding: 'utf8',
    stdio: 'pipe',
  });
  return parseAllDocuments(text)
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest) => manifest !== null);
}
