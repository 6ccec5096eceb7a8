import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { DATABASE_FOLDER } from '../run-folder';
import { type PostgresServer, startPostgres } from './postgres-server';

/** Starts a server for tests in a run folder, without durability. The superuser is `app`. */
export function startThrowAwayPostgres(runFolder: string): Promise<PostgresServer> {
  return startPostgres({
    dataFolder: path.join(runFolder, DATABASE_FOLDER),
    logFile: path.join(runFolder, 'postgres.log'),
    user: 'app',
    password: randomBytes(12).toString('hex'),
    throwAway: true,
    settings: {
      max_connections: '300',
      shared_buffers: '128MB',
      autovacuum_naptime: '1h',
      // Asynchronous I/O has no benefit for a server of many small databases on a small machine.
      io_method: 'sync',
      wal_level: 'minimal',
      max_wal_senders: '0',
      max_parallel_workers_per_gather: '0',
    },
  });
}
