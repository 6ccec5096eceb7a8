import fs from 'node:fs';
import path from 'node:path';
import { dataSourceOptions, runMigrations } from '@wardstone/database';
import { DataSource } from 'typeorm';
import { MIGRATIONS } from '../apps/monitoring/src/data-source';
import { type PostgresServer, startPostgres } from '../tools/postgres/postgres-server';

/** A server of the bench's own with one database of the monitoring service, migrated and empty. */
export interface MonitoringDatabase {
  server: PostgresServer;
  url: string;
  dataSource: DataSource;
  stop(): Promise<void>;
}

export async function makeMonitoringDatabase(folder: string): Promise<MonitoringDatabase> {
  const server = await startPostgres({
    dataFolder: path.join(folder, 'postgres'),
    logFile: path.join(folder, 'postgres.log'),
    user: 'app',
    password: 'bench',
    settings: { shared_buffers: '512MB', max_wal_size: '4GB', autovacuum_naptime: '1h' },
  });
  const url = server.url();
  await runMigrations({ url, applicationName: 'bench', migrations: MIGRATIONS });
  const options = dataSourceOptions({ url, applicationName: 'bench', poolSize: 4, statementTimeoutMs: 0 });
  const dataSource = await new DataSource(options).initialize();
  const stop = async (): Promise<void> => {
    await dataSource.destroy();
    await server.stop();
  };
  return { server, url, dataSource, stop };
}

/** Processor time of the server's processes so far, in ms; undefined where the system does not tell. */
export function serverCpuMs({ pid }: Pick<PostgresServer, 'pid'>): number | undefined {
  if (!fs.existsSync('/proc/self/stat')) return undefined;
  const processes = fs.readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name));
  return processes.reduce((sum, name) => {
    try {
      const fields = fs.readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]!.split(' ');
      return Number(fields[1]) === pid ? sum + (Number(fields[11]) + Number(fields[12])) * 10 : sum;
    } catch {
      return sum; // It has just ended.
    }
  }, 0);
}
