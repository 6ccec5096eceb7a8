import { itKeepsItsSchema, useDatabase } from '@wardstone/testing';
import { MIGRATIONS } from '../data-source';
import { ENTITIES } from '../entities';
import { FUNCTIONS, TRIGGERS } from '../migrations/functions';
import { givenGuide, givenPolicy, givenProfile, givenSystem } from './builders';

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
