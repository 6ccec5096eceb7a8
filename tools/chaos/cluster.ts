import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { Client, escapeIdentifier, escapeLiteral } from 'pg';
import { joinNodes } from '@wardstone/testing';
import { DEFAULT_ORG, migrate, withAccountsAt } from '../../apps/launcher/src';
import { type CitusCluster, DATABASE_FOLDER, type PostgresServer, startPostgres, waitUntil } from '@wardstone/host';
import { SERVICE_NAMES, type ServiceName } from '../system';
import { workspaceRoot } from '../workspace';
import { Balancer } from './balancer';
import { Replica } from './replica';

export interface ClusterOptions {
  /** Empty, existing folder for data and logs; removed by its creator. */
  folder: string;
  /** Number of processes of a service. */
  getReplicas: (name: ServiceName) => number;
  /** Settings of every service. */
  settings?: Readonly<Record<string, string>>;
  /** Servers over which monitoring's metric data is distributed; by default its database is on one, like all others. */
  citus?: CitusCluster;
}

/** Several replicas of every service, each with its own address, as in a cluster. */
export interface Cluster {
  gatewayUrl: string;
  login: string;
  /** In the order of restarts during an upgrade. */
  services: readonly { name: ServiceName; replicas: readonly Replica[]; balancer: Balancer }[];
  /** URLs of the databases, with the roles of their services. */
  databaseUrls: ReadonlyMap<ServiceName, string>;
  stop(): Promise<void>;
}

const DATABASE_OF: Record<ServiceName, string> = {
  gateway: 'gateway',
  compliance: 'compliance',
  monitoring: 'monitoring',
  'error-registry': 'error_registry',
};

/** Runs the programs in dist/, which the caller has built, as `npm test` does before all tests. */
export async function startCluster({
  folder,
  getReplicas: replicasOf,
  settings = {},
  citus,
}: ClusterOptions): Promise<Cluster> {
  const password = randomBytes(12).toString('hex');
  const database = await startPostgres({
    dataFolder: path.join(folder, DATABASE_FOLDER),
    logFile: path.join(folder, 'postgres.log'),
    user: 'app',
    password: randomBytes(12).toString('hex'),
    settings: { max_connections: '300' },
  });
  const balancers = new Map<ServiceName, Balancer>();
  for (const name of SERVICE_NAMES) {
    const balancer = new Balancer();
    await balancer.listen();
    balancers.set(name, balancer);
  }
  const toUrl = (name: ServiceName): string => balancers.get(name)!.url;
  const shared = {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PUBLIC_BASE_URL: toUrl('gateway'),
    GATEWAY_JWKS_URL: `${toUrl('gateway')}/auth/jwks.json`,
    COMPLIANCE_URL: toUrl('compliance'),
    MONITORING_URL: toUrl('monitoring'),
    ERROR_REGISTRY_URL: toUrl('error-registry'),
    SIGNING_KEY_FILE: path.join(folder, 'gateway-signing-key.json'),
    RATE_LIMIT: 'off',
    // Provides the host for which the clients write values.
    SAMPLE_INVENTORY: 'true',
    ...settings,
  };
  const services = await Promise.all(
    SERVICE_NAMES.map(async (name) => {
      const isDivided = citus !== undefined && name === 'monitoring';
      const databaseUrl = await (isDivided ? prepareDivided(citus, name) : prepareDatabase(database, name));
      if (name === 'gateway') {
        const admin = { username: 'admin', password, roles: ['admin'], orgId: DEFAULT_ORG };
        await withAccountsAt(databaseUrl, ({ accounts }) => accounts.add(admin));
      }
      const balancer = balancers.get(name)!;
      const env = { ...shared, DATABASE_URL: databaseUrl };
      for (let n = 1; n <= replicasOf(name); n++) {
        const logFile = path.join(folder, `${name}-${n}.log`);
        balancer.add(await Replica.create({ app: name, env, logFile }));
      }
      await Promise.all(balancer.replicas.map((replica) => replica.start()));
      await waitUntil(() => balancer.replicas.every((replica) => balancer.routesTo(replica)), 60_000);
      return { name, replicas: balancer.replicas, balancer, databaseUrl };
    }),
  );
  return {
    gatewayUrl: toUrl('gateway'),
    login: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`,
    services,
    databaseUrls: new Map(services.map(({ name, databaseUrl }) => [name, databaseUrl])),
    stop: async () => {
      for (const { replicas: running } of services) await Promise.all(running.map((replica) => replica.kill()));
      for (const balancer of balancers.values()) balancer.close();
      await database.stop();
    },
  };
}

/** Creates and migrates a database for a service, with an ordinary role. */
async function prepareDatabase(server: PostgresServer, app: ServiceName): Promise<string> {
  const password = randomBytes(12).toString('hex');
  const databaseUrl = await createDatabase(server, app, password);
  await migrate({ node: process.execPath, root: workspaceRoot() }, app, { databaseUrl });
  return databaseUrl;
}

/** The same on each node of a cluster, whose coordinator has the database. */
async function prepareDivided({ coordinator, workers }: CitusCluster, app: ServiceName): Promise<string> {
  const password = randomBytes(12).toString('hex');
  const databaseUrl = await createDatabase(coordinator, app, password);
  for (const worker of workers) await createDatabase(worker, app, password);
  const nodes = [coordinator, ...workers].map((node) => node.url());
  await joinNodes(nodes, DATABASE_OF[app]);
  const settings = { METRICS_DISTRIBUTED: 'citus' };
  await migrate({ node: process.execPath, root: workspaceRoot() }, app, { databaseUrl, settings });
  return databaseUrl;
}

/** Creates a database owned by an ordinary role, both named like the service; returns its URL. */
export async function createDatabase(server: PostgresServer, app: ServiceName, password: string): Promise<string> {
  const name = DATABASE_OF[app];
  const admin = new Client({ connectionString: server.url() });
  await admin.connect();
  await admin.query(`CREATE ROLE ${escapeIdentifier(name)} LOGIN PASSWORD ${escapeLiteral(password)}`);
  await admin.query(`CREATE DATABASE ${escapeIdentifier(name)} OWNER ${escapeIdentifier(name)}`);
  await admin.end();
  return `postgres://${name}:${password}@127.0.0.1:${server.port}/${name}`;
}
