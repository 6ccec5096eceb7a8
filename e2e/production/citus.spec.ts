import path from 'node:path';
import { workspaceRoot } from '../../tools/workspace';
import { schemaErrors, unknownFields } from './kubernetes-schemas';
import { describeWithKustomize, type Manifest, getPodTemplate, render } from './kustomize';
import { type End, mayConnect } from './network-policies';

interface ClusterSpec {
  imageName: string;
  inheritedMetadata: { labels: Record<string, string> };
  bootstrap: { initdb?: object; recovery?: object };
  certificates: object;
  plugins: { parameters: { serverName: string } }[];
  postgresql: { pg_hba: string[]; shared_preload_libraries: string[]; parameters: Record<string, string> };
}

const K8S = path.join(workspaceRoot(), 'k8s');
const part = (name: string, ...components: string[]): Manifest[] =>
  render(path.join(K8S, 'overlays', 'production', name), {
    add: components.map((component) => path.join(K8S, 'components', component)),
  });
const COORDINATOR = 'monitoring-database';
const RESTORED = 'monitoring-database-restored';
const WORKERS = ['monitoring-database-worker-1', 'monitoring-database-worker-2'];

describeWithKustomize('measured data divided over servers of Citus', () => {
  const databases = part('databases', 'restore/monitoring', 'citus/databases', 'tls/databases');
  const migrations = part('migrations', 'citus/migrations');
  const services = part('services');
  const clusters = new Map(
    databases
      .filter(({ kind, metadata }) => kind === 'Cluster' && metadata.name.startsWith(COORDINATOR))
      .map(({ metadata, spec }) => [metadata.name, spec as ClusterSpec]),
  );

  it('is valid by the schemas of the operators', () => {
    expect([...clusters.keys()].sort()).toEqual([COORDINATOR, RESTORED, ...WORKERS].sort());
    expect(schemaErrors([...databases, ...migrations])).toEqual([]);
    expect(unknownFields(databases)).toEqual([]);
  });

  it('is on servers that differ only in their names and permitted clients', () => {
    const rest = (name: string): object => {
      const { bootstrap: _bootstrap, plugins: _plugins, postgresql, ...others } = clusters.get(name)!;
      return { ...others, postgresql: { ...postgresql, pg_hba: [] } };
    };
    for (const worker of WORKERS) expect(rest(worker)).toEqual(rest(COORDINATOR));
    const before = part('databases').find(({ kind, metadata }) => kind === 'Cluster' && metadata.name === COORDINATOR)!;
    expect(clusters.get(COORDINATOR)!.bootstrap).toEqual((before['spec'] as ClusterSpec).bootstrap);
  });

  it('loads the extension, and keeps the certificates that clients are shown', () => {
    for (const { imageName, postgresql, certificates } of clusters.values()) {
      expect(imageName).toContain('postgresql-citus');
      expect(postgresql.shared_preload_libraries).toEqual(['citus']);
      expect(postgresql.parameters).toMatchObject({ max_connections: '300', max_prepared_transactions: '200' });
      expect(certificates).toEqual({
        serverTLSSecret: 'databases-tls',
        serverCASecret: 'databases-tls',
        clientCASecret: 'citus-authority',
        replicationTLSSecret: 'citus-replication',
      });
    }
  });

  it('lets the role of the service log in without a password at workers only, from nodes', () => {
    const lines = (name: string): string[] => clusters.get(name)!.postgresql.pg_hba;
    expect(lines(COORDINATOR)).toEqual(['hostssl monitoring postgres all cert map=citus']);
    for (const worker of WORKERS)
      expect(lines(worker)).toEqual(['hostssl monitoring postgres,monitoring all cert map=citus']);
  });

  it('is backed up server by server, each to a place of its own', () => {
    const places = [...clusters].map(([name, { plugins }]) => [name, plugins[0]!.parameters.serverName]);
    expect(places).toEqual([...clusters.keys()].map((name) => [name, name]));
    const backedUp = databases
      .filter(({ kind }) => kind === 'ScheduledBackup')
      .map(({ spec }) => (spec as { cluster: { name: string } }).cluster.name);
    expect(backedUp).toEqual(expect.arrayContaining([COORDINATOR, ...WORKERS]));
  });

  it('is divided by the migrations', () => {
    const job = migrations.find(({ metadata }) => metadata.name === 'monitoring-migrate')!;
    const [container] = getPodTemplate(job)!.spec.containers as { env?: object[] }[];
    expect(container!.env).toContainEqual({ name: 'METRICS_DISTRIBUTED', value: 'citus' });
  });

  it('lets nodes reach each other', () => {
    const node = (name: string): End => ({
      pod: { 'cnpg.io/cluster': name, ...clusters.get(name)!.inheritedMetadata.labels },
    });
    const all = [...databases, ...services];
    for (const worker of WORKERS) {
      expect(mayConnect(all, node(COORDINATOR), node(worker), 5432)).toBe(true);
      expect(mayConnect(all, node(worker), node(COORDINATOR), 5432)).toBe(true);
    }
  });
});
