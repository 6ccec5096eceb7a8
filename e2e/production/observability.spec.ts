import fs from 'node:fs';
import path from 'node:path';
import { KNOWN_ERROR_TYPES } from '../../tools/fuzz/operations';
import { workspaceRoot } from '../../tools/workspace';
import { type Manifest, render } from './kustomize';

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; description: string; runbook_url: string };
}

interface Dashboard {
  uid: string;
  panels: { id: number; title: string; targets: { expr: string }[] }[];
}

const root = workspaceRoot();
const manifests = render(path.join(root, 'k8s', 'overlays', 'production', 'services'));
const ofKind = (kind: string): Manifest[] => manifests.filter((manifest) => manifest.kind === kind);
const rules = ofKind('PrometheusRule').flatMap(({ spec }) =>
  (spec as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules),
);
const dashboards = ofKind('ConfigMap')
  .filter(({ metadata }) => metadata.name === 'wardstone-dashboards')
  .flatMap(({ data }) => Object.values(data as Record<string, string>).map((text) => JSON.parse(text) as Dashboard));

const documented = new Set(
  [...fs.readFileSync(path.join(root, 'docs', 'metrics.md'), 'utf8').matchAll(/^\| `(\w+)`/gm)].map(
    ([, name]) => name!,
  ),
);
/** Metrics that others tell: the cluster, the database operator and its plugin, Prometheus itself. */
const FOREIGN = /^(kube|kubelet|container|cnpg|barman_cloud)_|^up$/;

/** Names of the metrics in an expression; suffixes of histograms are theirs. */
function metricsIn(expression: string): string[] {
  const names = [...expression.matchAll(/\b([a-z][a-z0-9_]*)(?=\{)/g)].map(([, name]) => name!);
  const bare = [...expression.matchAll(/label_values\((\w+),/g)].map(([, name]) => name!);
  return [...names, ...bare]
    .filter((name) => !FOREIGN.test(name))
    .map((name) => name.replace(/_(bucket|count|sum)$/, ''));
}

describe('alerts', () => {
  it('are many, each once, each with a severity', () => {
    expect(rules.length).toBeGreaterThan(15);
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    for (const { labels } of rules) expect(labels.severity).toMatch(/^(critical|warning|info)$/);
  });

  it('have a chapter in the runbook, and every chapter has an alert', () => {
    const guide = fs.readFileSync(path.join(root, 'docs', 'operations.md'), 'utf8');
    const chapters = [...guide.matchAll(/^### (Wardstone\w+)$/gm)].map(([, name]) => name!);
    expect(chapters.sort()).toEqual(rules.map(({ alert }) => alert).sort());
    for (const { alert, annotations } of rules) {
      expect(annotations.runbook_url).toBe(`docs/operations.md#${alert.toLowerCase()}`);
    }
  });

  it('ask for metrics that exist', () => {
    const unknown = rules.flatMap(({ alert, expr }) =>
      metricsIn(expr)
        .filter((name) => !documented.has(name))
        .map((name) => `${alert}: ${name}`),
    );
    expect(unknown).toEqual([]);
    expect(rules.flatMap(({ expr }) => metricsIn(expr)).length).toBeGreaterThan(8);
  });

  it('ask for error types that exist', () => {
    const types = rules.flatMap(({ expr }) =>
      [...expr.matchAll(/type=~?"([^"]+)"/g)].flatMap(([, list]) => list!.split('|')),
    );
    expect(types.length).toBeGreaterThan(5);
    expect(types.filter((type) => !KNOWN_ERROR_TYPES.has(type))).toEqual([]);
  });
});

describe('dashboards', () => {
  it('show metrics that exist', () => {
    expect(dashboards).toHaveLength(2);
    for (const { panels } of dashboards) {
      expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
      for (const { title, targets } of panels) {
        const unknown = targets.flatMap(({ expr }) => metricsIn(expr)).filter((name) => !documented.has(name));
        expect([title, unknown]).toEqual([title, []]);
      }
    }
  });
});
