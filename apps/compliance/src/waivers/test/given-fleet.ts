import type { TestDatabase } from '@wardstone/testing';
import {
  givenPolicy,
  givenProfile,
  givenRules,
  givenSystem,
  type PolicySeed,
  type SystemSeed,
} from '../../test/builders';
import { givenTestResult } from '../../test/result.builder';

export interface Fleet {
  policy: PolicySeed;
  /** In the group `g1`. */
  system: SystemSeed;
  other: SystemSeed;
  rules: string[];
  refs: string[];
}

/** A policy with threshold 90 and two systems that failed the first four of five rules, with a score of 60. */
export async function givenFleet(db: TestDatabase): Promise<Fleet> {
  const profile = await givenProfile(db, { minors: [4] });
  const rules = await givenRules(db, profile, 5);
  const policy = await givenPolicy(db, { profile_id: profile.id, compliance_threshold: 90 });
  const system = await givenSystem(db, { policies: [policy], groups: [{ id: 'g1', name: 'one' }] });
  const other = await givenSystem(db, { policies: [policy] });
  const outcomes = Object.fromEntries(rules.map((id, n) => [id, n < 4 ? 'fail' : 'pass']));
  for (const one of [system, other]) {
    await givenTestResult(db, policy, one, { score: 60, failed_rule_count: 4, rules: outcomes });
  }
  const refs = await db.query<{ ref_id: string }>(
    'SELECT r.ref_id FROM rule r WHERE r.id = ANY ($1::uuid[]) ORDER BY array_position($1::uuid[], r.id)',
    [rules],
  );
  return { policy, system, other, rules, refs: refs.map(({ ref_id }) => ref_id) };
}
