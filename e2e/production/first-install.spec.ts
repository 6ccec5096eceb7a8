import path from 'node:path';
import { itWithHelm } from '@wardstone/testing';
import { workspaceRoot } from '../../tools/workspace';
import { helm } from '../../tools/manifests/helm';
import { describeWithKustomize, type Manifest, getPodTemplate, render } from './kustomize';
import { type End, mayConnect } from './network-policies';

const K8S = path.join(workspaceRoot(), 'k8s');
const SERVICES = ['gateway', 'compliance', 'monitoring', 'error-registry'];
const COMPONENTS = path.join(K8S, 'components');
const OWN = { leaveOut: [path.join(COMPONENTS, 'cloudnative-pg')] };
const EXTERNAL = { ...OWN, add: [path.join(COMPONENTS, 'external-databases')] };

const NAMES: End = { namespace: { 'kubernetes.io/metadata.name': 'kube-system' } };
const ELSEWHERE: End = { address: '203.0.113.9' };
const getDatabase = (name: string): End => ({ pod: { 'wardstone-database': name } });

/** The pods of migrations or services by the name of their service. */
function getPods(manifests: readonly Manifest[], kind: string): [name: string, pod: End][] {
  return manifests
    .filter((manifest) => manifest.kind === kind)
    .map(({ metadata, ...rest }) => [
      metadata.labels!['app.kubernetes.io/name']!.replace(/-migrate$/, ''),
      { pod: getPodTemplate({ metadata, ...rest })!.metadata!.labels! },
    ]);
}

/** Names of the cluster and its databases that pods cannot reach. */
function missing(
  manifests: readonly Manifest[],
  pods: readonly [name: string, pod: End][],
  database: (name: string) => End = getDatabase,
): string[] {
  expect(pods.map(([name]) => name).sort()).toEqual([...SERVICES].sort());
  return pods.flatMap(([name, pod]) => [
    ...(mayConnect(manifests, pod, NAMES, 53) ? [] : [`${name}: names`]),
    ...(mayConnect(manifests, pod, database(name), 5432) ? [] : [`${name}: its database`]),
  ]);
}

for (const overlay of ['dev', 'production']) {
  describeWithKustomize(`the first installation of ${overlay} on a network that enforces policies`, () => {
    const part = (name: string): Manifest[] => render(path.join(K8S, 'overlays', overlay, name));
    const [databases, migrations, services] = [part('databases'), part('migrations'), part('services')];
    const instances = SERVICES.map((name): [string, End] => [name, getDatabase(name)]);

    it('lets databases, then migrations, then services reach names and databases with the objects applied by then', () => {
      expect(missing(databases, instances)).toEqual([]);
      expect(missing([...databases, ...migrations], getPods(migrations, 'Job'))).toEqual([]);
      const all = [...databases, ...migrations, ...services];
      expect(missing(all, getPods(services, 'Deployment'))).toEqual([]);
      expect(missing(all, getPods(migrations, 'Job'))).toEqual([]);
    });

    it('denies everything else from the first step on', () => {
      for (const [, pod] of getPods(migrations, 'Job')) {
        expect(mayConnect([...databases, ...migrations], pod, ELSEWHERE, 443)).toBe(false);
      }
      expect(mayConnect(databases, { pod: {} }, ELSEWHERE, 443)).toBe(false);
    });

    it('does so in the waves of Argo CD', () => {
      const getWave = ({ metadata }: Manifest): number =>
        Number(metadata.annotations?.['argocd.argoproj.io/sync-wave'] ?? 0);
      const until = (wave: number): Manifest[] =>
        [...databases, ...migrations, ...services].filter((manifest) => getWave(manifest) <= wave);
      expect(missing(until(-2), instances)).toEqual([]);
      expect(missing(until(-1), getPods(migrations, 'Job'))).toEqual([]);
    });

    it.each([
      ['in the cluster', OWN, getDatabase],
      ['outside of it', EXTERNAL, () => ELSEWHERE],
    ])('works with databases of its own %s, and needs no operator', (_where, selection, database) => {
      const own = render(path.join(K8S, 'overlays', overlay, 'databases'), selection);
      expect(new Set(own.map(({ apiVersion }) => apiVersion))).toEqual(new Set(['v1', 'networking.k8s.io/v1']));
      const [namespace] = own.filter(({ kind }) => kind === 'Namespace');
      expect(namespace!.metadata.labels).toMatchObject({ 'pod-security.kubernetes.io/enforce': 'restricted' });
      expect(missing([...own, ...migrations], getPods(migrations, 'Job'), database)).toEqual([]);
      expect(missing([...own, ...migrations, ...services], getPods(services, 'Deployment'), database)).toEqual([]);
    });
  });
}

describeWithKustomize('the chart on a network that enforces policies', () => {
  itWithHelm('lets migrations and services reach names and databases', () => {
    const all = helm({});
    expect(missing(all, getPods(all, 'Job'))).toEqual([]);
    expect(missing(all, getPods(all, 'Deployment'))).toEqual([]);
  });

  itWithHelm('opens databases outside the cluster, at their addresses only', () => {
    const cidrs = ['203.0.113.0/24'];
    const all = helm({ databases: { enabled: false }, externalDatabases: { enabled: true, cidrs, port: 5432 } });
    expect(all.filter(({ apiVersion }) => apiVersion.startsWith('postgresql.cnpg.io'))).toEqual([]);
    for (const pods of [getPods(all, 'Job'), getPods(all, 'Deployment')]) {
      expect(missing(all, pods, () => ELSEWHERE)).toEqual([]);
      for (const [, pod] of pods) expect(mayConnect(all, pod, { address: '198.51.100.1' }, 5432)).toBe(false);
    }
  });

  itWithHelm('has the policies where migrations run before the services', () => {
    const all = helm({ services: { enabled: false }, databases: { enabled: false } });
    expect(missing(all, getPods(all, 'Job'))).toEqual([]);
  });
});

/** Fields that the API server fills in where a manifest leaves them out, in lists and structures that it compares as a whole. */
const FILLED_IN: Readonly<Record<string, readonly string[]>> = {
  backendRefs: ['group', 'kind', 'weight'],
  certificateRefs: ['group', 'kind'],
  fieldRef: ['apiVersion'],
  parentRefs: ['group', 'kind'],
  plugin: ['enabled', 'isWALArchiver'],
  plugins: ['enabled', 'isWALArchiver'],
  relabelings: ['action'],
};

/** Places that leave such a field out: a second owner who applies the same manifest on the server conflicts with the first. */
function leftOut(value: unknown, place: string, field = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((child, at) => leftOut(child, `${place}[${at}]`, field));
  const own = (FILLED_IN[field] ?? []).filter((name) => !(name in value)).map((name) => `${place} ${name}`);
  const rules = field === 'rules' && 'backendRefs' in value && !('matches' in value) ? [`${place} matches`] : [];
  return [
    ...own,
    ...rules,
    ...Object.entries(value).flatMap(([name, child]) => leftOut(child, `${place}.${name}`, name)),
  ];
}

describeWithKustomize('objects that change owners', () => {
  const production = (part: string, ...add: string[]): Manifest[] =>
    render(path.join(K8S, 'overlays', 'production', part), { add: add.map((name) => path.join(COMPONENTS, name)) });

  it('state the defaults of the API server, so that server-side apply of another owner finds no conflict', () => {
    const restored = SERVICES.map((name) => path.join('restore', name));
    const all = [
      ...production('databases', ...restored),
      ...production('migrations'),
      ...production('services', 'token-review/services', 'tls/services', 'tls/gateway-api', 'ingress'),
      ...production('agents'),
    ];
    expect(all.flatMap((manifest) => leftOut(manifest, `${manifest.kind} ${manifest.metadata.name}`))).toEqual([]);
    const found = new Set(JSON.stringify(all).match(/"\w+":/g));
    expect(Object.keys(FILLED_IN).filter((name) => !found.has(`"${name}":`))).toEqual([]);
  });
});
