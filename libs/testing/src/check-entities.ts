import { dataSourceOptions } from '@wardstone/database';
import { DataSource } from 'typeorm';
import type { TestDatabase } from './use-database';

type EntityClass = new () => object;

/** TypeORM reads the expressions of generated columns from this table of its own, which a service has no other use for. */
const DESCRIBE_GENERATED_COLUMNS = `
  CREATE TABLE typeorm_metadata AS
  SELECT 'GENERATED_COLUMN' AS type, current_database()::text AS database, 'public' AS schema, c.relname::text AS "table",
         a.attname::text AS name, regexp_replace(pg_get_expr(d.adbin, d.adrelid), '\\s+', ' ', 'g') AS value
    FROM pg_attribute a
    JOIN pg_class c ON c.oid = a.attrelid
    JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
   WHERE a.attgenerated <> '' AND c.relnamespace = 'public'::regnamespace`;

/** Partitions have the entity of what they are a part of. */
const TABLES = `
  SELECT c.relname AS name FROM pg_class c
   WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
     AND c.relname NOT IN ('migration', 'typeorm_metadata')
   ORDER BY c.relname`;

const INDEXES = `
  SELECT i.relname AS name, pg_get_indexdef(i.oid) AS definition
    FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid
   WHERE i.relnamespace = 'public'::regnamespace`;

/** What TypeORM's builder of schemas cannot express: an order, an expression, an operator class, columns beside the key. */
const BEYOND_TYPEORM = / DESC|\(\(|\w\(|_ops\b| INCLUDE /;

/**
 * The tests that hold a service's entities against its migrated schema. `unsynchronized` names the tables that TypeORM is
 * told to leave alone; a reason stands at each of their entities.
 */
export function itMatchesEntities(
  database: TestDatabase,
  { entities, unsynchronized = [] }: { entities: readonly EntityClass[]; unsynchronized?: readonly string[] },
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

    it('describe the same columns, keys, checks and indexes', async () => {
      const { upQueries } = await dataSource.driver.createSchemaBuilder().log();

      expect(upQueries.map(({ query }) => query)).toEqual([]);
    });

    it('describe the same tables', async () => {
      const tables = await database.query<{ name: string }>(TABLES);

      expect(dataSource.entityMetadatas.map(({ tableName }) => tableName).sort()).toEqual(
        tables.map(({ name }) => name).sort(),
      );
      expect(
        dataSource.entityMetadatas.filter(({ synchronize }) => !synchronize).map(({ tableName }) => tableName),
      ).toEqual(unsynchronized);
    });

    it('leave out no index but what TypeORM cannot express', async () => {
      const rows = await database.query<{ name: string; definition: string }>(INDEXES);
      const definitions = new Map(rows.map(({ name, definition }) => [name, definition]));
      const left = dataSource.entityMetadatas.flatMap(({ indices }) => indices.filter((index) => !index.synchronize));

      expect(
        left.filter(({ name }) => !BEYOND_TYPEORM.test(definitions.get(name) ?? '')).map(({ name }) => name),
      ).toEqual([]);
    });
  });
}
