import { TEST_ORG } from '@wardstone/testing';
import { aTestResult } from '../../../../../libs/scap/test/scan.builder';
import { givenScannableSystem, uploadResult } from '../../test-results/test/given-scannable-system';
import { givenOutcomes } from '../../test/result.builder';
import { BASE, useCompliance } from '../../test/use-compliance';
import { type Fleet, givenFleet } from './given-fleet';

const { db, api } = useCompliance();
const DAY_MS = 86_400_000;

const approved = async (body: object): Promise<string> => {
  const expires_at = new Date(api.clock.now() + 30 * DAY_MS).toISOString();
  const { body: made } = await api
    .post(`${BASE}/waivers`)
    .send({ reason: 'Seen on the host', expires_at, ...body })
    .expect(201);
  const { id } = (made as { data: { id: string } }).data;
  await api.as({ username: 'bob' }).put(`${BASE}/waivers/${id}/decision`).send({ decision: 'approved' }).expect(202);
  return id;
};
const toResult = async ({ policy, system }: Pick<Fleet, 'policy' | 'system'>): Promise<Record<string, unknown>> => {
  const filter = encodeURIComponent(`system_id = ${system.id}`);
  const { body } = await api.get(`${BASE}/reports/${policy.id}/test_results?filter=${filter}`).expect(200);
  return (body as { data: Record<string, unknown>[] }).data[0]!;
};
const getRules = async ({ policy }: Pick<Fleet, 'policy'>, resultId: unknown, query: string) => {
  const path = `${BASE}/reports/${policy.id}/test_results/${String(resultId)}/rule_results`;
  const { body } = await api.get(`${path}?limit=100&${query}`).expect(200);
  return (body as { data: { ref_id: string; result: string; reviewed_result: string | null }[] }).data.map(
    ({ ref_id, result, reviewed_result }) => [ref_id, result, reviewed_result],
  );
};

describe('a review', () => {
  it('counts like an exception when it passes a failed rule, and is marked', async () => {
    const fleet = await givenFleet(db);
    const id = await approved({ rule_ref_id: fleet.refs[0], system_ids: [fleet.system.id], result: 'pass' });
    const { body } = await api.get(`${BASE}/waivers/${id}`).expect(200);

    expect((body as { data: object }).data).toMatchObject({ result: 'pass', state: 'approved' });
    expect(await toResult(fleet)).toMatchObject({
      score: 60,
      score_with_exceptions: 70,
      waived_rule_count: 1,
      overruled_rule_count: 0,
    });
    expect(await toResult({ ...fleet, system: fleet.other })).toMatchObject({ score_with_exceptions: 60 });
    const { body: list } = await api.get(`${BASE}/waivers?filter=${encodeURIComponent('result = pass')}`).expect(200);
    expect((list as { data: { id: string }[] }).data.map((row) => row.id)).toEqual([id]);
  });

  it('that fails a passed rule lowers the score, and the verdict', async () => {
    const fleet = await givenFleet(db);
    await api.patch(`${BASE}/policies/${fleet.policy.id}`).send({ compliance_threshold: 50 }).expect(202);
    const complying = async (): Promise<unknown[]> => {
      const { body } = await api.get(`${BASE}/reports/${fleet.policy.id}`).expect(200);
      const { data } = body as { data: Record<string, unknown> };
      return [data['compliant_system_count'], data['compliant_with_exceptions_system_count']];
    };
    const today = async (): Promise<unknown> => {
      const { body } = await api.get(`${BASE}/reports/${fleet.policy.id}/trend`).expect(200);
      const { points } = (body as { data: { points: Record<string, unknown>[] } }).data;
      return points.at(-1)?.['compliant_with_exceptions'];
    };
    await db.asOrg(TEST_ORG).query(
      `INSERT INTO result_day (org_id, report_id, system_id, day, verdict, score, failed_rule_count, passed_rule_count)
       SELECT t.org_id, t.report_id, t.system_id, $2::date, 'compliant', 60, 4, 1 FROM test_result t WHERE t.report_id = $1`,
      [fleet.policy.id, new Date(api.clock.now())],
    );
    expect([await complying(), await today()]).toEqual([[2, 2], 2]);
    await approved({ rule_ref_id: fleet.refs[4], system_ids: [fleet.system.id], result: 'fail' });

    expect(await toResult(fleet)).toMatchObject({
      compliant: true,
      verdict: 'compliant',
      verdict_with_exceptions: 'not_compliant',
      score_with_exceptions: 0,
      overruled_rule_count: 1,
    });
    expect([await complying(), await today()]).toEqual([[2, 1], 1]);
  });

  it('decides a rule that no scan evaluated', async () => {
    const fleet = await givenFleet(db);
    const { id } = (await toResult(fleet)) as { id: string };
    const rule = await db.query<{ id: string; ref_id: string }>(
      `INSERT INTO rule (security_guide_id, ref_id, title, description, severity, precedence)
       SELECT r.security_guide_id, 'manual_' || r.id, 'Lock the door', '', 'high', 99 FROM rule r WHERE r.id = $1
       RETURNING id, ref_id`,
      [fleet.rules[0]],
    );
    await givenOutcomes(db, id, { [rule[0]!.id]: 'notchecked' });
    const filter = encodeURIComponent('result = notchecked');

    expect(await getRules(fleet, id, `filter=${filter}`)).toEqual([]);
    expect(await getRules(fleet, id, `undecided=true&filter=${filter}`)).toEqual([
      [rule[0]!.ref_id, 'notchecked', null],
    ]);
    await approved({ rule_ref_id: rule[0]!.ref_id, policy_id: fleet.policy.id, result: 'fail' });
    expect(await getRules(fleet, id, `undecided=true&filter=${filter}`)).toEqual([
      [rule[0]!.ref_id, 'notchecked', 'fail'],
    ]);
    expect(await toResult(fleet)).toMatchObject({ overruled_rule_count: 1, waived_rule_count: 0 });
  });

  it('that fails a rule overrides others, and expires like an exception', async () => {
    const fleet = await givenFleet(db);
    const place = { rule_ref_id: fleet.refs[0], system_ids: [fleet.system.id] };
    await approved(place);
    await approved({ ...place, result: 'notapplicable' });
    expect(await toResult(fleet)).toMatchObject({ waived_rule_count: 1 });
    const id = await approved({ ...place, result: 'fail' });
    expect(await toResult(fleet)).toMatchObject({ waived_rule_count: 0, overruled_rule_count: 0 });
    await api.delete(`${BASE}/waivers/${id}`).expect(202);
    expect(await toResult(fleet)).toMatchObject({ waived_rule_count: 1 });
  });

  it('is kept by a new scan, which keeps or counts the result of every rule', async () => {
    const { policy, system, benchmark } = await givenScannableSystem(db, api);
    const scan = (rules: Record<string, string>) => {
      api.clock.advance(60_000);
      const endTime = new Date(api.clock.now()).toISOString();
      const score = '<score maximum="100">50</score>';
      return uploadResult(api, system.id, aTestResult({ benchmark, endTime, score, rules })).expect(201);
    };
    await scan({ r1: 'pass', r2: 'notchecked', r3: 'informational' });
    await approved({ rule_ref_id: 'r2', policy_id: policy.id, result: 'fail' });
    await scan({ r1: 'pass', r2: 'notchecked', r3: 'notapplicable', x1: 'notselected', x2: 'notselected' });
    const result = await toResult({ policy, system });

    expect(result).toMatchObject({
      failed_rule_count: 0,
      passed_rule_count: 1,
      not_applicable_rule_count: 1,
      not_checked_rule_count: 1,
      informational_rule_count: 0,
      not_selected_rule_count: 2,
      overruled_rule_count: 1,
    });
    expect((await getRules({ policy }, result['id'], 'undecided=true')).toSorted()).toEqual([
      ['r1', 'pass', null],
      ['r2', 'notchecked', 'fail'],
      ['r3', 'notapplicable', null],
    ]);
    expect(await getRules({ policy }, result['id'], '')).toEqual([['r1', 'pass', null]]);
  });

  it('is shown in evidence, with its text escaped', async () => {
    const fleet = await givenFleet(db);
    const reason = '<script>alert(1)</script> [x](javascript:alert(1)) ${7*7} =cmd|x';
    await approved({ rule_ref_id: fleet.refs[4], policy_id: fleet.policy.id, result: 'fail', reason });
    const read = async (extension: string): Promise<string> =>
      (await api.get(`${BASE}/reports/${fleet.policy.id}/evidence.${extension}`).buffer(true).expect(200)).text;
    const [html, csv] = [await read('html'), await read('csv')];

    expect(html).not.toContain('<script>alert');
    expect(html).toContain('Review: fail. &lt;script&gt;');
    expect(csv.split('\n')[0]).toContain('review_result,review_reason');
    expect(csv).toContain(`,fail,"${reason}"`.replace('"', '').replace('"', ''));
  });

  it.each([{ result: 'error' }, { result: 1 }, { result: '' }])('is refused with %j', async (wrong) => {
    const fleet = await givenFleet(db);
    const expires_at = new Date(api.clock.now() + DAY_MS).toISOString();
    const body = { rule_ref_id: fleet.refs[0], policy_id: fleet.policy.id, reason: 'x', expires_at, ...wrong };
    await api.post(`${BASE}/waivers`).send(body).expect(422);
  });

  it('cannot be changed afterwards, not by the database either', async () => {
    const fleet = await givenFleet(db);
    const id = await approved({ rule_ref_id: fleet.refs[0], policy_id: fleet.policy.id, result: 'pass' });
    await expect(db.asOrg(TEST_ORG).query('DELETE FROM waiver WHERE id = $1 RETURNING id', [id])).resolves.toEqual([]);
    await expect(db.asOrg(TEST_ORG).query(`UPDATE waiver SET result = 'other' WHERE id = $1`, [id])).rejects.toThrow(
      'ck_waiver_result',
    );
  });
});
