import { type Requests, withTurnsSpent } from '@wardstone/testing';
import { givenPolicy, givenProfile, givenSystem, type PolicySeed, type SystemSeed } from '../../test/builders';
import { givenRule } from '../../test/content.builders';
import { givenTailoring, givenTestResult } from '../../test/result.builder';
import { BASE, useCompliance } from '../../test/use-compliance';

const { db, api } = useCompliance();
const NIST = 'http://nvlpubs.nist.gov/nistpubs/SpecialPublications/NIST.SP.800-53r4.pdf';
const CIS = 'https://www.cisecurity.org/benchmark/red_hat_linux/';
const UNKNOWN = '11111111-2222-4333-8444-555555555555';

interface Control {
  framework: string;
  name: string;
  state: string;
}
interface Counted extends Control {
  rule_count: number;
  failed_rule_count: number;
  passed_rule_count: number;
  not_checked_rule_count: number;
  not_applicable_rule_count: number;
}

let policy: PolicySeed;
let other: PolicySeed;
let seen: SystemSeed;
let hidden: SystemSeed;

const links = (...references: (readonly [string, string])[]): string =>
  JSON.stringify(references.map(([href, label]) => ({ href, label })));

/** A policy whose tailoring has the rules of its profile, by the references of each. */
async function givenRuled(...rules: string[]): Promise<{ policy: PolicySeed; ids: string[] }> {
  const profile = await givenProfile(db, { minors: [4] });
  const ids: string[] = [];
  for (const [at, reference_links] of rules.entries()) {
    const { id } = await givenRule(db, {
      security_guide_id: profile.security_guide_id,
      profiles: [profile],
      reference_links,
      title: `Rule ${at}`,
    });
    ids.push(id);
  }
  const made = await givenPolicy(db, { profile_id: profile.id });
  const tailoring = await givenTailoring(db, made);
  await db
    .asOrg(made.org_id)
    .query('INSERT INTO tailoring_rule (org_id, tailoring_id, rule_id) SELECT $1, $2, unnest($3::uuid[])', [
      made.org_id,
      tailoring,
      ids,
    ]);
  return { policy: made, ids };
}

const states = async (path: string, query = '', by: Requests = api): Promise<Record<string, string>> => {
  const { body } = await by.get(`${BASE}${path}?limit=100${query}`).expect(200);
  const { data } = body as { data: Control[] };
  return Object.fromEntries(data.map(({ framework, name, state }) => [`${framework}:${name}`, state]));
};

beforeAll(async () => {
  const first = await givenRuled(
    links([NIST, 'AC-2'], [NIST, 'AC-10'], [CIS, '1.1']),
    links([NIST, 'AC-2'], [NIST, 'CM-6(a)']),
    links([NIST, 'CM-6(a)'], [NIST, 'SI-7']),
    links([NIST, 'AU-1']),
    links([NIST, 'CM-6(a)'], [CIS, '1.10']),
  );
  const second = await givenRuled(links([CIS, '9.9'], [NIST, 'AC-2']));
  ({ policy } = first);
  other = second.policy;
  // The last step of an import.
  await api
    .put(`${BASE}/frameworks/unused`)
    .send({ title: 'Unused', addresses: ['unused.example'] })
    .expect(201);
  seen = await givenSystem(db, { policies: [policy, other], groups: [{ id: 'g1', name: 'one' }] });
  hidden = await givenSystem(db, { policies: [policy] });
  const [one, two, three, four] = first.ids as [string, string, string, string, string];
  await givenTestResult(db, policy, seen, {
    failed_rule_count: 1,
    rules: { [one]: 'pass', [two]: 'pass', [three]: 'pass', [four]: 'fail' },
  });
  await givenTestResult(db, policy, hidden, { failed_rule_count: 1, rules: { [one]: 'error', [three]: 'pass' } });
  await givenTestResult(db, other, seen, { rules: { [second.ids[0]!]: 'pass' } });
});

describe('the controls of a report', () => {
  it('fail where a rule fails on a system, and pass where all of their rules passed', async () => {
    expect(await states(`/reports/${policy.id}/controls`, '&sort_by=framework,name')).toEqual({
      'cis:1.1': 'failed',
      'cis:1.10': 'not_checked',
      'nist-800-53:AC-2': 'failed',
      'nist-800-53:AC-10': 'failed',
      'nist-800-53:AU-1': 'failed',
      'nist-800-53:CM-6(a)': 'partly_checked',
      'nist-800-53:SI-7': 'passed',
    });
  });

  it('count their rules', async () => {
    const filter = encodeURIComponent('name = "CM-6(a)" or name = "AC-2"');
    const { body } = await api
      .get(`${BASE}/reports/${policy.id}/controls?sort_by=name:desc&filter=${filter}`)
      .expect(200);

    expect((body as { data: Counted[] }).data).toEqual([
      {
        id: expect.any(String) as string,
        framework: 'nist-800-53',
        framework_title: 'NIST SP 800-53',
        name: 'CM-6(a)',
        state: 'partly_checked',
        rule_count: 3,
        failed_rule_count: 0,
        passed_rule_count: 2,
        not_checked_rule_count: 1,
        not_applicable_rule_count: 0,
        type: 'control',
        state_with_exceptions: 'partly_checked',
        excepted_rule_count: 0,
      },
      expect.objectContaining({ name: 'AC-2', rule_count: 2, failed_rule_count: 1, passed_rule_count: 1 }),
    ]);
    expect((body as { meta: { total: number } }).meta.total).toBe(2);
  });

  it('cover the systems that the caller may see', async () => {
    const limited = api.as({ inventoryGroups: ['g1'] });

    expect(await states(`/reports/${policy.id}/controls`, '', limited)).toMatchObject({
      'cis:1.1': 'passed',
      'nist-800-53:AC-2': 'passed',
      'nist-800-53:AU-1': 'failed',
    });
  });

  it('are counted by framework', async () => {
    const { body } = await api.get(`${BASE}/reports/${policy.id}/controls/frameworks?sort_by=title`).expect(200);

    expect((body as { data: object[] }).data).toEqual([
      {
        id: expect.any(String) as string,
        ref_id: 'cis',
        title: 'CIS Benchmark',
        control_count: 2,
        failed_control_count: 1,
        passed_control_count: 0,
        partly_checked_control_count: 0,
        not_checked_control_count: 1,
        not_applicable_control_count: 0,
        type: 'framework_state',
        failed_with_exceptions_control_count: 1,
      },
      expect.objectContaining({
        ref_id: 'nist-800-53',
        control_count: 5,
        failed_control_count: 3,
        passed_control_count: 1,
        partly_checked_control_count: 1,
      }),
    ]);
  });

  it('are exported as CSV with their rules, without formulas that a spreadsheet would run', async () => {
    await db.query(`UPDATE rule SET title = '=HYPERLINK("http://x")' WHERE title = 'Rule 3'`);
    const filter = encodeURIComponent('name = AU-1 or name = AC-2');
    const { text, headers } = await api.get(`${BASE}/reports/${policy.id}/controls.csv?filter=${filter}`).expect(200);
    await db.query(`UPDATE rule SET title = 'Rule 3' WHERE title LIKE '=HYPER%'`);

    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toMatch(/^attachment; filename="controls-.*\.csv"$/);
    const [head, ...lines] = text.trim().split(/\r?\n/);
    expect(head).toBe(
      'framework,framework_title,control,state,rule,rule_title,severity,rule_state,failed_systems,passed_systems,' +
        'state_with_exceptions,rule_excepted',
    );
    expect(lines.map((line) => line.replace(/xccdf[^,]*/, 'R'))).toEqual([
      'nist-800-53,NIST SP 800-53,AC-2,failed,R,Rule 0,medium,failed,1,1,failed,false',
      'nist-800-53,NIST SP 800-53,AC-2,failed,R,Rule 1,medium,passed,0,1,failed,false',
      `nist-800-53,NIST SP 800-53,AU-1,failed,R,"'=HYPERLINK(""http://x"")",medium,failed,1,0,failed,false`,
    ]);
  });

  it('are not checked before a system has reported', async () => {
    const { policy: fresh } = await givenRuled(links([CIS, '2.2']));
    await api
      .put(`${BASE}/frameworks/unused`)
      .send({ title: 'Unused', addresses: ['unused.example'] })
      .expect(202);

    expect(await states(`/reports/${fresh.id}/controls`)).toEqual({ 'cis:2.2': 'not_checked' });
  });
});

describe('reviews and exceptions', () => {
  const review = async (body: object): Promise<string> => {
    const expires_at = new Date(api.clock.now() + 86_400_000).toISOString();
    const { body: made } = await api
      .post(`${BASE}/waivers`)
      .send({ reason: 'Seen', expires_at, ...body })
      .expect(201);
    const { id } = (made as { data: { id: string } }).data;
    await api.as({ username: 'bob' }).put(`${BASE}/waivers/${id}/decision`).send({ decision: 'approved' }).expect(202);
    return id;
  };
  const getRef = async (title: string): Promise<string> =>
    (
      await db.query<{ ref_id: string }>(
        `SELECT r.ref_id FROM rule r JOIN profile p ON p.security_guide_id = r.security_guide_id
          WHERE r.title = $1 AND p.id = $2`,
        [title, policy.profile_id],
      )
    )[0]!.ref_id;

  it('count a failed rule as passed in a state of its own, if every system that failed it has one', async () => {
    const excepted = async (): Promise<unknown[]> => {
      const filter = encodeURIComponent('name = AC-10');
      const { body } = await api.get(`${BASE}/reports/${policy.id}/controls?filter=${filter}`).expect(200);
      const { data } = body as { data: Record<string, unknown>[] };
      return [data[0]!['state'], data[0]!['state_with_exceptions'], data[0]!['excepted_rule_count']];
    };
    const rule_ref_id = await getRef('Rule 0');
    const one = await review({ rule_ref_id, system_ids: [seen.id] });
    expect(await excepted()).toEqual(['failed', 'failed', 0]);
    const two = await review({ rule_ref_id, system_ids: [hidden.id] });
    expect(await excepted()).toEqual(['failed', 'passed', 1]);
    const { body } = await api.get(`${BASE}/reports/${policy.id}/controls/frameworks?filter=ref_id%20%3D%20cis`);
    expect((body as { data: object[] }).data).toMatchObject([
      { failed_control_count: 1, failed_with_exceptions_control_count: 0 },
    ]);
    for (const id of [one, two]) await api.delete(`${BASE}/waivers/${id}`).expect(202);
    expect(await excepted()).toEqual(['failed', 'failed', 0]);
  });

  it('decide about rules that failed on no system, while they are in force', async () => {
    const [failed, manual] = [await getRef('Rule 0'), await getRef('Rule 4')];
    const path = `/reports/${policy.id}/controls`;
    const first = await review({ rule_ref_id: manual, system_ids: [seen.id], result: 'pass' });
    await review({ rule_ref_id: failed, policy_id: policy.id, result: 'pass' });
    expect(await states(path)).toMatchObject({
      'cis:1.1': 'failed',
      'cis:1.10': 'passed',
      'nist-800-53:CM-6(a)': 'passed',
    });
    expect(await states(`/systems/${hidden.id}/controls`)).toMatchObject({ 'cis:1.10': 'not_checked' });
    const second = await review({ rule_ref_id: manual, policy_id: policy.id, result: 'fail' });
    expect(await states(path)).toMatchObject({ 'cis:1.10': 'failed' });
    await api.delete(`${BASE}/waivers/${second}`).expect(202);
    await api.delete(`${BASE}/waivers/${first}`).expect(202);
    await review({ rule_ref_id: manual, policy_id: policy.id, result: 'notapplicable' });
    expect(await states(path)).toMatchObject({ 'cis:1.10': 'not_applicable', 'nist-800-53:CM-6(a)': 'passed' });
    api.clock.advance(2 * 86_400_000);
    expect(await states(path)).toMatchObject({ 'cis:1.10': 'not_checked' });
  });
});

it('of a system include all of its policies', async () => {
  expect(await states(`/systems/${hidden.id}/controls`)).toMatchObject({
    'nist-800-53:AC-2': 'failed',
    'nist-800-53:AU-1': 'not_checked',
    'nist-800-53:SI-7': 'passed',
  });
  expect(await states(`/systems/${seen.id}/controls`, '&filter=framework%20%3D%20cis')).toEqual({
    'cis:1.1': 'passed',
    'cis:1.10': 'not_checked',
    'cis:9.9': 'passed',
  });
});

it('of the organisation include all policies', async () => {
  const all = await states('/controls');
  expect(all).toMatchObject({ 'cis:1.1': 'failed', 'cis:9.9': 'passed', 'nist-800-53:AC-2': 'failed' });
  const { body } = await api.get(`${BASE}/controls/frameworks?filter=ref_id%20%3D%20cis`).expect(200);
  expect((body as { data: object[] }).data).toEqual([expect.objectContaining({ ref_id: 'cis', control_count: 4 })]);
});

describe('the controls of an inventory group', () => {
  it('are those of its systems and of the policies that these have', async () => {
    expect(await states('/controls', '&group_id=g1')).toMatchObject({ 'cis:1.1': 'passed', 'cis:9.9': 'passed' });
    const two = await givenSystem(db, { policies: [policy], groups: [{ id: 'g2', name: 'two' }] });

    const ofTwo = await states('/controls', '&group_id=g2');
    expect(ofTwo).toMatchObject({ 'cis:1.1': 'not_checked', 'nist-800-53:AU-1': 'not_checked' });
    expect(ofTwo).not.toHaveProperty('cis:9.9');
    await api.delete(`${BASE}/systems/${two.id}`).expect(202);
    expect(await states('/controls', '&group_id=g2')).toEqual({});
  });

  it('narrow those of a report, its frameworks, the file and links of pages', async () => {
    const path = `${BASE}/reports/${policy.id}/controls`;
    expect(await states(`/reports/${policy.id}/controls`, '&group_id=g1')).toMatchObject({
      'cis:1.1': 'passed',
      'nist-800-53:AU-1': 'failed',
    });
    const { body } = await api.get(`${path}/frameworks?group_id=g1&filter=ref_id%20%3D%20cis`).expect(200);
    expect((body as { data: object[] }).data).toMatchObject([{ failed_control_count: 0, passed_control_count: 1 }]);
    const { text } = await api.get(`${path}.csv?group_id=g1&filter=name%20%3D%20SI-7`).expect(200);
    expect(text.trim().split(/\r?\n/)[1]).toMatch(/passed,0,1,passed,false$/);
    const { body: first } = await api.get(`${path}?group_id=g1&limit=1`).expect(200);
    expect((first as { links: { next: string } }).links.next).toContain('?group_id=g1&limit=1&offset=1');
  });

  it('show a caller only systems that the caller may see', async () => {
    const limited = api.as({ inventoryGroups: ['g2'] });

    expect(await states('/controls', '&group_id=g1', limited)).toEqual({});
    expect(Object.values(await states(`/reports/${policy.id}/controls`, '&group_id=g1', limited))).toEqual([]);
  });

  it('of one system take no group, and others no malformed one', async () => {
    await api.get(`${BASE}/systems/${seen.id}/controls?group_id=g1`).expect(422);
    for (const bad of ['', '%00', 'g'.repeat(256), '%ff']) {
      await api.get(`${BASE}/controls?group_id=${bad}`).expect(422);
    }
  });
});

it('controls wait for a turn after all other checks', async () => {
  const { policy } = await givenRuled(links([NIST, 'AC-6']));
  await withTurnsSpent(api, async () => {
    for (const end of ['controls', 'controls/frameworks', 'controls.csv']) {
      const { headers } = await api.get(`${BASE}/reports/${policy.id}/${end}`).expect(429);
      expect(headers['x-error-type']).toBe('too_many_heavy_requests');
      await api.get(`${BASE}/reports/00000000-0000-4000-8000-000000000000/${end}`).expect(404);
      await api.get(`${BASE}/reports/${policy.id}/${end}?filter=state`).expect(422);
    }
  });
  await api.get(`${BASE}/reports/${policy.id}/controls`).expect(200);
});

it('controls of unknown records are 404', async () => {
  for (const kind of ['reports', 'systems']) {
    for (const end of ['controls', 'controls/frameworks', 'controls.csv']) {
      await api.get(`${BASE}/${kind}/${UNKNOWN}/${end}`).expect(404);
    }
  }
  const limited = api.as({ inventoryGroups: ['g1'] });
  await limited.get(`${BASE}/systems/${hidden.id}/controls`).expect(404);
});
