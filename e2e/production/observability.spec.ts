import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';
import { KNOWN_ERROR_TYPES } from '../../tools/fuzz/checks';
import { workspaceRoot } from '../../tools/workspace';
import { describeWithKustomize, type Manifest, render } from './kustomize';
import { overlayInNamespace } from '../../tools/manifests/in-namespace';

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

/** Expected alerts of one rule; see tools/alerts.ts. */
interface RuleTest {
  name: string;
  input_series: { series: string }[];
  promql_expr_test: { expr: string; exp_samples: { labels: string }[] }[];
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
/** Metrics of others: the cluster, the database operator and its plugin, Prometheus itself. */
const FOREIGN = /^(kube|kubelet|container|cnpg|barman_cloud)_|^up$/;

/** Names of the metrics in an expression; suffixes of histograms are theirs. */
function metricsIn(expression: string): string[] {
  const names = [...expression.matchAll(/\b([a-z][a-z0-9_]*)(?=\{)/g)].map(([, name]) => name!);
  const bare = [...expression.matchAll(/label_values\((\w+),/g)].map(([, name]) => name!);
  return [...names, ...bare]
    .filter((name) => !FOREIGN.test(name))
    .map((name) => name.replace(/_(bucket|count|sum)$/, ''));
}

describeWithKustomize('alerts', () => {
  it('have unique names and a severity', () => {
    expect(rules.length).toBeGreaterThan(15);
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    for (const { labels } of rules) expect(labels.severity).toMatch(/^(critical|warning|info)$/);
  });

  it('have a chapter in the runbook, and every chapter has an alert', () => {
    const guide = fs.readFileSync(path.join(root, 'docs', 'operations.md'), 'utf8');
    const chapters = [...guide.matchAll(/^### (Wardstone\w+)$/gm)].map(([, name]) => name!);
    expect(chapters.sort()).toEqual(rules.map(({ alert }) => alert).sort());
    for (const { alert, annotations } of rules) {
      expect(annotations.runbook_url).toBe(`https://docs.example.test/wardstone/operations.md#${alert.toLowerCase()}`);
    }
  });

  it('use existing metrics', () => {
    const unknown = rules.flatMap(({ alert, expr }) =>
      metricsIn(expr)
        .filter((name) => !documented.has(name))
        .map((name) => `${alert}: ${name}`),
    );
    expect(unknown).toEqual([]);
    expect(rules.flatMap(({ expr }) => metricsIn(expr)).length).toBeGreaterThan(8);
  });

  it('use existing error types', () => {
    const types = rules.flatMap(({ expr }) =>
      [...expr.matchAll(/type=~?"([^"]+)"/g)].flatMap(([, list]) => list!.split('|')),
    );
    expect(types.length).toBeGreaterThan(5);
    expect(types.filter((type) => !KNOWN_ERROR_TYPES.has(type))).toEqual([]);
  });
});

describeWithKustomize('tests of the alerts', () => {
  const folder = path.join(root, 'k8s', 'components', 'observability', 'tests');
  const tests = fs
    .readdirSync(folder)
    .flatMap((file) => (parse(fs.readFileSync(path.join(folder, file), 'utf8')) as { tests: RuleTest[] }).tests);

  it('let each rule fire and clear, in a namespace of any name', () => {
    expect([...new Set(tests.map(({ name }) => name))].sort()).toEqual(rules.map(({ alert }) => alert).sort());
    for (const { name, promql_expr_test: expected } of tests) {
      expect(expected.map(({ expr }) => expr)).toEqual(
        expected.map(() => `ALERTS{alertname="${name}",alertstate="firing"}`),
      );
      expect([name, expected.map(({ exp_samples: samples }) => samples.length)]).toEqual([name, [1, 0]]);
    }
  });

  it('provide the series that the rule reads', () => {
    for (const { name, input_series: inputs } of tests) {
      const { expr } = rules.find(({ alert }) => alert === name)!;
      for (const { series } of inputs) expect(expr).toContain(series.slice(0, series.indexOf('{')));
    }
  });
});

describeWithKustomize('an installation in another namespace', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'elsewhere-'));
  const partFolder = overlayInNamespace(folder, 'elsewhere');
  const rendered = ['databases', 'services', 'migrations'].flatMap((part) => render(partFolder(part)));
  afterAll(() => fs.rmSync(folder, { recursive: true }));

  it('has all of its objects there', () => {
    const namespaces = rendered.map(({ kind, metadata }) =>
      kind === 'Namespace' ? metadata.name : metadata.namespace,
    );
    expect(new Set(namespaces)).toEqual(new Set(['elsewhere']));
  });

  it('names no namespace of another one: not in rules, dashboards, addresses and policies', () => {
    const text = JSON.stringify(rendered)
      .replaceAll(/app[._]kubernetes[._]io[/_]part[-_]of[\\":=]+wardstone/g, '')
      .replaceAll(/(https?:\/\/|@|")[\w.-]+\.example\.test[\w./:-]*/g, '');
    expect(text).not.toMatch(/namespace\W{1,8}wardstone/);
    expect(text).not.toMatch(/\.wardstone\b|\bwardstone\.(svc|pod)/);
  });

  it('has alerts that apply to each installation separately', () => {
    for (const { alert, expr } of rules) {
      expect([alert, /wardstone_database!=""|part_of="wardstone"/.test(expr)]).toEqual([alert, true]);
      for (const [, labels] of expr.matchAll(/\b(?:by|on) \(([^)]*)\)/g)) {
        // One of all installations is missing when Prometheus knows of none.
        if (labels !== 'job') expect([alert, labels!.split(', ')[0]]).toEqual([alert, 'namespace']);
      }
    }
  });
});

describeWithKustomize('Prometheus', () => {
  it('gets its token inside the cluster, from the Service of the gateway', () => {
    const [monitor] = ofKind('ServiceMonitor');
    const { endpoints } = monitor!['spec'] as { endpoints: { oauth2: { tokenUrl: string } }[] };
    for (const { oauth2 } of endpoints) {
      const { protocol, hostname, port } = new URL(oauth2.tokenUrl);
      const [name, namespace] = hostname.split('.');
      expect([protocol, hostname, port]).toEqual(['http:', `gateway.${monitor!.metadata.namespace}.svc`, '']);
      const found = ofKind('Service').filter(({ metadata }) => metadata.name === name);
      expect(found.map(({ metadata }) => metadata.namespace)).toEqual([namespace]);
    }
  });
});

describeWithKustomize('dashboards', () => {
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
