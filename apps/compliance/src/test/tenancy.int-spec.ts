import { BASE, useCompliance } from './use-compliance';
import { givenPolicy, givenProfile, givenRules, givenSystem, type PolicySeed, type SystemSeed } from './builders';
import { givenTestResult, type ResultSeed } from './result.builder';

/** Tables that belong to organisations. */
const ORG_OWNED = [
  'account',
  'policy',
  'system',
  'policy_system',
  'tailoring',
  'tailoring_rule',
  'test_result',
  'rule_outcome',
  'result_day',
  'report_day',
  'scan',
  'waiver',
  'monitoring_state',
  'monitoring_fact',
  'monitoring_wait',
];

describe('two organisations', () => {
  const { db, api } = useCompliance();
  let policy: PolicySeed;
  let system: SystemSeed;
  let theirs: SystemSeed;
  let result: ResultSeed;
  const stranger = api.as({ orgId: 'umbrella' });

  beforeAll(async () => {
    const profile = await givenProfile(db, { minors: [4] });
    const [rule] = await givenRules(db, profile, 1);
    policy = await givenPolicy(db, { profile_id: profile.id });
    system = await givenSystem(db, { policies: [policy] });
    result = await givenTestResult(db, policy, system, { rules: { [rule!]: 'fail' } });
    await givenPolicy(db, { org_id: 'umbrella', title: 'theirs', profile_id: policy.profile_id });
    theirs = await givenSystem(db, { org_id: 'umbrella' });
  });

  it('list their own policies only', async () => {
    const { body } = await stranger.get(`${BASE}/policies`).expect(200);

    expect(body.data.map(({ title }: { title: string }) => title)).toEqual(['theirs']);
    expect(body.meta.total).toBe(1);
    const filtered = await stranger.get(`${BASE}/policies?filter=os_major_version%3D8`).expect(200);
    expect(filtered.body.meta.total).toBe(1);
  });

  it('cannot tell a record of the other one from a record that is not there', async () => {
    const policyText = { errors: [`V2::Policy not found with ID ${policy.id}`] };
    const systemText = { errors: [`V2::System not found with ID ${system.id}`] };
    const path = `${BASE}/policies/${policy.id}`;

    expect((await stranger.get(path).expect(404)).body).toEqual(policyText);
    expect((await stranger.patch(path).send({ description: 'x' }).expect(404)).body).toEqual(policyText);
    expect((await stranger.delete(path).expect(404)).body).toEqual(policyText);
    expect((await stranger.patch(`${path}/systems/${system.id}`).expect(404)).body).toEqual(policyText);
    expect((await stranger.get(`${BASE}/systems/${system.id}`).expect(404)).body).toEqual(systemText);
    expect((await stranger.get(`${BASE}/systems/${system.id}/policies`).expect(404)).body).toEqual(systemText);
    expect((await stranger.delete(`${BASE}/systems/${system.id}`).expect(404)).body).toEqual(systemText);
    expect((await api.get(path).expect(200)).body.data.description).toBe(policy.description);
  });

  it('list their own systems and reports only', async () => {
    const systems = await stranger.get(`${BASE}/systems`).expect(200);
    const reports = await stranger.get(`${BASE}/reports`).expect(200);

    expect(systems.body.data.map(({ id }: { id: string }) => id)).toEqual([theirs.id]);
    expect((await stranger.get(`${BASE}/systems/os_versions`).expect(200)).body).toEqual(['8.4']);
    expect(reports.body.data.map(({ title }: { title: string }) => title)).toEqual(['theirs']);
    expect(reports.body.data[0]).toMatchObject({ assigned_system_count: 0, reported_system_count: 0 });
  });

  it.each([
    '',
    '/stats',
    '/systems',
    '/systems/os_versions',
    '/test_results',
    '/test_results/os_versions',
    '/test_results/security_guide_versions',
  ])('cannot look into a report of the other one: %s', async (part) => {
    const path = `${BASE}/reports/${policy.id}${part}`;
    await api.get(path).expect(200);

    expect((await stranger.get(path).expect(404)).body).toEqual({
      errors: [`V2::Report not found with ID ${policy.id}`],
    });
  });

  it('cannot reach the results of the other one, nor delete or replace them', async () => {
    const path = `${BASE}/reports/${policy.id}/test_results/${result.id}`;
    const ofSystem = { errors: [`V2::System not found with ID ${system.id}`] };

    await stranger.get(path).expect(404);
    await stranger.get(`${path}/rule_results`).expect(404);
    await stranger.delete(`${BASE}/reports/${policy.id}`).expect(404);
    await stranger.post(`${BASE}/policies/${policy.id}/systems`).send({ ids: [] }).expect(404);
    expect((await stranger.get(`${BASE}/systems/${system.id}/reports`).expect(404)).body).toEqual(ofSystem);
    expect((await api.get(`${path}/rule_results`).expect(200)).body.meta.total).toBe(1);
  });

  it.each(ORG_OWNED)('see only their own rows of %s, even if a query has no condition', async (table) => {
    expect(
      await db.query(
        'SELECT relrowsecurity AS is_on, relforcerowsecurity AS is_forced FROM pg_class WHERE oid = $1::regclass',
        [table],
      ),
    ).toEqual([{ is_on: true, is_forced: true }]);
    for (const org of ['acme', 'umbrella', 'nobody']) {
      const rows = await db.asOrg(org).query<{ org_id: string }>(`SELECT t.org_id FROM ${table} t`);
      expect(rows.every(({ org_id }) => org_id === org)).toBe(true);
    }
    expect(await db.query(`SELECT 1 FROM ${table}`)).toEqual([]);
  });

  it('have rows in the tables that the loop above checks', async () => {
    const count = (org: string) =>
      db.asOrg(org).query(
        `SELECT (SELECT count(*) FROM policy) AS policies, (SELECT count(*) FROM system) AS systems,
                (SELECT count(*) FROM policy_system) AS assignments, (SELECT count(*) FROM account) AS accounts,
                (SELECT count(*) FROM test_result) AS results, (SELECT count(*) FROM rule_result) AS outcomes`,
      );

    expect(await count('acme')).toEqual([
      { policies: 1, systems: 1, assignments: 1, accounts: 1, results: 1, outcomes: 1 },
    ]);
    expect(await count('umbrella')).toEqual([
      { policies: 1, systems: 1, assignments: 0, accounts: 1, results: 0, outcomes: 0 },
    ]);
  });

  it('cannot write into the other one, not even by pointing at its rows', async () => {
    const umbrella = db.asOrg('umbrella');
    const insert = (org: string) =>
      umbrella.query('INSERT INTO policy_system (org_id, policy_id, system_id) VALUES ($1, $2, $3)', [
        org,
        policy.id,
        theirs.id,
      ]);

    await expect(insert('acme')).rejects.toThrow(/row-level security/);
    await expect(insert('umbrella')).rejects.toThrow(/foreign key/);
  });
});
