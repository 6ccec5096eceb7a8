import fs from 'node:fs';
import { Database, dataSourceOptions } from '@wardstone/database';
import { DataSource } from 'typeorm';
import { MIGRATIONS } from '../apps/monitoring/src/data-source';
import type { PostgresServer } from '@wardstone/host';
import { type Bench, createDatabase, withBench } from './bench-server';

/** Gives the work access to the database of the monitoring service, migrated and empty. */
export function withMonitoringDatabase<T>(work: (db: Database, url: string, bench: Bench) => Promise<T>): Promise<T> {
  return withBench(async (bench) => {
    const { url } = await createDatabase(bench.server, 'monitoring', MIGRATIONS);
    const options = dataSourceOptions({ url, applicationName: 'bench', poolSize: 4, statementTimeoutMs: 0 });
    const dataSource = await new DataSource(options).initialize();
    return work(new Database(dataSource), url, bench).finally(() => dataSource.destroy());
  });
}

/**
 * Processor time of the server's processes so far, including ended ones, in ms; undefined where the system does not
 * report it.
 */
export function serverCpuMs({ pid }: Pick<PostgresServer, 'pid'>): number | undefined {
  if (!fs.existsSync('/proc/self/stat')) return undefined;
  const processes = fs.readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name));
  return processes.reduce((sum, name) => {
    try {
      const fields = fs.readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]!.split(' ');
      const own = Number(fields[1]) === pid ? Number(fields[11]) + Number(fields[12]) : 0;
      const ended = Number(name) === pid ? Number(fields[13]) + Number(fields[14]) : 0;
      return sum + (own + ended) * 10;
    } catch {
      return sum; // It has just ended.
    }
  }, 0);
}
