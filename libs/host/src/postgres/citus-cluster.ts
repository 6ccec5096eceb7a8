import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { type PostgresServer, startPostgres } from './postgres-server';

/** The first version with the required locale; see libs/database/src/locale.ts. */
const OLDEST_POSTGRES = 17;
const WORKERS = 2;

const SETTINGS: Readonly<Record<string, string>> = {
  shared_preload_libraries: 'citus',
  'citus.node_conninfo': 'sslmode=disable',
  max_connections: '300',
  max_prepared_transactions: '300',
  // Each database needs a daemon.
  max_worker_processes: '60',
  // Shards are moved with logical replication.
  wal_level: 'logical',
  shared_buffers: '128MB',
  autovacuum_naptime: '1h',
};

/** Servers of one Citus cluster. Databases must be created on each of them, and the nodes added in each. */
export interface CitusCluster {
  coordinator: PostgresServer;
  workers: readonly PostgresServer[];
  /** Starts another server, which is not yet a node of any database. */
  addWorker(): Promise<PostgresServer>;
  /** Restarts a stopped worker at the same address. */
  startAgain(worker: PostgresServer): Promise<PostgresServer>;
  stop(): Promise<void>;
}

/** Folder of the PostgreSQL whose pg_config is on the PATH, if it has the extension citus; undefined otherwise. */
export function findCitus(): string | undefined {
  const { status, stdout } = spawnSync('pg_config', ['--bindir', '--sharedir', '--version'], { encoding: 'utf8' });
  if (status !== 0) return undefined;
  const [programs, shared, version] = stdout.split('\n') as [string, string, string];
  const major = Number(/(\d+)/.exec(version)?.[1]);
  const isThere = major >= OLDEST_POSTGRES && fs.existsSync(path.join(shared, 'extension', 'citus.control'));
  return isThere ? path.dirname(programs) : undefined;
}

/**
 * Starts a coordinator and two workers.
 * @param durable whether data survives a crash
 */
export async function startCitus(
  home: string,
  folder: string,
  { durable = false, settings = {} }: { durable?: boolean; settings?: Readonly<Record<string, string>> } = {},
): Promise<CitusCluster> {
  const password = randomBytes(12).toString('hex');
  const servers: PostgresServer[] = [];
  const stop = async (): Promise<void> => void (await Promise.all(servers.map((server) => server.stop())));
  const startNode = async (at: number, port?: number): Promise<PostgresServer> => {
    const name = at === 0 ? 'citus-coordinator' : `citus-worker-${at}`;
    const server = await startPostgres({
      dataFolder: path.join(folder, name),
      logFile: path.join(folder, `${name}.log`),
      user: 'app',
      password,
      home,
      trusting: true,
      throwAway: !durable,
      settings: { ...SETTINGS, ...settings },
      ...(port !== undefined && { port }),
    });
    servers[at] = server;
    return server;
  };
  try {
    for (let at = 0; at <= WORKERS; at++) await startNode(at);
  } catch (error) {
    await stop();
    throw error;
  }
  const [coordinator, ...workers] = servers as [PostgresServer, ...PostgresServer[]];
  const addWorker = (): Promise<PostgresServer> => startNode(servers.length);
  const startAgain = (worker: PostgresServer): Promise<PostgresServer> =>
    startNode(servers.indexOf(worker), worker.port);
  return { coordinator, workers, addWorker, startAgain, stop };
}
