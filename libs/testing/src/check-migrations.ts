import fs from 'node:fs';
import path from 'node:path';
import { dataSourceOptions, runMigrations } from '@wardstone/database';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { CATALOGUE } from './catalogue';
import { type EntityClass, itMatchesEntities } from './check-entities';
import { itDeclaresItsFunctions } from './check-functions';
import type { TemplateSource } from './template-database';
import { type TestDatabase, useDatabase } from './use-database';

/** Partitions take theirs over from the partitioned table, under names that PostgreSQL gives. */
const NAMES = `
  SELECT c.conname AS name, t.relname AS relation
    FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid
   WHERE c.connamespace = 'public'::regnamespace AND c.contype <> 'n' AND NOT t.relispartition
     AND t.relname <> 'migration'
  UNION
  SELECT i.relname, t.relname
    FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
   WHERE t.relnamespace = 'public'::regnamespace AND NOT t.relispartition AND t.relname <> 'migration'`;

const UNINDEXED_KEYS = `
  SELECT c.conname FROM pg_constraint c
   WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace
     AND NOT EXISTS (
       SELECT 1 FROM pg_index i WHERE i.indrelid = c.conrelid AND (i.indkey::smallint[])[0] = ANY (c.conkey))`;

interface Schema extends Pick<TemplateSource, 'migrations'> {
  readonly service: string;
  readonly entities: readonly EntityClass[];
  /** Tables that TypeORM is told to leave alone. */
  readonly unsynchronized?: readonly string[];
  /** The present text of functions and triggers. */
  readonly statements?: readonly string[];
  /** Whether the first migration is a baseline, and takes over databases of those that it replaces. */
  readonly adopts: boolean;
}

/** The tests that every service's migrations pass. `database` is the spec file's own, made of the same migrations. */
export function itKeepsItsSchema(database: TestDatabase, schema: Schema): void {
  itMigratesCleanly(database, schema);
  if (schema.adopts) itAdoptsItsPredecessor(database, schema);
  if (schema.statements) itDeclaresItsFunctions(database, schema.service, schema.statements);
  itMatchesEntities(database, schema);
}

function itMigratesCleanly(database: TestDatabase, { migrations }: Schema): void {
  it('go down to nothing and up again to the same schema', async () => {
    const migrated = await database.query(CATALOGUE);
    const options = dataSourceOptions({ url: database.url, applicationName: 'migrations spec', migrations });
    const dataSource = await new DataSource(options).initialize();
    for (const _migration of migrations) await dataSource.undoLastMigration();
    expect(await database.query(CATALOGUE)).toEqual([]);
    await dataSource.runMigrations();
    await dataSource.destroy();

    expect(await database.query(CATALOGUE)).toEqual(migrated);
  });

  it('name every constraint and index by kind and table', async () => {
    const names = await database.query<{ name: string; relation: string }>(NAMES);
    expect(names.filter(({ name, relation }) => !new RegExp(`^(pk|fk|uq|ck|ix)_${relation}`).test(name))).toEqual([]);
  });

  it('index what foreign keys point from', async () => {
    expect(await database.query(UNINDEXED_KEYS)).toEqual([]);
  });
}

/**
 * The tests that a database at the last of the migrations which the baseline replaces becomes one of this version as it is.
 * A file has the statements that make such a database, by pg_dump.
 */
function itAdoptsItsPredecessor(database: TestDatabase, { service, migrations }: Schema): void {
  const dump = path.join(__dirname, `../../../apps/${service}/test-data/before-baseline.sql`);
  describe('and a database from before the baseline', () => {
    const before = useDatabase({ name: `${service}_before`, migrations: [] });
    const migrate = () => runMigrations({ url: before.url, applicationName: 'migrations spec', migrations });
    const done = () => before.query<{ name: string }>('SELECT m.name FROM migration m ORDER BY m.id');

    beforeAll(async () => {
      const client = new Client({ connectionString: before.url });
      await client.connect();
      await client.query('DROP TABLE migration');
      await client.query(fs.readFileSync(dump, 'utf8'));
      await client.end();
    });

    it('refuse it when one of the migrations has not run, and say what to do', async () => {
      const schema = await before.query(CATALOGUE);
      const [last] = await before.query<{ id: number; timestamp: string; name: string }>(
        'DELETE FROM migration m WHERE m.id = (SELECT max(id) FROM migration) RETURNING m.id, m.timestamp, m.name',
      );

      await expect(migrate()).rejects.toThrow(
        new RegExp(`: 1 of the \\d+ migrations that Baseline\\d+ replaces have not run, up to ${last!.name}\\. Run`),
      );
      expect(await before.query(CATALOGUE)).toEqual(schema);
      await before.query('INSERT INTO migration VALUES ($1, $2, $3)', [last!.id, last!.timestamp, last!.name]);
    });

    it('adopt it once, and run what came after the baseline', async () => {
      const earlier = await done();

      expect(await migrate()).toEqual(migrations.slice(1).map((migration) => migration.name));
      expect(await migrate()).toEqual([]);
      expect(await before.query(CATALOGUE)).toEqual(await database.query(CATALOGUE));
      expect(await done()).toEqual([...earlier, ...migrations.map((migration) => ({ name: migration.name }))]);
    });
  });
}
