import fc from 'fast-check';
import { TEST_ORG } from '@wardstone/testing';
import { givenPolicy, givenProfile, givenRules, givenSystem, type SystemSeed } from '../../test/builders';
import { givenTestResult } from '../../test/result.builder';
import { BASE, useCompliance } from '../../test/use-compliance';

const { db, api } = useCompliance();
const GROUPS = ['g1', 'g2'].map((id) => ({ id, name: id }));

/** Scope of a waiver, by places in the lists of the fleet; at least one is given. */
interface Scope {
  rule: number;
  policy: number | null;
  group: number | null;
  systems: number[] | null;
  ended: boolean;
  result: string | null;
}

const scope: fc.Arbitrary<Scope> = fc
  .record({
    rule: fc.nat(2),
    policy: fc.option(fc.nat(1)),
    group: fc.option(fc.nat(1)),
    systems: fc.option(fc.uniqueArray(fc.nat(3), { minLength: 1, maxLength: 2 })),
    ended: fc.boolean(),
    result: fc.constantFrom(null, null, 'pass', 'notapplicable', 'fail'),
  })
  .filter(({ policy, group, systems }) => policy !== null || group !== null || systems !== null);

describe('the waived rules of results', () => {
  it('equal those computed one by one, whatever the waivers cover', async () => {
    const profile = await givenProfile(db, { minors: [4] });
    const rules = await givenRules(db, profile, 3);
    const policies = [
      await givenPolicy(db, { profile_id: profile.id }),
      await givenPolicy(db, { profile_id: profile.id }),
    ];
    const systems: SystemSeed[] = [];
    for (const groups of [[], [GROUPS[0]!], [GROUPS[1]!], GROUPS]) {
      systems.push(await givenSystem(db, { policies, groups }));
    }
    const failed = Object.fromEntries(rules.map((id) => [id, 'fail']));
    for (const policy of policies) {
      for (const system of systems)
        await givenTestResult(db, policy, system, { score: 40, failed_rule_count: 3, rules: failed });
    }
    const refs = await db.query<{ ref_id: string }>(
      'SELECT r.ref_id FROM rule r WHERE r.id = ANY ($1::uuid[]) ORDER BY array_position($1::uuid[], r.id)',
      [rules],
    );
    /** In place of all waivers, which nothing removes. */
    const replaceWaivers = async (scopes: readonly Scope[]): Promise<void> => {
      const org = db.asOrg(TEST_ORG);
      await org.query('UPDATE waiver SET expires_at = $1 WHERE TRUE', [new Date(0)]);
      for (const { rule, policy, group, systems: places, ended, result } of scopes) {
        await org.query(
          `INSERT INTO waiver (org_id, rule_ref_id, policy_id, group_id, system_ids, reason, expires_at, requested_at,
                               requested_by, requested_by_name, decision, decided_at, decided_by, decided_by_name, result)
           VALUES ($1, $2, $3, $4, $5, 'x', $6, $7, 'a', 'a', 'approved', $7, 'b', 'b', $8)`,
          [
            TEST_ORG,
            refs[rule]!.ref_id,
            policy === null ? null : policies[policy]!.id,
            group === null ? null : GROUPS[group]!.id,
            places && places.map((place) => systems[place]!.id),
            new Date(api.clock.now() + (ended ? -1 : 1) * 60_000),
            new Date(api.clock.now() - 120_000),
            result,
          ],
        );
      }
    };
    const isFor = (one: Scope, policy: number, system: number): boolean =>
      !one.ended &&
      (one.policy === null || one.policy === policy) &&
      (one.systems === null || one.systems.includes(system)) &&
      (one.group === null || systems[system]!.groups.some(({ id }) => id === GROUPS[one.group!]!.id));

    await fc.assert(
      fc.asyncProperty(fc.array(scope, { minLength: 1, maxLength: 6 }), async (scopes) => {
        await replaceWaivers(scopes);
        for (const [at, policy] of policies.entries()) {
          const { body } = await api.get(`${BASE}/reports/${policy.id}/test_results?limit=100`).expect(200);
          const counted = new Map<string, number>(
            body.data.map((row: { system_id: string; waived_rule_count: number }) => [
              row.system_id,
              row.waived_rule_count,
            ]),
          );
          const excepted = (await api.get(`${BASE}/reports/${policy.id}`).expect(200)).body.data;
          const expected = systems.map((_system, place) => {
            const covered = rules.filter((_rule, rule) => {
              const own = scopes.filter((one) => one.rule === rule && isFor(one, at, place));
              return own.length > 0 && own.every(({ result }) => result !== 'fail');
            });
            return covered.length;
          });

          expect(systems.map(({ id }) => counted.get(id))).toEqual(expected);
          expect(excepted.compliant_with_exceptions_system_count).toBe(expected.filter((count) => count === 3).length);
        }
      }),
      { seed: 29, numRuns: 12 },
    );
  });
});
