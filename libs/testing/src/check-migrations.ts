import { dataSourceOptions } from '@wardstone/database';
import { DataSource } from 'typeorm';
import type { TemplateSource } from './template-database';
import type { TestDatabase } from './use-database';

/** What the public schema holds; neither what belongs to extensions nor the list of migrations itself. */
const SCHEMA = `
  SELECT 'column' AS kind, table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable AS what
    FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> 'migration'
  UNION ALL SELECT 'index', indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename <> 'migration'
  UNION ALL SELECT 'constraint', conrelid::regclass || ' ' || pg_get_constraintdef(oid)
    FROM pg_constraint
   WHERE connamespace = 'public'::regnamespace AND conrelid <> 0 AND conrelid <> 'migration'::regclass
  UNION ALL SELECT 'trigger', pg_get_triggerdef(t.oid)
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
   WHERE NOT t.tgisinternal AND c.relnamespace = 'public'::regnamespace
  UNION ALL SELECT 'policy', tablename || ' ' || policyname FROM pg_policies WHERE schemaname = 'public'
  UNION ALL SELECT 'function', f.proname FROM pg_proc f
   WHERE f.pronamespace = 'public'::regnamespace
     AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = f.oid AND d.deptype = 'e')
  ORDER BY 1, 2`;

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

/** The tests that every service's migrations pass. `database` is the spec file's own, made of the same migrations. */
export function itMigratesCleanly(database: TestDatabase, { migrations }: Pick<TemplateSource, 'migrations'>): void {
  it('go down to nothing and up again to the same schema', async () => {
    const migrated = await database.query(SCHEMA);
    const options = dataSourceOptions({ url: database.url, applicationName: 'migrations spec', migrations });
    const dataSource = await new DataSource(options).initialize();
    for (const _migration of migrations) await dataSource.undoLastMigration();
    expect(await database.query(SCHEMA)).toEqual([]);
    await dataSource.runMigrations();
    await dataSource.destroy();

    expect(await database.query(SCHEMA)).toEqual(migrated);
  });

  it('name every constraint and index by kind and table', async () => {
    const names = await database.query<{ name: string; relation: string }>(NAMES);
    expect(names.filter(({ name, relation }) => !new RegExp(`^(pk|fk|uq|ck|ix)_${relation}`).test(name))).toEqual([]);
  });

  it('index what foreign keys point from', async () => {
    expect(await database.query(UNINDEXED_KEYS)).toEqual([]);
  });
}
