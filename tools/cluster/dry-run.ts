import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CommandError } from '../../apps/cli/src';
import {
  listOverlays,
  OPTIONAL_SERVICES,
  renderProduction,
  renderWithout,
  listComponents,
  valuesFor,
  valuesWithout,
} from '../manifests/components';
import { helm, helmTests } from '../manifests/helm';
import { addPatches, overlayInNamespace, readSettingsPatches, replacePlaceholders } from '../manifests/in-namespace';
import { type Manifest, render } from '../manifests/kustomize';
import { workspaceRoot } from '../workspace';

/** Namespace of the dry run, separate from an installation in the same cluster. */
export const SCRATCH_NAMESPACE = 'wardstone-dry-run';
const AGENTS_NAMESPACE = `${SCRATCH_NAMESPACE}-agents`;

/** Objects that a reader of k8s/README.md may install together. */
interface Combination {
  name: string;
  render: () => Manifest[];
}

/** Every overlay; production and the chart with each component, with all, and without services. */
export function combinations(): Combination[] {
  const k8s = path.join(workspaceRoot(), 'k8s');
  const switches = listComponents(k8s);
  const isOnByDefault = new Map(switches.map(({ value, isOn }) => [value, isOn]));
  const toggled = [...isOnByDefault].map(([value, isOn]) => ({ value, isOn: !isOn, sign: isOn ? '-' : '+' }));
  const everything = valuesFor(['agents', ...isOnByDefault.keys()].map((value) => [value, true]));
  const left = [...OPTIONAL_SERVICES.map((service) => [service]), OPTIONAL_SERVICES];
  const all = { withAgents: true };
  return [
    ...fs.globSync('*/*', { cwd: path.join(k8s, 'overlays') }).map((overlay) => ({
      name: `overlay ${overlay}`,
      render: () => render(path.join(k8s, 'overlays', overlay)),
    })),
    ...toggled.map(({ value, isOn, sign }) => ({
      name: `production ${sign} ${value}`,
      render: () => renderProduction(k8s, (other) => (other === value ? isOn : isOnByDefault.get(other)!)),
    })),
    { name: 'production with the settings of a user', render: renderSettled },
    { name: 'production + everything', render: () => renderProduction(k8s, () => true, all) },
    ...left.map((services) => ({
      name: `production - ${services.join(', ')}`,
      render: () => renderWithout(k8s, services),
    })),
    { name: 'chart', render: () => [...helm({}), ...helmTests({})] },
    ...toggled.map(({ value, isOn, sign }) => ({
      name: `chart ${sign} ${value}`,
      render: () => helm(valuesFor([[value, isOn]])),
    })),
    { name: 'chart + everything', render: () => [...helm(everything), ...helmTests(everything)] },
    ...left.map((services) => ({
      name: `chart - ${services.join(', ')}`,
      render: () => helm(valuesWithout(services)),
    })),
  ];
}

/** The overlay for production with a user's own names, and all settings that k8s/README.md leaves to users. */
function renderSettled(): Manifest[] {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wardstone-settled-'));
  try {
    const partFolder = overlayInNamespace(folder, 'wardstone', { services: ['oidc', 'token-review/services'] });
    replacePlaceholders(folder);
    addPatches(partFolder('services'), readSettingsPatches());
    return listOverlays(path.join(folder, 'k8s')).flatMap((part) => render(part.folder));
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

/** Sends objects for a dry run; returns the server's errors, or undefined. */
type Send = (objects: readonly Manifest[]) => string | undefined;

/** Validates objects with a server, each different one once, because combinations share most of them. */
export class ObjectCheck {
  private readonly problems = new Map<string, string | undefined>();

  constructor(private readonly send: Send) {}

  /** @returns the problems, a line for each object */
  findProblems(objects: readonly Manifest[]): string[] {
    const texts = new Map(objects.map((object) => [JSON.stringify(object), object]));
    const fresh = [...texts].filter(([text]) => !this.problems.has(text));
    const isRefused = fresh.length > 0 && this.send(fresh.map(([, object]) => object)) !== undefined;
    // The server does not name the object in its message.
    for (const [text, object] of fresh) this.problems.set(text, isRefused ? this.send([object]) : undefined);
    return [...texts].flatMap(([text, { kind, metadata }]) => {
      const problem = this.problems.get(text);
      return problem === undefined ? [] : [`${kind} ${metadata.name}: ${problem}`];
    });
  }
}

/**
 * Server-side dry runs of all combinations.
 * @returns the exit code
 * @throws CommandError where the cluster is not reached
 */
export function dryRun(): number {
  const startedAt = performance.now();
  const served = servedKinds();
  const unserved = new Set<string>();
  const check = new ObjectCheck(send);
  makeNamespaces();
  let failed = 0;
  const all = combinations();
  try {
    for (const { name, render: make } of all) {
      const objects = make().map(inScratch);
      const known = objects.filter((object) => served.has(toKind(object)));
      for (const object of objects) if (!served.has(toKind(object))) unserved.add(toKind(object));
      const problems = check.findProblems(known);
      if (problems.length > 0) failed++;
      console.log(
        `${problems.length > 0 ? 'FAILED' : 'passed'}  ${name}: ${known.length} of ${objects.length} objects`,
      );
      for (const problem of problems) console.log(`        ${problem.replaceAll('\n', '\n        ')}`);
    }
  } finally {
    kubectl(['delete', 'namespace', '--ignore-not-found', '--wait=false', SCRATCH_NAMESPACE, AGENTS_NAMESPACE]);
  }
  if (unserved.size > 0)
    console.log(`Not tried, because the cluster has no such kinds: ${[...unserved].sort().join(', ')}`);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.log(`${all.length - failed} passed, ${failed} failed; ${seconds} s`);
  return failed > 0 ? 1 : 0;
}

function kubectl(args: readonly string[], input = ''): { status: number | null; stdout: string; stderr: string } {
  return spawnSync('kubectl', args, { input, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}

const toKind = ({ apiVersion, kind }: Manifest): string => `${apiVersion} ${kind}`;

/** Kinds in the cluster, such as `apps/v1 Deployment`. */
function servedKinds(): Set<string> {
  const { status, stdout, stderr } = kubectl(['api-resources', '--no-headers']);
  if (status !== 0) throw new CommandError(`kubectl reaches no cluster: ${stderr.trim().split('\n').at(-1)}`);
  return new Set(
    stdout
      .split('\n')
      .map((line) => line.trim().split(/\s+/).slice(-3))
      .map(([version, , kind]) => `${version} ${kind}`),
  );
}

/** With the labels of the real namespaces, because they decide what pods may do. */
function makeNamespaces(): void {
  const overlay = (part: string): string => path.join(workspaceRoot(), 'k8s', 'overlays', 'production', part);
  const made = (
    [
      ['databases', SCRATCH_NAMESPACE],
      ['agents', AGENTS_NAMESPACE],
    ] as const
  ).map(([part, name]) => {
    const { metadata, ...rest } = render(overlay(part)).find(({ kind }) => kind === 'Namespace')!;
    return { ...rest, metadata: { name, labels: metadata.labels } };
  });
  const { status, stderr } = kubectl(['apply', '--server-side', '-f', '-'], toList(made));
  if (status !== 0) throw new CommandError(`The namespaces for the dry run were not created: ${stderr.trim()}`);
}

/**
 * The object in the namespaces of the dry run, because an installation in the same cluster has its own field managers.
 */
export function inScratch(object: Manifest): Manifest {
  const { metadata } = object;
  const scratch = isOfAgents(object) ? AGENTS_NAMESPACE : SCRATCH_NAMESPACE;
  if (object.kind === 'Namespace') return { ...object, metadata: { ...metadata, name: scratch } };
  return metadata.namespace === undefined ? object : { ...object, metadata: { ...metadata, namespace: scratch } };
}

/** The chart puts its agents into the namespace of the release, which only they use. */
const isOfAgents = ({ metadata }: Manifest): boolean =>
  [metadata.namespace, metadata.name].includes('wardstone-agents') || /^agent\b/.test(metadata.name);

const toList = (items: readonly object[]): string => JSON.stringify({ apiVersion: 'v1', kind: 'List', items });

/**
 * Returns errors and warnings: unknown fields are errors, and violations of the namespace's security standard are
 * warnings.
 */
function send(objects: readonly Manifest[]): string | undefined {
  const args = ['apply', '--server-side', '--force-conflicts', '--dry-run=server', '--validate=strict', '-f', '-'];
  const { status, stderr } = kubectl(args, toList(objects));
  return status === 0 && stderr.trim() === '' ? undefined : stderr.trim() || `kubectl ended with ${status}`;
}
