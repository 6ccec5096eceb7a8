import { dataSourceOptions } from '@wardstone/database';
import { DataSource } from 'typeorm';
import { CATALOGUE } from './catalogue';
import { type EntityClass, itMatchesEntities } from './check-entities';
import { itDeclaresItsFunctions } from './check-functions';
import type { TemplateSource } from './template-database';
import type { TestDatabase } from './use-database';

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
  /** Tables that TypeORM must ignore. */
  readonly unsynchronized?: readonly string[];
  /** The present text of functions and triggers. */
  readonly statements?: readonly string[];
}

/** The tests that every service's migrations pass. `database` is the spec file's own, made of the same migrations. */
export function itKeepsItsSchema(database: TestDatabase, schema: Schema): void {
  itMigratesCleanly(database, schema);
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
