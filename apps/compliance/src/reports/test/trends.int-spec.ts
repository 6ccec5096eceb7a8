import { OrgDatabase } from '@wardstone/database';
import { eventually } from '@wardstone/testing';
import fc from 'fast-check';
import { FactCourier } from '../../monitoring/fact-courier.service';
import { givenPolicy, givenSystem, type PolicySeed, type SystemSeed } from '../../test/builders';
import { BASE, useCompliance } from '../../test/use-compliance';
import { aTestResult } from '../../../../../libs/scap/test/scan.builder';
import { givenScannableSystem, uploadResult } from '../../test-results/test/given-scannable-system';

const { db, api } = useCompliance();
const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 0, 15, 12);
const GROUP = { id: 'g1', name: 'one' };
afterEach(() => api.clock.set(START));

const read = async (path: string) => (await api.get(`${BASE}${path}`).expect(200)).body;
const inGroup = () => api.as({ inventoryGroups: ['g1'] });

/** Systems of one policy with threshold 100, only the first in the group. */
async function givenFleet(count: number) {
  const { policy, system, benchmark } = await givenScannableSystem(db, api, { groups: [GROUP] });
  const systems = [system];
  while (systems.length < count) systems.push(await givenSystem(db, { policies: [policy] }));
  const scan = async (which: SystemSeed, score: number | null, rules?: Record<string, string>): Promise<void> => {
    const endTime = new Date(api.clock.now()).toISOString();
    const text = score === null ? '' : `<score maximum="100">${score}</score>`;
    await uploadResult(
      api,
      which.id,
      aTestResult({ benchmark, endTime, score: text, ...(rules ? { rules } : {}) }),
    ).expect(201);
  };
  return { policy, systems, scan };
}

describe('the freshness of results', () => {
  it('is set by the policy, and marks stale results in reports, results and systems', async () => {
    const { policy, systems, scan } = await givenFleet(3);
    await scan(systems[0]!, 100);
    api.clock.advance(10 * DAY_MS);
    await scan(systems[1]!, 50);
    const put = (days: unknown) =>
      api.put(`${BASE}/policies/${policy.id}/freshness`).send({ max_result_age_days: days });
    const getStates = async (state: string): Promise<string[]> =>
      (await read(`/reports/${policy.id}/systems?filter=freshness%20%3D%20${state}`)).data.map(
        ({ id }: { id: string }) => id,
      );

    expect((await read(`/reports/${policy.id}`)).data).toMatchObject({
      stale_system_count: 0,
      max_result_age_days: null,
    });
    expect((await put(9).expect(202)).body.data).toEqual({
      policy_id: policy.id,
      max_result_age_days: 9,
      type: 'policy_freshness',
    });
    expect((await read(`/reports/${policy.id}`)).data).toMatchObject({
      stale_system_count: 1,
      stale_compliant_system_count: 1,
      compliant_system_count: 1,
      compliant_with_exceptions_system_count: 1,
      stale_compliant_with_exceptions_system_count: 1,
      max_result_age_days: 9,
    });
    expect([await getStates('stale'), await getStates('fresh'), await getStates('never_reported')]).toEqual(
      [systems[0]!, systems[1]!, systems[2]!].map(({ id }) => [id]),
    );
    const stale = await read(`/reports/${policy.id}/test_results?filter=freshness%20%3D%20stale`);
    expect(stale.data).toMatchObject([{ system_id: systems[0]!.id, freshness: 'stale' }]);
    const titles = (await read('/reports?filter=with_stale_systems%20%3D%20true')).data;
    expect(titles.map(({ id }: { id: string }) => id)).toEqual([policy.id]);
    for (const wrong of [0, 3651, 1.5, '9', true]) await put(wrong).expect(422);
    await put(null).expect(202);
    expect((await read(`/policies/${policy.id}/freshness`)).data.max_result_age_days).toBeNull();
    await api
      .as({ orgId: 'umbrella' })
      .put(`${BASE}/policies/${policy.id}/freshness`)
      .send({ max_result_age_days: 1 })
      .expect(404);
  });
});

describe('the trend of a report', () => {
  it('has the numbers of each day, and repeats them on days without a result', async () => {
    const { policy, systems, scan } = await givenFleet(2);
    await scan(systems[0]!, 100);
    api.clock.advance(2 * DAY_MS);
    await scan(systems[1]!, 50);
    api.clock.advance(DAY_MS);
    const { data } = await read(`/reports/${policy.id}/trend`);
    const point = (day: string, reported: number, score: number) => ({
      day,
      reported,
      compliant: 1,
      unsupported: 0,
      not_applicable: 0,
      score,
      stale: 0,
      compliant_with_exceptions: 1,
      score_with_exceptions: score,
      stale_compliant: 0,
      stale_compliant_with_exceptions: 0,
    });

    expect(data).toEqual({
      report_id: policy.id,
      points: [
        point('2026-01-15', 1, 100),
        point('2026-01-16', 1, 100),
        point('2026-01-17', 2, 75),
        point('2026-01-18', 2, 75),
      ],
      type: 'report_trend',
    });
    expect((await read(`/reports/${policy.id}/trend?from=2026-01-17&to=2026-01-17`)).data.points).toHaveLength(1);
    expect((await inGroup().get(`${BASE}/reports/${policy.id}/trend?from=2026-01-17`)).body.data.points).toMatchObject([
      { day: '2026-01-17', reported: 1, score: 100 },
      { day: '2026-01-18', reported: 1, score: 100 },
    ]);
  });

  it('counts today from results only, not from systems, their assignments or their rules', async () => {
    const { policy, systems, scan } = await givenFleet(1);
    await scan(systems[0]!, 50);
    const database = api.service.app.get(OrgDatabase, { strict: false });
    const sent = jest.spyOn(database, 'queryPrepared');
    await read(`/reports/${policy.id}/trend`);
    const statements = sent.mock.calls.map(([, sql, params]) => ({ sql, params }));
    sent.mockRestore();
    const { sql, params } = statements.find((one) => one.sql.includes('report_day'))!;
    const [explained] = await db
      .asOrg(policy.org_id)
      .query<{ 'QUERY PLAN': unknown }>(`EXPLAIN (FORMAT JSON) ${sql}`, params);
    const plan = JSON.stringify(explained!['QUERY PLAN']);
    const tables = new Set(Array.from(plan.matchAll(/"Relation Name":"(\w+)"/g), ([, name]) => name));

    expect([...tables].sort()).toEqual(['policy', 'report_day', 'result_day', 'test_result', 'waiver']);
    // A column that its index does not carry would be read from the table, a page for each result.
    const [index] = await db.query<{ indexdef: string }>(
      `SELECT i.indexdef FROM pg_indexes i WHERE i.indexname = 'uq_test_result_newest'`,
    );
    const counted = new Set(Array.from(sql.matchAll(/\bt\.(\w+)/g), ([, name]) => name!));
    counted.delete('is_newest');
    for (const name of counted) expect(index!.indexdef).toContain(name);
  });

  it.each([
    ['from=2026-02-30', 'Invalid parameter: from must be a date'],
    ['from=2026-02-02&to=2026-02-01', 'Invalid parameter: from must not be after to'],
    ['limit=1', 'Invalid parameter: found unpermitted parameter: :limit'],
  ])('refuses %s', async (query, text) => {
    const policy = await givenPolicy(db);
    const { body } = await api.get(`${BASE}/reports/${policy.id}/trend?${query}`).expect(422);

    expect(body.errors).toEqual([text.replace('Invalid parameter: found', 'found')]);
  });

  it('stops counting systems on the day of their removal, and counts none for a policy without systems', async () => {
    const { policy, systems, scan } = await givenFleet(3);
    for (const system of systems) await scan(system, 100);
    api.clock.advance(DAY_MS);
    await scan(systems[2]!, 50);
    await api.delete(`${BASE}/systems/${systems[0]!.id}`).expect(202);
    const reported = async () =>
      (await read(`/reports/${policy.id}/trend`)).data.points.map(
        ({ day, reported: count }: { day: string; reported: number }) => `${day}: ${count}`,
      );
    const both = ['2026-01-15: 3', '2026-01-16: 2'];
    expect(await reported()).toEqual(both);

    api.clock.advance(DAY_MS);
    await scan(systems[1]!, 100);
    await api.post(`${BASE}/policies/${policy.id}/systems`).send({ ids: [] }).expect(202);
    expect(await reported()).toEqual(both);

    api.clock.advance(DAY_MS);
    const later = await givenSystem(db, { policies: [policy] });
    await scan(later, 50);
    api.clock.advance(1_000);
    await scan(later, 100);
    expect(await reported()).toEqual([...both, '2026-01-18: 1']);
  });

  it('has the effect of exceptions and the stale results at the end of each day', async () => {
    const { policy, systems, scan } = await givenFleet(2);
    await api.put(`${BASE}/policies/${policy.id}/freshness`).send({ max_result_age_days: 2 }).expect(202);
    await scan(systems[0]!, 40);
    await scan(systems[1]!, 100, { r1: 'pass', r2: 'pass' });
    const { id } = (
      await api
        .post(`${BASE}/waivers`)
        .send({
          rule_ref_id: 'r2',
          policy_id: policy.id,
          reason: 'The vendor needs it',
          expires_at: new Date(START + 2 * DAY_MS).toISOString(),
        })
        .expect(201)
    ).body.data;
    await api.as({ username: 'bob' }).put(`${BASE}/waivers/${id}/decision`).send({ decision: 'approved' }).expect(202);
    const points = async (requests: Pick<typeof api, 'get'> = api) =>
      (await requests.get(`${BASE}/reports/${policy.id}/trend`).expect(200)).body.data.points.map(
        (point: Record<string, unknown>) => [
          point['compliant'],
          point['compliant_with_exceptions'],
          point['score_with_exceptions'],
          point['stale'],
          point['stale_compliant'],
          point['stale_compliant_with_exceptions'],
        ],
      );
    const first = await points();
    // Other tests have run sweeps on later days.
    await db.query('UPDATE swept_organisation SET swept_at = $1', [new Date(START)]);
    // Four days pass without a result; no sweep runs on the third.
    for (const days of [1, 1, 2]) {
      api.clock.advance(days * DAY_MS);
      const yesterday = new Date(api.clock.now() - DAY_MS);
      await eventually('the end of the day', async () => {
        await api.service.app.get(FactCourier, { strict: false }).sweepDue();
        const noted = 'SELECT 1 FROM report_day d WHERE d.report_id = $1 AND d.day = $2::date';
        return db.asOrg(policy.org_id).hasRow(noted, [policy.id, yesterday]);
      });
    }

    expect(first).toEqual([[1, 2, 100, 0, 0, 0]]);
    expect(await points()).toEqual([
      [1, 2, 100, 0, 0, 0],
      [1, 2, 100, 0, 0, 0],
      // It was not counted, and results are stale from the end of this day on.
      [1, null, null, 2, 1, null],
      [1, 1, 70, 2, 1, 1],
      [1, 1, 70, 2, 1, 1],
    ]);
    expect(await points(api.as({ inventoryGroups: ['g1', null] }))).toEqual(
      [0, 0, 2, 2, 2].map((stale) => [1, null, null, stale, stale / 2, null]),
    );
    const ofSystem = await read(`/reports/${policy.id}/systems/${systems[0]!.id}/trend`);
    expect(ofSystem.data.points).toMatchObject([
      { verdict: 'not_compliant', score: 40, verdict_with_exceptions: 'not_compliant', score_with_exceptions: 40 },
    ]);
  });

  it('counts a system that is assigned again with the result that it had', async () => {
    const { policy, systems, scan } = await givenFleet(2);
    for (const system of systems) await scan(system, 100);
    const reported = async () => (await read(`/reports/${policy.id}/trend`)).data.points.at(-1)?.reported ?? 0;
    const assign = (ids: string[]) => api.post(`${BASE}/policies/${policy.id}/systems`).send({ ids }).expect(202);
    const one = `${BASE}/policies/${policy.id}/systems/${systems[0]!.id}`;

    await assign([systems[1]!.id]);
    expect(await reported()).toBe(1);
    await api.patch(one).expect(202);
    expect(await reported()).toBe(2);
    await api.delete(one).expect(202);
    expect(await reported()).toBe(1);
    await assign([]);
    expect(await reported()).toBe(0);
    await assign(systems.map(({ id }) => id));
    expect(await reported()).toBe(2);
  });

  it('is the same, read from the days of the report or added up from those of its systems', async () => {
    // A caller who sees both groups sees all systems, but still counts as limited.
    const everyGroup = api.as({ inventoryGroups: ['g1', null] });
    const step = fc.record({ days: fc.nat(3), system: fc.nat(2), score: fc.constantFrom(0, 40, 100, null) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        api.clock.set(START);
        const { policy, systems, scan } = await givenFleet(3);
        await api.put(`${BASE}/policies/${policy.id}/freshness`).send({ max_result_age_days: 2 }).expect(202);
        for (const { days, system, score } of steps) {
          api.clock.advance(days * DAY_MS + 1_000);
          await scan(systems[system]!, score);
        }
        api.clock.advance(DAY_MS);
        const path = `${BASE}/reports/${policy.id}/trend`;
        const whole = (await api.get(path).expect(200)).body.data.points;

        const limited = (await everyGroup.get(path).expect(200)).body.data.points;
        const notKept = {
          compliant_with_exceptions: null,
          score_with_exceptions: null,
          stale_compliant_with_exceptions: null,
        };
        expect(limited).toEqual(whole.map((point: object) => ({ ...point, ...notKept })));
        expect(whole.length).toBeGreaterThan(0);
      }),
      { seed: 29, numRuns: 8 },
    );
  });
});

describe('the systems that changed between two days', () => {
  let policy: PolicySeed;
  let systems: SystemSeed[];
  const list = async (query: string, requests: Pick<typeof api, 'get'> = api) =>
    (await requests.get(`${BASE}/reports/${policy.id}/changes?${query}`).expect(200)).body;

  beforeAll(async () => {
    const fleet = await givenFleet(3);
    ({ policy, systems } = fleet);
    await fleet.scan(systems[0]!, 100);
    await fleet.scan(systems[1]!, 100);
    api.clock.advance(2 * DAY_MS);
    await fleet.scan(systems[0]!, 50);
    await fleet.scan(systems[1]!, 100);
    await fleet.scan(systems[2]!, 100);
  });

  it('are named with both states', async () => {
    const { data, meta, links } = await list('from=2026-01-16&to=2026-01-17&limit=1');
    const other = await list('from=2026-01-16&to=2026-01-17&limit=1&offset=1');

    expect(meta.total).toBe(2);
    expect(links.next).toBe(`${BASE}/reports/${policy.id}/changes?from=2026-01-16&limit=1&offset=1&to=2026-01-17`);
    expect([...data, ...other.data]).toEqual(
      expect.arrayContaining([
        {
          id: systems[0]!.id,
          display_name: systems[0]!.display_name,
          before: { verdict: 'compliant', score: 100 },
          after: { verdict: 'not_compliant', score: 50 },
          type: 'system_change',
        },
        expect.objectContaining({ id: systems[2]!.id, before: null, after: { verdict: 'compliant', score: 100 } }),
      ]),
    );
  });

  it('are those that the caller sees', async () => {
    const { data } = await list('from=2026-01-16&to=2026-01-17', inGroup());

    expect(data.map(({ id }: { id: string }) => id)).toEqual([systems[0]!.id]);
  });
});
