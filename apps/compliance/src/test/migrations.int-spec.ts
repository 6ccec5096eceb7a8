import { itKeepsItsSchema, useDatabase } from '@wardstone/testing';
import { dataSourceOptions } from '@wardstone/database';
import { DataSource } from 'typeorm';
import { MIGRATIONS } from '../data-source';
import { ENTITIES } from '../entities';
import { FUNCTIONS, TRIGGERS } from '../migrations/functions';
import { CompactRuleResults1795475106598 } from '../migrations/1795475106598-compact-rule-results';
import { DaysWithExceptions1795727700000 } from '../migrations/1795727700000-days-with-exceptions';
import { givenGuide, givenPolicy, givenProfile, givenRules, givenSystem } from './builders';
import { givenTestResult } from './result.builder';

describe('the migrations', () => {
  const db = useDatabase({ name: 'compliance', migrations: MIGRATIONS });
  itKeepsItsSchema(db, {
    service: 'compliance',
    migrations: MIGRATIONS,
    entities: ENTITIES,
    statements: [...FUNCTIONS, ...TRIGGERS],
  });

  it('keep the counters exact after any change of the rows', async () => {
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

  it('keep the outcomes of the rules of results, compact or not', async () => {
    const profile = await givenProfile(db);
    const [first, second, third] = await givenRules(db, profile, 3);
    const policy = await givenPolicy(db, { profile_id: profile.id });
    const system = await givenSystem(db, { policies: [policy] });
    const { id } = await givenTestResult(db, policy, system, {
      rules: { [first!]: 'fail', [second!]: 'pass', [third!]: 'fail' },
    });
    const outcomes = () =>
      db
        .asOrg(policy.org_id)
        .query(
          'SELECT rr.rule_id, rr.result, rr.org_id FROM rule_result rr WHERE rr.test_result_id = $1 ORDER BY rr.rule_id',
          [id],
        );
    const before = await outcomes();
    const options = dataSourceOptions({ url: db.url, applicationName: 'migrations spec', migrations: MIGRATIONS });
    const dataSource = await new DataSource(options).initialize();
    const later = MIGRATIONS.slice(MIGRATIONS.indexOf(CompactRuleResults1795475106598));
    for (const _migration of later) await dataSource.undoLastMigration();
    const kinds: unknown = await dataSource.query(
      `SELECT c.relkind AS kind FROM pg_class c WHERE c.relname = 'rule_result'`,
    );
    const asRows = await outcomes();
    const org = db.asOrg(policy.org_id);
    await org.query('UPDATE test_result SET passed_rule_count = NULL');
    await dataSource.runMigrations();
    await dataSource.destroy();

    expect(before).toHaveLength(3);
    expect(kinds).toEqual([{ kind: 'r' }]);
    expect(asRows).toEqual(before);
    expect(await outcomes()).toEqual(before);
    expect(await org.query('SELECT t.passed_rule_count FROM test_result t')).toEqual([{ passed_rule_count: 1 }]);
  });

  it('fill days until the first exception, know whose systems are assigned, and leave the rest unknown', async () => {
    const policy = await givenPolicy(db);
    const [assigned, gone] = [
      await givenSystem(db, { policies: [policy] }),
      await givenSystem(db, { policies: [policy] }),
    ];
    for (const system of [assigned, gone]) await givenTestResult(db, policy, system);
    const options = dataSourceOptions({ url: db.url, applicationName: 'migrations spec', migrations: MIGRATIONS });
    const dataSource = await new DataSource(options).initialize();
    const later = MIGRATIONS.slice(MIGRATIONS.indexOf(DaysWithExceptions1795727700000));
    for (const _migration of later) await dataSource.undoLastMigration();
    const org = db.asOrg(policy.org_id);
    await org.query('DELETE FROM policy_system WHERE system_id = $1', [gone.id]);
    await org.query(
      `INSERT INTO report_day (org_id, report_id, day, reported, compliant, unsupported, not_applicable, score)
       SELECT $2, $1, day::date, 2, 1, 0, 0, 70 FROM unnest(ARRAY['2026-01-01', '2026-01-02', '2026-01-03']) day`,
      [policy.id, policy.org_id],
    );
    await org.query(
      `INSERT INTO waiver (org_id, rule_ref_id, policy_id, reason, expires_at, requested_at, requested_by, requested_by_name,
                           decision, decided_at, decided_by, decided_by_name)
       VALUES ($2, 'r1', $1, 'old', '2026-02-01', '2026-01-01', 'a', 'a', 'approved', '2026-01-02T23:59:59Z', 'b', 'b')`,
      [policy.id, policy.org_id],
    );
    await dataSource.runMigrations();
    await dataSource.destroy();

    expect(
      await org.query(
        `SELECT d.compliant_with_exceptions AS compliant, d.score_with_exceptions AS score, d.stale FROM report_day d ORDER BY d.day`,
      ),
    ).toEqual([
      { compliant: 1, score: 70, stale: null },
      { compliant: null, score: null, stale: null },
      { compliant: null, score: null, stale: null },
    ]);
    expect(await org.query('SELECT t.system_id FROM test_result t WHERE NOT t.is_assigned')).toEqual([
      { system_id: gone.id },
    ]);
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
