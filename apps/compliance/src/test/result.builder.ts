import { TEST_ORG, type TestDatabase } from '@wardstone/testing';
import { anId, type PolicySeed, type SystemSeed } from './builders';

export interface ResultSeed {
  id: string;
  start_time: Date | null;
  end_time: Date;
  score: number | null;
  supported: boolean;
  failed_rule_count: number;
}

/** The tailoring of a policy for a minor, made on first use from the policy's own profile or from `profileId`. */
export async function givenTailoring(
  db: TestDatabase,
  policy: PolicySeed,
  minor = 4,
  profileId = policy.profile_id,
): Promise<string> {
  const org = db.asOrg(policy.org_id);
  await org.query(
    `INSERT INTO tailoring (id, org_id, policy_id, profile_id, os_minor_version)
     VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
    [anId(), policy.org_id, policy.id, profileId, minor],
  );
  const [row] = await org.query<{ id: string }>(
    'SELECT t.id FROM tailoring t WHERE t.policy_id = $1 AND t.os_minor_version = $2',
    [policy.id, minor],
  );
  return row!.id;
}

/** Gives the tailoring of a policy the rules and values of its profile, as the assignment of a system does. */
export const fillTailoring = (db: TestDatabase, policy: PolicySeed): Promise<unknown> =>
  db.asOrg(policy.org_id).query(
    `WITH given AS (
            INSERT INTO tailoring_rule (org_id, tailoring_id, rule_id)
            SELECT t.org_id, t.id, pr.rule_id FROM tailoring t JOIN profile_rule pr ON pr.profile_id = t.profile_id
             WHERE t.policy_id = $1)
     UPDATE tailoring t SET value_overrides = pr.value_overrides FROM profile pr WHERE pr.id = t.profile_id AND t.policy_id = $1`,
    [policy.id],
  );

/**
 * A supported result of a system with a score of 100; `rules` are outcomes by rule id, `profileId` is the profile of
 * the tailoring if it differs from the policy's.
 */
export async function givenTestResult(
  db: TestDatabase,
  policy: PolicySeed,
  system: SystemSeed,
  {
    rules = {},
    profileId,
    ...over
  }: Partial<ResultSeed> & { rules?: Readonly<Record<string, string>>; profileId?: string } = {},
): Promise<ResultSeed> {
  const result: ResultSeed = {
    id: anId(),
    start_time: null,
    end_time: new Date('2026-01-10T08:00:00Z'),
    score: 100,
    supported: true,
    failed_rule_count: 0,
    ...over,
  };
  const tailoringId = await givenTailoring(db, policy, system.os_minor_version, profileId);
  const org = db.asOrg(TEST_ORG);
  await org.query(
    `INSERT INTO test_result (id, org_id, tailoring_id, report_id, system_id, start_time, end_time, score, supported,
                              failed_rule_count, passed_rule_count)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      result.id,
      TEST_ORG,
      tailoringId,
      policy.id,
      system.id,
      result.start_time,
      result.end_time,
      result.score,
      result.supported,
      result.failed_rule_count,
      Object.values(rules).filter((outcome) => outcome === 'pass').length,
    ],
  );
  await givenOutcomes(db, result.id, rules);
  return result;
}

/** Outcomes of the rules of a result, by their ids. */
export async function givenOutcomes(
  db: TestDatabase,
  resultId: string,
  rules: Readonly<Record<string, string>>,
): Promise<void> {
  const org = db.asOrg(TEST_ORG);
  await org.query(
    `INSERT INTO rule_number (rule_id, security_guide_id)
     SELECT r.id, r.security_guide_id FROM rule r WHERE r.id = ANY ($1::uuid[]) ON CONFLICT DO NOTHING`,
    [Object.keys(rules)],
  );
  await org.query(
    `INSERT INTO rule_outcome (org_id, test_result_id, security_guide_id, result, rule_numbers)
     SELECT $1, $2, (array_agg(n.security_guide_id))[1], given.result, array_agg(n.number)
       FROM unnest($3::uuid[], $4::text[]) given (rule_id, result) JOIN rule_number n ON n.rule_id = given.rule_id
      GROUP BY given.result`,
    [TEST_ORG, resultId, Object.keys(rules), Object.values(rules)],
  );
}
