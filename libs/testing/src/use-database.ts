import { Database, OrgDatabase, type Queryable, type Transaction, dataSourceOptions } from '@wardstone/database';
import { DataSource } from 'typeorm';
import { type TemplateSource, cloneDatabase, dropDatabase } from './template-database';

/** The spec file's own database; its members may be used inside hooks and tests only. */
export interface TestDatabase extends Queryable {
  /** Address for the code under test, as a plain role that owns the database. */
  readonly url: string;
  readonly dataSource: DataSource;
  readonly database: Database;
  readonly orgDatabase: OrgDatabase;
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** The database as one organisation sees it, to prepare and inspect rows under row-level security. */
  asOrg(orgId: string): Queryable;
}

/** Gives the spec file a migrated database of its own, dropped when the file is done. */
export function useDatabase(source: TemplateSource): TestDatabase {
  let open: { url: string; dataSource: DataSource; database: Database; orgDatabase: OrgDatabase } | undefined;

  beforeAll(async () => {
    const url = await cloneDatabase(source);
    const connection = { url, applicationName: `${source.name} spec`, poolSize: 4, hasOrgs: true };
    const dataSource = await new DataSource(dataSourceOptions(connection)).initialize();
    open = { url, dataSource, database: new Database(dataSource), orgDatabase: new OrgDatabase(dataSource) };
  });

  afterAll(async () => {
    if (open === undefined) return;
    await open.dataSource.destroy();
    await dropDatabase(open.url);
  });

  const current = () => {
    if (open === undefined) throw new Error('the test database exists inside hooks and tests only');
    return open;
  };
  return {
    get url() {
      return current().url;
    },
    get dataSource() {
      return current().dataSource;
    },
    get database() {
      return current().database;
    },
    get orgDatabase() {
      return current().orgDatabase;
    },
    query: (sql, params) => current().database.query(sql, params),
    first: (sql, params) => current().database.first(sql, params),
    value: (sql, params) => current().database.value(sql, params),
    hasRow: (sql, params) => current().database.hasRow(sql, params),
    ids: (sql, params) => current().database.ids(sql, params),
    transaction: (work) => current().database.transaction(work),
    asOrg: (orgId) => current().orgDatabase.scopedTo(orgId),
  };
}
