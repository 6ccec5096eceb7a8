import { DataSource } from 'typeorm';
import { Database, OrgDatabase } from '../src/database';
import { type DatabaseOptions, dataSourceOptions, getPool, type ServicePool } from '../src/service-pool';

/** A database of organisations with a pool of its own. */
export interface OpenOrgs {
  orgs: OrgDatabase;
  outside: Database;
  dataSource: DataSource;
  pool: ServicePool;
  close: () => Promise<void>;
}

export async function openOrgs(url: string, settings: Partial<DatabaseOptions> = {}): Promise<OpenOrgs> {
  const options = dataSourceOptions({ url, applicationName: 'spec', poolSize: 1, hasOrgs: true, ...settings });
  const dataSource = await new DataSource(options).initialize();
  return {
    orgs: new OrgDatabase(dataSource),
    outside: new Database(dataSource),
    dataSource,
    pool: getPool(dataSource),
    close: () => dataSource.destroy(),
  };
}
