import path from 'node:path';
import { workspaceRoot } from '../../tools/workspace';
import { schemaErrors } from './kubernetes-schemas';
import { describeWithKustomize, type Manifest, getPodTemplate, render } from './kustomize';
import { type End, mayConnect } from './network-policies';

interface BackupPlace {
  barmanObjectName: string;
  serverName: string;
}

interface ClusterSpec {
  inheritedMetadata: { labels: Record<string, string> };
  bootstrap: {
    initdb?: { database: string; owner: string };
    recovery?: { source: string; database: string; owner: string };
  };
  plugins: { name: string; parameters: BackupPlace }[];
  externalClusters?: { name: string; plugin: { name: string; parameters: BackupPlace } }[];
}

const K8S = path.join(workspaceRoot(), 'k8s');
const SERVICES = ['gateway', 'compliance', 'monitoring', 'error-registry'] as const;

for (const service of SERVICES) {
  describeWithKustomize(`a restored database of ${service}`, () => {
    const restore = path.join(K8S, 'components', 'restore', service);
    const changeOver = path.join(restore, 'change-over');
    const overlay = (name: string): string => path.join(K8S, 'overlays', 'production', name);
    const databases = render(overlay('databases'), { add: [restore] });
    const services = render(overlay('services'), { add: [changeOver] });
    const migrations = render(overlay('migrations'), { add: [changeOver] });
    const all = [...databases, ...services, ...migrations];

    const find = (kind: string, name: string): Manifest => {
      const found = all.filter((manifest) => manifest.kind === kind && manifest.metadata.name === name);
      expect([kind, name, found.length]).toEqual([kind, name, 1]);
      return found[0]!;
    };
    const name = `${service}-database-restored`;
    const toSpec = (cluster: string): ClusterSpec => find('Cluster', cluster)['spec'] as ClusterSpec;
    const restored = toSpec(name);
    const live = toSpec(`${service}-database`);

    it('is valid by the schemas of the operators, and in the namespace', () => {
      expect(schemaErrors(all)).toEqual([]);
      expect(find('Cluster', name).metadata.namespace).toBe('wardstone');
    });

    it('equals the one in use except for its source and its archive', () => {
      const { bootstrap: _begin, plugins: _to, externalClusters: _from, ...rest } = restored;
      const { bootstrap: _initdb, plugins: _place, ...own } = live;
      expect(rest).toEqual(own);
    });

    it('starts from the archive of the one in use, as the same database of the same owner', () => {
      const { recovery, initdb } = restored.bootstrap;
      expect(initdb).toBeUndefined();
      const { database, owner } = live.bootstrap.initdb!;
      expect(recovery).toEqual({ source: restored.externalClusters![0]!.name, database, owner });
      const [archive] = live.plugins;
      expect(restored.externalClusters).toEqual([
        { name: recovery!.source, plugin: { ...archive!, isWALArchiver: false } },
      ]);
      find('ObjectStore', archive!.parameters.barmanObjectName);
    });

    it('archives to a place where no cluster has written, and is backed up', () => {
      const places = all
        .filter(({ kind }) => kind === 'Cluster')
        .map(({ spec }) => (spec as ClusterSpec).plugins[0]!.parameters.serverName);
      expect(new Set(places).size).toBe(SERVICES.length + 1);
      expect(find('ScheduledBackup', name)['spec']).toMatchObject({ cluster: { name } });
    });

    it('is reached by its service and its migrations with the secret that the operator creates for it', () => {
      for (const workload of [find('Deployment', service), find('Job', `${service}-migrate`)]) {
        const [container] = getPodTemplate(workload)!.spec.containers as { env?: object[] }[];
        expect(container!.env).toContainEqual({
          name: 'DATABASE_URL',
          valueFrom: { secretKeyRef: { name: `${name}-app`, key: 'uri' } },
        });
      }
    });

    describe('network traffic during a restore', () => {
      // The operator gives its pods these labels, and those of the Job that recovers.
      const pod: End = { pod: { 'cnpg.io/cluster': name, ...restored.inheritedMetadata.labels } };
      const getPod = (kind: string, workload: string): End => ({
        pod: getPodTemplate(find(kind, workload))!.metadata!.labels!,
      });
      const operator: End = { namespace: { 'kubernetes.io/metadata.name': 'cnpg-system' } };
      const prometheus: End = { namespace: { 'wardstone-access': 'metrics' } };
      const names: End = { namespace: { 'kubernetes.io/metadata.name': 'kube-system' } };

      it.each<[string, End, End, number]>([
        ['the API server', pod, { address: '192.0.2.1' }, 6443],
        ['the object store', pod, { address: '192.0.2.1' }, 443],
        ['names', pod, names, 53],
        ['peers replicate', pod, pod, 5432],
        ['peers ask for their state', pod, pod, 8000],
        ['the operator', operator, pod, 8000],
        ['Prometheus', prometheus, pod, 9187],
        ['migrations', getPod('Job', `${service}-migrate`), pod, 5432],
        ['the service', getPod('Deployment', service), pod, 5432],
      ])('%s: permitted', (_edge, from, to, port) => {
        expect(mayConnect(all, from, to, port)).toBe(true);
      });

      it('others are denied', () => {
        for (const other of SERVICES.filter((candidate) => candidate !== service)) {
          expect([other, mayConnect(all, getPod('Deployment', other), pod, 5432)]).toEqual([other, false]);
        }
        expect(mayConnect(all, prometheus, pod, 5432)).toBe(false);
      });

      it('and its metrics are scraped', () => {
        const { selector } = find('PodMonitor', 'wardstone-databases')['spec'] as {
          selector: { matchExpressions: { key: string; operator: string }[] };
        };
        expect(selector.matchExpressions).toEqual([{ key: 'wardstone-database', operator: 'Exists' }]);
        expect(restored.inheritedMetadata.labels).toEqual({ 'wardstone-database': service });
      });
    });
  });
}
