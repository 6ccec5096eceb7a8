import { dataSourceOptions } from '@wardstone/database';
import { DataSource } from 'typeorm';
import { readSqlOwners } from './sql-owners';
import type { TestDatabase } from './use-database';

export type EntityClass = new () => object;

/** TypeORM reads the expressions of generated columns from this table of its own, which a service has no other use for. */
const DESCRIBE_GENERATED_COLUMNS = `
  CREATE TABLE typeorm_metadata AS
  SELECT 'GENERATED_COLUMN' AS type, current_database()::text AS database, 'public' AS schema, c.relname::text AS "table",
         a.attname::text AS name, regexp_replace(pg_get_expr(d.adbin, d.adrelid), '\\s+', ' ', 'g') AS value
    FROM pg_attribute a
    JOIN pg_class c ON c.oid = a.attrelid
    JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
   WHERE a.attgenerated <> '' AND c.relnamespace = 'public'::regnamespace`;

/** Partitions share the entity of their table. */
const TABLES = `
  SELECT c.relname AS name FROM pg_class c
   WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
     AND c.relname NOT IN ('migration', 'typeorm_metadata')
   ORDER BY c.relname`;

/** Keys, checks and indexes are defined only in migrations. */
const OF_THE_MIGRATIONS = /^(DROP INDEX "public"\."(ix|uq)_|ALTER TABLE "\w+" DROP CONSTRAINT "(fk|uq|ck)_)/;

/**
 * Tests that compare a service's entities with its migrated schema. `unsynchronized` names tables that TypeORM must
 * ignore, with a reason at each entity. Decision 18 names tables without an entity.
 */
export function itMatchesEntities(
  database: TestDatabase,
  {
    service,
    entities,
    unsynchronized = [],
  }: { service: string; entities: readonly EntityClass[]; unsynchronized?: readonly string[] },
): void {
  describe('and the entities', () => {
    let dataSource: DataSource;

    beforeAll(async () => {
      const options = { url: database.url, applicationName: 'entities spec', poolSize: 2, entities };
      dataSource = await new DataSource(dataSourceOptions(options)).initialize();
      await dataSource.query(DESCRIBE_GENERATED_COLUMNS);
    });

    afterAll(async () => {
      await dataSource.query('DROP TABLE typeorm_metadata');
      await dataSource.destroy();
    });

    it('describe the same columns and primary keys', async () => {
      const { upQueries } = await dataSource.driver.createSchemaBuilder().log();

      expect(upQueries.map(({ query }) => query).filter((query) => !OF_THE_MIGRATIONS.test(query))).toEqual([]);
    });

    it('describe the tables that decision 18 does not leave to SQL', async () => {
      const tables = await database.query<{ name: string }>(TABLES);

      expect(
        [...dataSource.entityMetadatas.map(({ tableName }) => tableName), ...readSqlOwners(service).keys()].sort(),
      ).toEqual(tables.map(({ name }) => name).sort());
      expect(
        dataSource.entityMetadatas.filter(({ synchronize }) => !synchronize).map(({ tableName }) => tableName),
      ).toEqual(unsynchronized);
    });
  });
}
