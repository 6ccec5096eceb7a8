import { BASE, useCompliance } from '../../test/use-compliance';
import {
  givenGuide,
  givenPolicy,
  givenProfile,
  givenRules,
  givenSystem,
  type PolicySeed,
  type SystemSeed,
} from '../../test/builders';
import { givenTestResult } from '../../test/result.builder';

const UNKNOWN = '11111111-2222-4333-8444-555555555555';
const REPORTS = `${BASE}/reports`;
const GROUP = { id: 'g1', name: 'one' };
const { db, api } = useCompliance();

let nothing: PolicySeed;
let half: PolicySeed;
let all: PolicySeed;
let seen: SystemSeed;

const titlesIn = (body: { data: { title: string }[] }): string[] => body.data.map(({ title }) => title);
const list = async (parameters: Readonly<Record<string, string>>, path = REPORTS): Promise<string[]> => {
  const { body } = await api.get(`${path}?${new URLSearchParams(parameters).toString()}`).expect(200);
  expect(body.meta.total).toBe(body.data.length);
  return titlesIn(body);
};
const getRefusal = async (path: string): Promise<[number, string]> => {
  const { status, body } = await api.get(`${BASE}${path}`);
  return [status, body.errors[0]];
};
const textNotFound = `V2::Report not found with ID ${UNKNOWN}`;

beforeAll(async () => {
  const seven = await givenGuide(db, { os_major_version: 7 });
  nothing = await givenPolicy(db, { title: 'nothing', business_objective: 'b', compliance_threshold: 10 });
  half = await givenPolicy(db, { title: 'Half', compliance_threshold: 80 });
  all = await givenPolicy(db, {
    title: 'all',
    business_objective: 'a',
    compliance_threshold: 50.5,
    profile_id: (await givenProfile(db, { security_guide_id: seven.id })).id,
  });
  seen = await givenSystem(db, { groups: [GROUP], policies: [half, all] });
  await givenTestResult(db, half, seen, { score: 80 });
  await givenTestResult(db, all, seen, { score: 50.5 });
  const results = [{ score: 79.999 }, { score: 100, supported: false }, { score: null }, { score: 100 }];
  for (const result of results) {
    await givenTestResult(db, half, await givenSystem(db, { policies: [half] }), result);
  }
  await givenSystem(db, { policies: [half] });
  await givenPolicy(db, { org_id: 'umbrella', title: 'theirs' });
});

describe('GET /reports', () => {
  it('counts the systems of each policy', async () => {
    const { body } = await api.get(`${REPORTS}?sort_by=title`).expect(200);
    const { data } = body;

    expect(titlesIn(body)).toEqual(['Half', 'all', 'nothing']);
    expect(data[0]).toEqual({
      id: half.id,
      title: 'Half',
      description: half.description,
      business_objective: null,
      compliance_threshold: 80,
      type: 'report',
      os_major_version: 8,
      profile_title: 'CIS Benchmark',
      ref_id: expect.stringContaining('profile') as string,
      all_systems_exposed: true,
      percent_compliant: 33,
      assigned_system_count: 6,
      compliant_system_count: 2,
      unsupported_system_count: 1,
      reported_system_count: 5,
      never_reported_system_count: 1,
      not_applicable_system_count: 4,
      stale_system_count: 0,
      stale_compliant_system_count: 0,
      percent_compliant_with_exceptions: 33,
      compliant_with_exceptions_system_count: 2,
      stale_compliant_with_exceptions_system_count: 0,
      max_result_age_days: null,
      profile_id: half.profile_id,
      security_guide_id: expect.any(String) as string,
    });
    expect(Object.keys(data[0]).slice(9)).toEqual([
      'all_systems_exposed',
      'percent_compliant',
      'assigned_system_count',
      'compliant_system_count',
      'unsupported_system_count',
      'reported_system_count',
      'never_reported_system_count',
      'not_applicable_system_count',
      'stale_system_count',
      'stale_compliant_system_count',
      'percent_compliant_with_exceptions',
      'compliant_with_exceptions_system_count',
      'stale_compliant_with_exceptions_system_count',
      'max_result_age_days',
      'profile_id',
      'security_guide_id',
    ]);
    expect(data[1]).toMatchObject({ percent_compliant: 100, assigned_system_count: 1, os_major_version: 7 });
    expect(data[2]).toMatchObject({ percent_compliant: 0, assigned_system_count: 0, all_systems_exposed: true });
    expect(body.meta).toEqual({ total: 3, limit: 10, offset: 0, sort_by: 'title' });
  });

  it('counts only what the caller sees', async () => {
    const { body } = await api.as({ inventoryGroups: ['g1'] }).get(`${REPORTS}?sort_by=percent_compliant:desc,title`);

    expect(titlesIn(body)).toEqual(['Half', 'all', 'nothing']);
    expect(body.data[0]).toMatchObject({
      all_systems_exposed: false,
      percent_compliant: 100,
      assigned_system_count: 1,
      reported_system_count: 1,
      never_reported_system_count: 0,
    });
    expect(body.data[1].all_systems_exposed).toBe(true);
  });

  it.each([
    ['title:desc', ['nothing', 'all', 'Half']],
    ['os_major_version,title', ['all', 'Half', 'nothing']],
    ['os_major_version:desc,title', ['Half', 'nothing', 'all']],
    ['business_objective', ['all', 'nothing', 'Half']],
    ['business_objective:desc', ['Half', 'nothing', 'all']],
    ['compliance_threshold', ['nothing', 'all', 'Half']],
    ['percent_compliant', ['nothing', 'Half', 'all']],
    ['percentCompliant:desc', ['all', 'Half', 'nothing']],
    ['with_reported_systems:desc,percent_compliant', ['Half', 'all', 'nothing']],
  ])('sorts by %s', async (sort_by, expected) => expect(await list({ sort_by })).toEqual(expected));

  it.each([
    ['title = Half', ['Half']],
    ['title ~ ha', ['Half']],
    ['os_major_version = 7', ['all']],
    ['os_major_version != 7', ['Half', 'nothing']],
    ['os_major_version ^ (7 9)', ['all']],
    ['os_major_version !^ (7 9)', ['Half', 'nothing']],
    ['with_reported_systems = true', ['Half', 'all']],
    ['with_reported_systems = false', ['Half', 'all']],
    ['not with_reported_systems = true', ['nothing']],
    ['percent_compliant = 33', ['Half']],
    ['percent_compliant = 33.5', []],
    ['percent_compliant > 33', ['all']],
    ['percent_compliant >= 33', ['Half', 'all']],
    ['percent_compliant < 33.5', ['Half', 'nothing']],
    ['percent_compliant <= 0', ['nothing']],
    ['percent_compliant >= 0 and title = all', ['all']],
  ])('filters by %s', async (filter, expected) => expect(await list({ filter, sort_by: 'title' })).toEqual(expected));

  it('does not count a result of a hidden system as reported', async () => {
    const { body } = await api
      .as({ inventoryGroups: ['g2'] })
      .get(`${REPORTS}?filter=${encodeURIComponent('with_reported_systems = true')}`)
      .expect(200);

    expect(body.data).toEqual([]);
  });

  it.each([
    ['/reports?tags=a/b', 422, 'found unpermitted parameter: :tags'],
    ['/reports?sort_by=profile_title', 422, `Result cannot be sorted by the 'profile_title' column.`],
    [
      '/reports?filter=percent_compliant%3Dhigh',
      422,
      `Invalid parameter: Value 'high' is not valid for field 'percent_compliant'`,
    ],
    [
      '/reports?filter=percent_compliant!%3D1',
      422,
      `Invalid parameter: the operator 'ne' is not supported for field 'percent_compliant'`,
    ],
    ['/reports/os_versions?limit=5', 422, 'found unpermitted parameter: :limit'],
    ['/reports/abc', 404, 'V2::Report not found with ID abc'],
    [`/reports/${UNKNOWN}`, 404, textNotFound],
    [`/reports/${UNKNOWN}?limit=1`, 422, 'found unpermitted parameter: :limit'],
    ['/reports/abc/stats', 422, 'Invalid parameter: report_id is not permitted'],
    [`/reports/${UNKNOWN}/stats`, 404, textNotFound],
    [`/reports/${UNKNOWN}/stats?a=1`, 422, 'found unpermitted parameter: :a'],
    [`/reports/${UNKNOWN}/systems?sort_by=x`, 404, textNotFound],
    [`/reports/${UNKNOWN}/systems/os_versions`, 404, textNotFound],
    [`/reports/${UNKNOWN}/systems/${UNKNOWN}`, 404, textNotFound],
  ])('%s returns %i', async (path, status, text) => expect(await getRefusal(path)).toEqual([status, text]));

  it('lists major versions of all reports, or of filtered ones', async () => {
    expect((await api.get(`${REPORTS}/os_versions`).expect(200)).body).toEqual([7, 8]);
    expect((await api.get(`${REPORTS}/os_versions?filter=percent_compliant%3D100`).expect(200)).body).toEqual([7]);
  });

  it('returns one report', async () => {
    const { body } = await api.get(`${REPORTS}/${half.id.toUpperCase()}`).expect(200);

    expect(body.data).toMatchObject({ id: half.id, percent_compliant: 33 });
    expect((await api.as({ orgId: 'umbrella' }).get(`${REPORTS}/${half.id}`).expect(404)).body).toEqual({
      errors: [`V2::Report not found with ID ${half.id}`],
    });
  });
});

describe('GET /systems/{system_id}/reports', () => {
  it('lists the reports of the policies of the system', async () => {
    const path = `${BASE}/systems/${seen.id}/reports`;

    expect(await list({ sort_by: 'percent_compliant:desc' }, path)).toEqual(['all', 'Half']);
    expect(await list({ filter: 'title = all' }, path)).toEqual(['all']);
    for (const field of ['os_major_version', 'with_reported_systems', 'percent_compliant']) {
      expect(await getRefusal(`/systems/${seen.id}/reports?filter=${field}%3D1`)).toEqual([
        422,
        `Invalid parameter: Field '${field}' is not searchable in this context`,
      ]);
    }
    expect(await getRefusal(`/systems/${seen.id}/reports?sort_by=os_major_version`)).toEqual([
      422,
      `Result cannot be sorted by the 'os_major_version' column.`,
    ]);
    expect(await getRefusal(`/systems/${UNKNOWN}/reports`)).toEqual([404, `V2::System not found with ID ${UNKNOWN}`]);
  });
});

describe('GET /reports/{report_id}/systems', () => {
  it('lists the systems of the policy with all their policies', async () => {
    const { body } = await api.get(`${REPORTS}/${half.id}/systems?filter=group_id%3Dg1`).expect(200);

    expect(body.data).toHaveLength(1);
    expect(body.data[0].policies).toEqual([
      { id: half.id, title: 'Half' },
      { id: all.id, title: 'all' },
    ]);
    expect(body.meta.tags).toEqual([]);
    expect((await api.get(`${REPORTS}/${half.id}/systems/os_versions`).expect(200)).body).toEqual(['8.4']);
  });

  it('finds the systems that never reported', async () => {
    const filter = encodeURIComponent('never_reported = true');
    const ofHalf = await api.get(`${REPORTS}/${half.id}/systems?filter=${filter}`).expect(200);
    const ofAll = await api.get(`${REPORTS}/${all.id}/systems?filter=${filter}`).expect(200);

    expect([ofHalf.body.meta.total, ofAll.body.meta.total]).toEqual([1, 0]);
    expect(await getRefusal(`/policies/${half.id}/systems?filter=${filter}`)).toEqual([
      422,
      `Invalid parameter: Field 'never_reported' is not searchable in this context`,
    ]);
  });

  it('reads a system of the report', async () => {
    const { body } = await api.get(`${REPORTS}/${half.id}/systems/${seen.id}`).expect(200);

    expect(body.data).toMatchObject({ id: seen.id, type: 'system' });
    expect(body.data.policies).toHaveLength(2);
    for (const id of [(await givenSystem(db)).id, UNKNOWN, 'abc']) {
      expect(await getRefusal(`/reports/${half.id}/systems/${id}`)).toEqual([
        404,
        `V2::System not found with ID ${id}`,
      ]);
    }
  });
});

describe('GET /reports/{report_id}/stats', () => {
  it('names the ten rules that failed most, the worst first', async () => {
    const profile = await givenProfile(db);
    const policy = await givenPolicy(db, { profile_id: profile.id });
    const rules = await givenRules(db, profile, 12);
    await db.query(`UPDATE rule SET severity = 'high' WHERE id = $1`, [rules[11]]);
    await db.query(
      `UPDATE rule SET severity = 'medium', identifier = '{"label": "CCE-1", "system": "cce"}' WHERE id = $1`,
      [rules[10]],
    );
    const failing = (ids: readonly string[], outcome: string) => Object.fromEntries(ids.map((id) => [id, outcome]));
    const [first, second, hidden] = await Promise.all([
      givenSystem(db, { policies: [policy] }),
      givenSystem(db, { policies: [policy] }),
      givenSystem(db, { policies: [policy], groups: [GROUP] }),
    ]);
    await givenTestResult(db, policy, first, { rules: { ...failing(rules, 'fail'), [rules[0]!]: 'pass' } });
    await givenTestResult(db, policy, second, { rules: { [rules[5]!]: 'error', [rules[10]!]: 'unknown' } });
    await givenTestResult(db, policy, hidden, { rules: failing(rules, 'fixed') });
    const stats = async (caller = api.as({ inventoryGroups: [null] })) =>
      (await caller.get(`${REPORTS}/${policy.id}/stats`).expect(200)).body.top_failed_rules;
    const top = await stats();

    expect(top).toHaveLength(10);
    expect(top[0]).toEqual({ title: 'A rule', ref_id: expect.any(String) as string, severity: 'high', count: 1 });
    expect(top[1]).toMatchObject({ severity: 'medium', count: 2, identifier: { label: 'CCE-1', system: 'cce' } });
    expect(Object.keys(top[1])).toEqual(['title', 'ref_id', 'identifier', 'severity', 'count']);
    expect(top[2]).toMatchObject({ severity: 'low', count: 2 });
    const refIds = top.slice(3).map(({ ref_id }: { ref_id: string }) => ref_id);
    expect(refIds).toEqual([...refIds].sort());
    expect((await stats(api.as({})))[1].count).toBe(3);
    expect((await api.get(`${REPORTS}/${nothing.id}/stats`)).body).toEqual({ top_failed_rules: [] });
  });
});

describe('GET /reports/{report_id}/stats?sort_by', () => {
  let path: string;
  const order = async (sortBy: string): Promise<string[]> =>
    (await api.get(`${path}?sort_by=${sortBy}`).expect(200)).body.top_failed_rules.map(
      ({ severity, count }: { severity: string; count: number }) => `${severity} ${count}`,
    );

  beforeAll(async () => {
    const profile = await givenProfile(db);
    const policy = await givenPolicy(db, { profile_id: profile.id });
    const rules = await givenRules(db, profile, 12);
    path = `${REPORTS}/${policy.id}/stats`;
    // Eleven of high severity that failed once, and one of low severity that failed on every system.
    await db.query(`UPDATE rule SET severity = 'high' WHERE id = ANY ($1)`, [rules.slice(0, 11)]);
    for (let number = 0; number < 20; number += 1) {
      const system = await givenSystem(db, { policies: [policy] });
      const once = number === 0 ? rules.slice(0, 11) : [];
      const failed = Object.fromEntries([...once, rules[11]!].map((id) => [id, 'fail']));
      await givenTestResult(db, policy, system, { rules: failed });
    }
  });

  it('puts a rule that failed on 20 of 20 systems first, whatever its severity', async () => {
    expect(await order('severity:desc')).toEqual(Array.from({ length: 10 }, () => 'high 1'));
    expect((await order('count:desc')).slice(0, 2)).toEqual(['low 20', 'high 1']);
    expect((await order('count')).slice(0, 2)).toEqual(['high 1', 'high 1']);
    expect((await order('severity'))[0]).toBe('low 20');
    expect((await order('severity:asc,count:desc')).slice(0, 2)).toEqual(['low 20', 'high 1']);
  });

  it('refuses other columns', async () => {
    expect((await api.get(`${path}?sort_by=title`).expect(422)).body).toEqual({
      errors: ["Result cannot be sorted by the 'title' column."],
    });
    expect((await api.get(`${path}?limit=1`).expect(422)).body).toEqual({
      errors: ['found unpermitted parameter: :limit'],
    });
  });
});

describe('DELETE /reports/{report_id}', () => {
  it('deletes all results, and nothing else', async () => {
    const profile = await givenProfile(db);
    const policy = await givenPolicy(db, { profile_id: profile.id });
    const [rule] = await givenRules(db, profile, 1);
    const system = await givenSystem(db, { policies: [policy] });
    await givenTestResult(db, policy, system, { rules: { [rule!]: 'fail' } });
    const { body } = await api.delete(`${REPORTS}/${policy.id}`).expect(202);

    expect(body.data).toMatchObject({ id: policy.id, type: 'report', reported_system_count: 1 });
    expect((await api.get(`${REPORTS}/${policy.id}`).expect(200)).body.data).toMatchObject({
      assigned_system_count: 1,
      reported_system_count: 0,
    });
    const [left] = await db.asOrg('acme').query<{ results: number; tailorings: number }>(
      `SELECT (SELECT count(*) FROM rule_result rr WHERE rr.rule_id = $2) AS results,
              (SELECT count(*) FROM tailoring t WHERE t.policy_id = $1) AS tailorings`,
      [policy.id, rule],
    );
    expect(left).toEqual({ results: 0, tailorings: 1 });
    for (const id of [UNKNOWN, 'abc']) {
      expect((await api.delete(`${REPORTS}/${id}`).expect(404)).body).toEqual({
        errors: [`V2::Report not found with ID ${id}`],
      });
    }
  });
});
