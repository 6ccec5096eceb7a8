import { type Requests, TEST_ORG, type TestDatabase } from '@wardstone/testing';
import { aTestResult } from '../../../../../libs/scap/test/scan.builder';
import { givenScannableSystem, type Scannable, uploadResult } from '../../test-results/test/given-scannable-system';
import { givenProfile, givenSystem, type ProfileSeed, type SystemSeed } from '../builders';
import { BASE } from '../use-compliance';

/** A guide, a policy for the minors 4 and 6 with one tailoring of the rule r1, and a system whose scan found r2 failing. */
export interface Fixture extends Scannable {
  benchmark: string;
  /** By the client's parameter names; each operation uses those it needs. */
  ids: Record<
    | 'securityGuideId'
    | 'profileId'
    | 'ruleId'
    | 'ruleGroupId'
    | 'valueDefinitionId'
    | 'policyId'
    | 'tailoringId'
    | 'systemId'
    | 'reportId'
    | 'testResultId',
    string
  >;
  /** A rule that is not in the tailoring. */
  spareRuleId: string;
  /** On no policy: a profile registered for minor 5, and a system that may be assigned. */
  spareProfile: ProfileSeed;
  spareSystem: SystemSeed;
}

/** An operation: its arguments besides the ids of the fixture, and its expected response. */
export interface Case {
  with?: (fixture: Fixture) => Record<string, unknown>;
  expected: (fixture: Fixture) => unknown;
}

export async function givenFixture(db: TestDatabase, requests: Requests): Promise<Fixture> {
  const scannable = await givenScannableSystem(db, requests, {
    tags: [{ namespace: 'site', key: 'town', value: 'north' }],
  });
  const { guideId, policy, system, benchmark } = scannable;
  const toId = async (table: string, refId: string): Promise<string> => {
    const [row] = await db.query<{ id: string }>(
      `SELECT t.id FROM ${table} t WHERE t.security_guide_id = $1 AND t.ref_id = $2`,
      [guideId, refId],
    );
    return row!.id;
  };
  await requests
    .put(`${BASE}/security_guides/${guideId}/profiles/${policy.profile_id}/os_minor_versions`)
    .send({ os_minor_versions: [4, 6] })
    .expect(202);
  const ruleId = await toId('rule', 'r1');
  const tailorings = `${BASE}/policies/${policy.id}/tailorings`;
  await requests
    .post(`${tailorings}/4/rules`)
    .send({ ids: [ruleId] })
    .expect(202);
  const tailoring = await requests.get(`${tailorings}/4`).expect(200);
  const result = await uploadResult(requests, system.id, aTestResult({ benchmark })).expect(201);
  return {
    ...scannable,
    ids: {
      securityGuideId: guideId,
      profileId: policy.profile_id,
      ruleId,
      ruleGroupId: await toId('rule_group', 'g1'),
      valueDefinitionId: await toId('value_definition', 'v1'),
      policyId: policy.id,
      tailoringId: idIn(tailoring.body),
      systemId: system.id,
      reportId: policy.id,
      testResultId: idIn(result.body),
    },
    spareRuleId: await toId('rule', 'r3'),
    spareProfile: await givenProfile(db, { security_guide_id: guideId, minors: [5] }),
    spareSystem: await givenSystem(db, { org_id: TEST_ORG }),
  };
}

const idIn = (body: unknown): string => (body as { data: { id: string } }).data.id;
