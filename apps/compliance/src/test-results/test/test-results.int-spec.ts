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
import { givenTestResult, type ResultSeed } from '../../test/result.builder';

const UNKNOWN = '11111111-2222-4333-8444-555555555555';
const { db, api } = useCompliance();

let policy: PolicySeed;
let alpha: SystemSeed;
let first: ResultSeed;
let rules: string[];

const results = (): string => `${BASE}/reports/${policy.id}/test_results`;
const namesIn = (body: { data: { display_name: string }[] }): string[] =>
  body.data.map(({ display_name }) => display_name);
const list = async (parameters: Readonly<Record<string, string>>): Promise<string[]> => {
  const { body } = await api.get(`${results()}?${new URLSearchParams(parameters).toString()}`).expect(200);
  expect(body.meta.total).toBe(body.data.length);
  return namesIn(body);
};
const getRefusal = async (path: string): Promise<[number, string]> => {
  const { status, body } = await api.get(path);
  return [status, body.errors[0]];
};

beforeAll(async () => {
  const ref_id = 'xccdf_org.ssgproject.content_benchmark_RHEL-8';
  const guides = {
    old: await givenGuide(db, { ref_id, version: '0.1.9', version_sort_key: 'a' }),
    middle: await givenGuide(db, { ref_id, version: '0.1.10', version_sort_key: 'b' }),
  };
  const profile = await givenProfile(db, {
    security_guide_id: guides.middle.id,
    ref_id: 'xccdf_org.ssgproject.content_profile_CIS',
  });
  const variant = await givenProfile(db, { security_guide_id: guides.old.id, ref_id: profile.ref_id });
  rules = await givenRules(db, profile, 4);
  await db.query(
    `UPDATE rule SET severity = 'high', title = 'Z rule', remediation_available = true,
            identifier = '{"label": "CCE-1", "system": "cce"}' WHERE id = $1`,
    [rules[0]],
  );
  await db.query(`UPDATE rule SET severity = 'medium' WHERE id = $1`, [rules[1]]);
  policy = await givenPolicy(db, { profile_id: profile.id, compliance_threshold: 80 });
  alpha = await givenSystem(db, {
    display_name: 'alpha',
    groups: [{ id: 'g1', name: 'one' }],
    tags: [{ namespace: 'ops', key: 'stage', value: 'test' }],
    policies: [policy],
  });
  const beta = await givenSystem(db, { display_name: 'Beta', os_minor_version: 10, policies: [policy] });
  const gamma = await givenSystem(db, {
    display_name: 'gamma',
    os_minor_version: 5,
    groups: [{ id: 'g2', name: 'two' }],
    policies: [policy],
  });
  const delta = await givenSystem(db, { display_name: 'delta', os_minor_version: 5, policies: [policy] });
  await givenSystem(db, { display_name: 'silent', policies: [policy] });
  first = await givenTestResult(db, policy, alpha, {
    score: 79.5,
    end_time: new Date('2026-01-10T08:00:00.123Z'),
    failed_rule_count: 2,
    rules: { [rules[0]!]: 'fail', [rules[1]!]: 'pass', [rules[2]!]: 'error', [rules[3]!]: 'fixed' },
  });
  await givenTestResult(db, policy, beta, {
    score: 80,
    end_time: new Date('2026-01-12T08:00:00Z'),
    failed_rule_count: 1,
    profileId: variant.id,
    rules: { [rules[1]!]: 'fail', [rules[0]!]: 'error' },
  });
  await givenTestResult(db, policy, gamma, {
    score: 90,
    supported: false,
    end_time: new Date('2026-01-11T08:00:00Z'),
    failed_rule_count: 10,
  });
  await givenTestResult(db, policy, delta, { score: null, end_time: new Date('2026-01-09T08:00:00Z') });
  const other = await givenPolicy(db);
  await givenTestResult(db, other, alpha);
});

describe('GET /reports/{report_id}/test_results', () => {
  it('lists the result of each system', async () => {
    const { body } = await api.get(`${results()}?sort_by=display_name`).expect(200);

    expect(namesIn(body)).toEqual(['Beta', 'alpha', 'delta', 'gamma']);
    expect(body.data[1]).toEqual({
      id: first.id,
      end_time: '2026-01-10T08:00:00.123Z',
      failed_rule_count: 2,
      supported: true,
      score: 79.5,
      type: 'test_result',
      display_name: 'alpha',
      groups: [{ id: 'g1', name: 'one' }],
      tags: [{ namespace: 'ops', key: 'stage', value: 'test' }],
      os_major_version: 8,
      os_minor_version: 4,
      compliant: false,
      system_id: alpha.id,
      security_guide_version: '0.1.10',
      verdict: 'not_compliant',
      passed_rule_count: 1,
      not_applicable_rule_count: null,
      freshness: 'fresh',
      sha256: null,
      score_with_exceptions: 79.5,
      verdict_with_exceptions: 'not_compliant',
      waived_rule_count: 0,
      not_checked_rule_count: null,
      informational_rule_count: null,
      not_selected_rule_count: null,
      overruled_rule_count: 0,
    });
    expect(body.data.map(({ compliant }: { compliant: boolean }) => compliant)).toEqual([true, false, false, true]);
    expect(body.meta).toEqual({ total: 4, tags: [], limit: 10, offset: 0, sort_by: 'display_name' });
  });

  it.each([
    ['security_guide_version,display_name', ['Beta', 'alpha', 'delta', 'gamma']],
    ['security_guide_version:desc,display_name', ['alpha', 'delta', 'gamma', 'Beta']],
    ['groups,display_name', ['Beta', 'delta', 'alpha', 'gamma']],
    ['score', ['alpha', 'Beta', 'gamma', 'delta']],
    ['score:desc', ['delta', 'gamma', 'Beta', 'alpha']],
    ['end_time', ['delta', 'alpha', 'gamma', 'Beta']],
    ['failed_rule_count:desc', ['gamma', 'alpha', 'Beta', 'delta']],
  ])('sorts by %s', async (sort_by, expected) => expect(await list({ sort_by })).toEqual(expected));

  it.each([
    ['score = 79.5', ['alpha']],
    ['score > 80', ['gamma']],
    ['score >= 80', ['Beta', 'gamma']],
    ['score < 80', ['alpha']],
    ['score <= 80.0', ['Beta', 'alpha']],
    ['supported = true', ['Beta', 'alpha', 'delta']],
    ['supported = no', ['gamma']],
    ['display_name ~ a*', ['alpha']],
    ['display_name != alpha', ['Beta', 'delta', 'gamma']],
    ['os_minor_version = 5', ['delta', 'gamma']],
    ['os_minor_version !^ (5 10)', ['alpha']],
    ['security_guide_version = 0.1.9', ['Beta']],
    ['security_guide_version != 0.1.9', ['alpha', 'delta', 'gamma']],
    ['security_guide_version ^ (0.1.9 0.1.8)', ['Beta']],
    ['compliant = true', ['Beta']],
    ['compliant = false', ['alpha', 'delta']],
    ['group_name = one', ['alpha']],
    ['group_name ^ (one two)', ['alpha', 'gamma']],
    ['group_id ^ (g2)', ['gamma']],
    ['failed_rule_severity = high', ['alpha']],
    ['failed_rule_severity = medium', ['Beta']],
    ['failed_rule_severity ^ (medium, high)', ['Beta', 'alpha']],
    ['failed_rule_severity = low', []],
  ])('filters by %s', async (filter, expected) => {
    expect((await list({ filter })).sort()).toEqual(expected);
  });

  it('filters by rules that failed, as the rules that failed most are counted', async () => {
    const { body } = await api.get(`${BASE}/reports/${policy.id}/stats`).expect(200);
    const failed = body.top_failed_rules as { ref_id: string; count: number }[];
    expect(failed.map(({ count }) => count).sort()).toEqual([1, 1, 1, 2]);

    const refIds = await db.query<{ ref_id: string }>(
      `SELECT ref_id FROM rule WHERE id = ANY ($1) ORDER BY precedence`,
      [rules],
    );
    const [both, beta, ...alphas] = refIds.map(({ ref_id }) => ref_id);
    const failing = async (filter: string): Promise<string[]> => (await list({ filter })).sort();
    expect(await failing(`failed_rule = "${both}"`)).toEqual(['Beta', 'alpha']);
    expect(await failing(`failed_rule = "${beta}"`)).toEqual(['Beta']);
    for (const rule of alphas) expect(await failing(`failed_rule = "${rule}"`)).toEqual(['alpha']);
    expect(await failing(`failed_rule ^ ("${beta}", "${alphas[0]}")`)).toEqual(['Beta', 'alpha']);
    expect(await failing(`failed_rule = none`)).toEqual([]);

    const systems = async (filter: string): Promise<string[]> =>
      namesIn((await api.get(`${BASE}/systems?filter=${encodeURIComponent(filter)}`).expect(200)).body).sort();
    expect(await systems(`failed_rule = "${both}"`)).toEqual(['Beta', 'alpha']);
    expect(await systems(`failed_rule = "${beta}" and display_name ~ alpha`)).toEqual([]);
    const restricted = api.as({ inventoryGroups: ['g1'] });
    const filter = encodeURIComponent(`failed_rule = "${both}"`);
    expect(namesIn((await restricted.get(`${BASE}/systems?filter=${filter}`).expect(200)).body)).toEqual(['alpha']);
    await api.get(`${BASE}/policies/${policy.id}/systems?filter=${filter}`).expect(422);
  });

  it('filters by system and by tags', async () => {
    expect(await list({ filter: `system_id = ${alpha.id}` })).toEqual(['alpha']);
    expect(await list({ tags: 'ops/stage=test' })).toEqual(['alpha']);
    expect(await list({ tags: 'ops/stage=other' })).toEqual([]);
  });

  it('shows visible systems only', async () => {
    const restricted = api.as({ inventoryGroups: ['g2'] });

    expect(namesIn((await restricted.get(results()).expect(200)).body)).toEqual(['gamma']);
    expect((await restricted.get(`${results()}/os_versions`)).body).toEqual(['8.5']);
    await restricted.get(`${results()}/${first.id}`).expect(404);
    await restricted.get(`${results()}/${first.id}/rule_results`).expect(404);
  });

  it('lists the versions of systems and guides by their numbers', async () => {
    expect((await api.get(`${results()}/os_versions`).expect(200)).body).toEqual(['8.4', '8.5', '8.10']);
    expect((await api.get(`${results()}/security_guide_versions`).expect(200)).body).toEqual(['0.1.9', '0.1.10']);
    const filter = encodeURIComponent('compliant = true');
    expect((await api.get(`${results()}/os_versions?filter=${filter}`)).body).toEqual(['8.10']);
    expect((await api.get(`${results()}/security_guide_versions?filter=${filter}`)).body).toEqual(['0.1.9']);
  });

  it('omits the results of a system that is removed', async () => {
    const doomed = await givenSystem(db, { display_name: 'doomed', policies: [policy] });
    await givenTestResult(db, policy, doomed);
    expect(await list({})).toContain('doomed');
    await api.delete(`${BASE}/systems/${doomed.id}`).expect(202);

    expect(await list({})).not.toContain('doomed');
  });

  it('returns one result', async () => {
    const { body } = await api.get(`${results()}/${first.id}`).expect(200);

    expect(body.data).toMatchObject({ id: first.id, score: 79.5, display_name: 'alpha' });
  });

  it('reports errors in the order of the specification', async () => {
    const unknownReport = `${BASE}/reports/${UNKNOWN}/test_results`;
    const noReport = [404, `V2::Report not found with ID ${UNKNOWN}`];
    const noResult = (id: string) => [404, `V2::TestResult not found with ID ${id}`];
    const elsewhere = `${BASE}/reports/${(await givenPolicy(db)).id}/test_results/${first.id}`;

    expect(await getRefusal(`${unknownReport}?sort_by=x`)).toEqual(noReport);
    expect(await getRefusal(`${unknownReport}?filter=x`)).toEqual([
      422,
      `Invalid parameter: 'x' is not a valid query string`,
    ]);
    expect(await getRefusal(`${BASE}/reports/abc/test_results?filter=x`)).toEqual([
      422,
      'Invalid parameter: report_id is not permitted',
    ]);
    for (const list of ['os_versions', 'security_guide_versions', UNKNOWN]) {
      expect(await getRefusal(`${unknownReport}/${list}`)).toEqual(noReport);
    }
    expect(await getRefusal(`${results()}?sort_by=supported`)).toEqual([
      422,
      `Result cannot be sorted by the 'supported' column.`,
    ]);
    expect(await getRefusal(`${results()}?filter=score%3Dhigh`)).toEqual([
      422,
      `Invalid parameter: Value 'high' is not valid for field 'score'`,
    ]);
    expect(await getRefusal(`${results()}?filter=compliant%3Dmaybe`)).toEqual([
      422,
      `Invalid parameter: Value 'maybe' is not valid for field 'compliant'`,
    ]);
    expect(await getRefusal(`${results()}?tags=a/b%3D%25ff`)).toEqual([422, 'Invalid encoding of tag(s)']);
    expect(await getRefusal(`${results()}/os_versions?limit=1`)).toEqual([422, 'found unpermitted parameter: :limit']);
    expect(await getRefusal(`${results()}/abc`)).toEqual(noResult('abc'));
    expect(await getRefusal(`${results()}/${UNKNOWN}`)).toEqual(noResult(UNKNOWN));
    expect(await getRefusal(elsewhere)).toEqual(noResult(first.id));
    expect(await getRefusal(`${elsewhere}/rule_results`)).toEqual(noResult(first.id));
    expect(await getRefusal(`${results()}/abc/rule_results`)).toEqual([
      422,
      'Invalid parameter: test_result_id is not permitted',
    ]);
  });
});

describe('GET /reports/{report_id}/test_results/{test_result_id}/rule_results', () => {
  const path = (parameters: Readonly<Record<string, string>> = {}): string =>
    `${results()}/${first.id}/rule_results?${new URLSearchParams(parameters).toString()}`;
  const outcomes = async (parameters: Readonly<Record<string, string>>): Promise<string[]> => {
    const { body } = await api.get(path(parameters)).expect(200);
    return body.data.map(({ result }: { result: string }) => result);
  };

  it('lists the outcomes of rules, with the rules', async () => {
    const { body } = await api.get(path({ sort_by: 'severity:desc' })).expect(200);
    const [ruleRow] = await db.query<{ ref_id: string; version: string }>(
      `SELECT r.ref_id, g.version FROM rule r JOIN security_guide g ON g.id = r.security_guide_id WHERE r.id = $1`,
      [rules[0]],
    );

    expect(body.meta.total).toBe(4);
    expect(body.data[0]).toEqual({
      id: expect.any(String) as string,
      result: 'fail',
      rule_id: rules[0],
      type: 'rule_result',
      system_id: alpha.id,
      ref_id: ruleRow!.ref_id,
      rule_group_id: null,
      title: 'Z rule',
      rationale: null,
      description: '',
      severity: 'high',
      precedence: 0,
      identifier: { label: 'CCE-1', system: 'cce' },
      references: [],
      remediation_issue_id: `ssg:xccdf_org.ssgproject.content_benchmark_RHEL-8|0.1.10|cis|${ruleRow!.ref_id}`,
      waiver_id: null,
      controls: [],
      reviewed_result: null,
      lowered_severity: null,
      lowering_waiver_id: null,
    });
    expect(Object.keys(body.data[0])).toEqual([
      'id',
      'result',
      'rule_id',
      'type',
      'system_id',
      'ref_id',
      'rule_group_id',
      'title',
      'rationale',
      'description',
      'severity',
      'precedence',
      'identifier',
      'references',
      'remediation_issue_id',
      'waiver_id',
      'controls',
      'reviewed_result',
      'lowered_severity',
      'lowering_waiver_id',
    ]);
    expect(body.data[1]).toMatchObject({ severity: 'medium', remediation_issue_id: null });
  });

  it.each([
    ['result', ['error', 'fail', 'fixed', 'pass']],
    ['result:desc', ['pass', 'fixed', 'fail', 'error']],
    ['title:desc,precedence', ['fail', 'pass', 'error', 'fixed']],
    ['precedence:desc', ['fixed', 'error', 'pass', 'fail']],
    ['remediation_available:desc,precedence', ['fail', 'pass', 'error', 'fixed']],
    ['severity,precedence', ['error', 'fixed', 'pass', 'fail']],
  ])('sorts by %s', async (sort_by, expected) => expect(await outcomes({ sort_by })).toEqual(expected));

  it.each([
    ['result = fail', ['fail']],
    ['result != fail', ['pass', 'error', 'fixed']],
    ['result ^ (fail error)', ['fail', 'error']],
    ['result !^ (fail error)', ['pass', 'fixed']],
    ['title ~ z', ['fail']],
    ['severity = medium', ['pass']],
    ['severity ^ (high medium)', ['fail', 'pass']],
    [`rule_group_id = ${UNKNOWN}`, []],
    ['identifier_label ~ cce', ['fail']],
    ['remediation_available = true', ['fail']],
    ['remediation_available = false', ['pass', 'error', 'fixed']],
  ])('filters by %s', async (filter, expected) => {
    expect(await outcomes({ filter, sort_by: 'precedence' })).toEqual(expected);
  });

  it('refuses other orders and fields', async () => {
    expect(await getRefusal(path({ sort_by: 'rule_id' }))).toEqual([
      422,
      `Result cannot be sorted by the 'rule_id' column.`,
    ]);
    expect(await getRefusal(path({ filter: 'rule_id = 1' }))).toEqual([
      422,
      `Invalid parameter: Field 'rule_id' not recognized for searching!`,
    ]);
  });
});
