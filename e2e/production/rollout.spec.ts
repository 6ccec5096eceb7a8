import fs from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { workspaceRoot } from '../../tools/workspace';
import { describeWithKustomize, itWithKustomize, type Manifest, getPodTemplate, render } from './kustomize';
import { mayConnect } from './network-policies';

const K8S = path.join(workspaceRoot(), 'k8s');
const SERVICES = ['gateway', 'compliance', 'monitoring', 'error-registry'];
const OVERLAYS = [
  ...(['dev/databases', 'dev/migrations', 'dev/services'] as const),
  ...(['production/databases', 'production/migrations', 'production/services'] as const),
] as const;

const rendered = new Map<string, Manifest[]>(
  OVERLAYS.map((overlay) => [overlay, render(path.join(K8S, 'overlays', overlay))]),
);
const getManifests = (overlay: (typeof OVERLAYS)[number]): Manifest[] => rendered.get(overlay)!;
const workloads = (overlay: (typeof OVERLAYS)[number]): Manifest[] =>
  getManifests(overlay).filter((manifest) => getPodTemplate(manifest) !== undefined);
const find = (manifests: readonly Manifest[], kind: string, name: string): Manifest =>
  manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name)!;

describeWithKustomize('resources that hold data', () => {
  const HOLDS_DATA = ['Namespace', 'Cluster', 'ObjectStore'];
  const getAnnotations = ({ metadata }: Manifest): Record<string, string> => metadata.annotations ?? {};

  it('are applied separately from the services, so that removing them keeps the data', () => {
    for (const overlay of OVERLAYS.filter((name) => !name.endsWith('/databases'))) {
      expect(getManifests(overlay).filter(({ kind }) => HOLDS_DATA.includes(kind))).toEqual([]);
    }
  });

  it('are not pruned', () => {
    for (const overlay of ['dev/databases', 'production/databases'] as const) {
      const holding = getManifests(overlay).filter(({ kind }) => HOLDS_DATA.includes(kind));
      expect(holding).toHaveLength(6);
      for (const manifest of holding) {
        expect(getAnnotations(manifest)['argocd.argoproj.io/sync-options']).toBe('Prune=false,Delete=false');
      }
    }
  });

  it('exist before the migrations, they before the services, the gateway last', () => {
    const getWave = (manifest: Manifest): number =>
      Number(getAnnotations(manifest)['argocd.argoproj.io/sync-wave'] ?? '0');
    const getWaves = (overlay: (typeof OVERLAYS)[number], kind: string): number[] =>
      getManifests(overlay)
        .filter((manifest) => manifest.kind === kind)
        .map(getWave);
    expect(getWaves('production/databases', 'Namespace')).toEqual([-2]);
    expect(getWaves('production/databases', 'Cluster')).toEqual([-2, -2, -2, -2]);
    expect(getWaves('production/migrations', 'NetworkPolicy')).toEqual([-2, -2, -2, -2]);
    expect(getWaves('production/migrations', 'Job')).toEqual([-1, -1, -1, -1]);
    for (const job of workloads('production/migrations')) {
      expect(getAnnotations(job)['argocd.argoproj.io/hook']).toBe('Sync');
    }
    for (const deployment of workloads('production/services')) {
      expect(getWave(deployment)).toBe(deployment.metadata.name === 'gateway' ? 1 : 0);
    }
  });
});

describeWithKustomize('access to the gateway and DNS', () => {
  const manifests = [...getManifests('production/databases'), ...getManifests('production/services')];
  const gateway = { pod: getPodTemplate(find(manifests, 'Deployment', 'gateway'))!.metadata!.labels! };

  it('is open to the namespace of the ingress, or to any address if the ingress is not a pod', () => {
    const controller = { namespace: { 'wardstone-access': 'ingress' } };
    expect(mayConnect(manifests, controller, gateway, 'http')).toBe(true);
    expect(mayConnect(manifests, { address: '203.0.113.9' }, gateway, 'http')).toBe(false);
    const services = path.join(K8S, 'overlays', 'production', 'services');
    const managed = [
      ...getManifests('production/databases'),
      ...render(services, { add: [path.join(K8S, 'components', 'managed-front')] }),
    ];
    expect(mayConnect(managed, { address: '203.0.113.9' }, gateway, 'http')).toBe(true);
  });

  it.each([
    ['of most clusters', { namespace: { 'kubernetes.io/metadata.name': 'kube-system' } }, 53],
    ['of OpenShift', { namespace: { 'kubernetes.io/metadata.name': 'openshift-dns' } }, 5353],
    ['of NodeLocal DNSCache', { address: '169.254.20.10' }, 53],
  ])('includes DNS %s', (_whose, server, port) => {
    expect(mayConnect(manifests, gateway, server, port)).toBe(true);
    expect(mayConnect(manifests, gateway, server, 443)).toBe(false);
  });

  it('names no controller: the class is that of the cluster', () => {
    const ingress = find(getManifests('dev/services'), 'Ingress', 'wardstone');
    expect(JSON.stringify(ingress)).not.toContain('nginx');
  });
});

itWithKustomize('every image carries the version of the product', () => {
  const { version } = JSON.parse(fs.readFileSync(path.join(workspaceRoot(), 'package.json'), 'utf8')) as {
    version: string;
  };
  for (const overlay of OVERLAYS) {
    for (const workload of workloads(overlay)) {
      for (const { image } of getPodTemplate(workload)!.spec.containers) expect(image.split(':').at(-1)).toBe(version);
    }
  }
});

describeWithKustomize('autoscaling', () => {
  interface Metric {
    type: string;
    pods?: { metric: { name: string } };
  }
  const getMetrics = (manifests: readonly Manifest[]): Metric[][] =>
    manifests
      .filter(({ kind }) => kind === 'HorizontalPodAutoscaler')
      .map(({ spec }) => (spec as { metrics: Metric[] }).metrics);

  it('needs only what every cluster measures', () => {
    for (const overlay of ['dev/services', 'production/services'] as const) {
      const metrics = getMetrics(getManifests(overlay));
      expect(metrics).toHaveLength(SERVICES.length);
      expect(metrics.flat().map(({ type }) => type)).toEqual(SERVICES.map(() => 'Resource'));
    }
  });

  it('follows requests in flight with the component, by a metric that the adapter serves', () => {
    const folder = path.join(K8S, 'components', 'scaling-on-requests');
    const [wanted] = getMetrics(render(path.join(K8S, 'overlays', 'production', 'services'), { add: [folder] }));
    expect(wanted!.map(({ type }) => type)).toEqual(['Resource', 'Pods']);
    const { rules } = parse(fs.readFileSync(path.join(folder, 'prometheus-adapter.values.yaml'), 'utf8')) as {
      rules: { custom: { seriesQuery: string; name: { matches: string } }[] };
    };
    const { name } = wanted![1]!.pods!.metric;
    expect(rules.custom.filter((rule) => new RegExp(rule.name.matches).test(name))).toHaveLength(1);
    expect(rules.custom[0]!.seriesQuery.startsWith(`${name}{`)).toBe(true);
  });
});
