import { useDatabase } from '@wardstone/testing';
import { dataSourceOptions } from '@wardstone/database';
import { DataSource } from 'typeorm';
import { MIGRATIONS } from '../data-source';
import { givenGuide, givenPolicy, givenProfile, givenSystem } from './builders';

describe('the migrations', () => {
  const db = useDatabase({ name: 'compliance', migrations: MIGRATIONS });
  const schema = () =>
    db.query(
      `SELECT 'column' AS kind, table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable AS what
         FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> 'migration'
       UNION ALL SELECT 'index', indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename <> 'migration'
       UNION ALL SELECT 'constraint', conrelid::regclass || ' ' || pg_get_constraintdef(oid)
         FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND conrelid <> 'migration'::regclass
       UNION ALL SELECT 'trigger', pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
       UNION ALL SELECT 'policy', tablename || ' ' || policyname FROM pg_policies
       UNION ALL SELECT 'function', proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace
       ORDER BY 1, 2`,
    );

  it('go down to nothing and up again to the same schema', async () => {
    const migrated = await schema();
    const options = dataSourceOptions({ url: db.url, applicationName: 'migrations spec', migrations: MIGRATIONS });
    const dataSource = await new DataSource(options).initialize();
    for (const _migration of MIGRATIONS) await dataSource.undoLastMigration();
    expect(await schema()).toEqual([]);
    await dataSource.runMigrations();
    await dataSource.destroy();

    expect(await schema()).toEqual(migrated);
  });

  it('name every constraint and index by kind and table', async () => {
    const names = await db.query<{ name: string; relation: string }>(
      `SELECT c.conname AS name, c.conrelid::regclass::text AS relation FROM pg_constraint c
        WHERE c.connamespace = 'public'::regnamespace AND c.contype <> 'n' AND c.conrelid <> 'migration'::regclass
       UNION
       SELECT i.indexname, i.tablename FROM pg_indexes i WHERE i.schemaname = 'public' AND i.tablename <> 'migration'`,
    );

    expect(names.filter(({ name, relation }) => !new RegExp(`^(pk|fk|uq|ck|ix)_${relation}`).test(name))).toEqual([]);
  });

  it('index what foreign keys point from', async () => {
    const missing = await db.query(
      `SELECT c.conname FROM pg_constraint c
        WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace
          AND NOT EXISTS (
            SELECT 1 FROM pg_index i
             WHERE i.indrelid = c.conrelid
               AND (i.indkey::smallint[])[0] = ANY (c.conkey))`,
    );

    expect(missing).toEqual([]);
  });

  it('keep the counters exact, whatever happens to the rows', async () => {
    const org = db.asOrg('counted');
    const policies = [];
    for (let i = 0; i < 3; i++) policies.push(await givenPolicy(db, { org_id: 'counted' }));
    const [first, second] = policies as [(typeof policies)[0], (typeof policies)[0]];
    const [shared] = [
      await givenSystem(db, { org_id: 'counted', policies }),
      await givenSystem(db, { org_id: 'counted', policies: [second] }),
    ];
    const counts = () =>
      org.query(
        `SELECT (SELECT a.policy_count FROM account a) AS kept, (SELECT count(*) FROM policy) AS counted,
                array_agg(p.total_system_count ORDER BY p.id) AS kept_systems,
                array_agg((SELECT count(*)::integer FROM policy_system ps WHERE ps.policy_id = p.id) ORDER BY p.id)
                  AS counted_systems
           FROM policy p`,
      );

    expect(await counts()).toEqual([{ kept: 3, counted: 3, kept_systems: [1, 2, 1], counted_systems: [1, 2, 1] }]);
    await org.query('DELETE FROM policy_system WHERE system_id = $1 AND policy_id = $2', [shared.id, first.id]);
    expect(await counts()).toEqual([{ kept: 3, counted: 3, kept_systems: [0, 2, 1], counted_systems: [0, 2, 1] }]);
    await org.query('DELETE FROM system WHERE id = $1', [shared.id]);
    expect(await counts()).toEqual([{ kept: 3, counted: 3, kept_systems: [0, 1, 0], counted_systems: [0, 1, 0] }]);
    await org.query('DELETE FROM policy WHERE id = $1', [second.id]);
    expect(await counts()).toEqual([{ kept: 2, counted: 2, kept_systems: [0, 0], counted_systems: [0, 0] }]);
  });

  it('let policies of every organisation follow the OS version of their guide', async () => {
    const guide = await givenGuide(db);
    const profile = await givenProfile(db, { security_guide_id: guide.id });
    for (const org_id of ['left', 'right']) await givenPolicy(db, { org_id, profile_id: profile.id });
    await db.query('UPDATE security_guide SET os_major_version = 77 WHERE id = $1', [guide.id]);

    for (const org of ['left', 'right']) {
      expect(await db.asOrg(org).query('SELECT p.os_major_version FROM policy p')).toEqual([{ os_major_version: 77 }]);
    }
  });
});
