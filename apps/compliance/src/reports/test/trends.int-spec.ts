import fc from 'fast-check';
import { givenPolicy, givenSystem, type PolicySeed, type SystemSeed } from '../../test/builders';
import { BASE, useCompliance } from '../../test/use-compliance';
import { aTestResult } from '../../test-results/scap/test/scan.builder';
import { givenScannableSystem, uploadResult } from '../../test-results/test/given-scannable-system';

const { db, api } = useCompliance();
const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 0, 15, 12);
const GROUP = { id: 'g1', name: 'one' };
afterEach(() => api.clock.set(START));

const read = async (path: string) => (await api.get(`${BASE}${path}`).expect(200)).body;
const inGroup = () => api.as({ inventoryGroups: ['g1'] });

/** Systems of one policy with threshold 100, the first of them alone in the group. */
async function givenFleet(count: number) {
  const { policy, system, benchmark } = await givenScannableSystem(db, api, { groups: [GROUP] });
  const systems = [system];
  while (systems.length < count) systems.push(await givenSystem(db, { policies: [policy] }));
  const scan = async (which: SystemSeed, score: number | null): Promise<void> => {
    const endTime = new Date(api.clock.now()).toISOString();
    const text = score === null ? '' : `<score maximum="100">${score}</score>`;
    await uploadResult(api, which.id, aTestResult({ benchmark, endTime, score: text })).expect(201);
  };
  return { policy, systems, scan };
}

describe('how old results may be', () => {
  it('is said by the policy; reports, results and systems know what is stale', async () => {
    const { policy, systems, scan } = await givenFleet(3);
    await scan(systems[0]!, 100);
    api.clock.advance(10 * DAY_MS);
    await scan(systems[1]!, 50);
    const put = (days: unknown) =>
      api.put(`${BASE}/policies/${policy.id}/freshness`).send({ max_result_age_days: days });
    const statesOf = async (state: string): Promise<string[]> =>
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
    expect((await read(`/reports/${policy.id}`)).data).toMatchObject({ stale_system_count: 1, max_result_age_days: 9 });
    expect([await statesOf('stale'), await statesOf('fresh'), await statesOf('never_reported')]).toEqual(
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
  it('has the numbers of each day, of days without a result those before', async () => {
    const { policy, systems, scan } = await givenFleet(2);
    await scan(systems[0]!, 100);
    api.clock.advance(2 * DAY_MS);
    await scan(systems[1]!, 50);
    api.clock.advance(DAY_MS);
    const { data } = await read(`/reports/${policy.id}/trend`);

    expect(data).toEqual({
      report_id: policy.id,
      points: [
        { day: '2026-01-15', reported: 1, compliant: 1, unsupported: 0, not_applicable: 0, score: 100 },
        { day: '2026-01-16', reported: 1, compliant: 1, unsupported: 0, not_applicable: 0, score: 100 },
        { day: '2026-01-17', reported: 2, compliant: 1, unsupported: 0, not_applicable: 0, score: 75 },
        { day: '2026-01-18', reported: 2, compliant: 1, unsupported: 0, not_applicable: 0, score: 75 },
      ],
      type: 'report_trend',
    });
    expect((await read(`/reports/${policy.id}/trend?from=2026-01-17&to=2026-01-17`)).data.points).toHaveLength(1);
    expect((await inGroup().get(`${BASE}/reports/${policy.id}/trend?from=2026-01-17`)).body.data.points).toMatchObject([
      { day: '2026-01-17', reported: 1, score: 100 },
      { day: '2026-01-18', reported: 1, score: 100 },
    ]);
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

  it('counts systems no more from the day on which they are removed, and none of a policy without any', async () => {
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

  it('is the same, read from the days of the report or added up from those of its systems', async () => {
    // Who sees both groups sees all systems, but is not taken for one who is not limited.
    const everyGroup = api.as({ inventoryGroups: ['g1', null] });
    const step = fc.record({ days: fc.nat(3), system: fc.nat(2), score: fc.constantFrom(0, 40, 100, null) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        api.clock.set(START);
        const { policy, systems, scan } = await givenFleet(3);
        for (const { days, system, score } of steps) {
          api.clock.advance(days * DAY_MS + 1_000);
          await scan(systems[system]!, score);
        }
        api.clock.advance(DAY_MS);
        const path = `${BASE}/reports/${policy.id}/trend`;
        const whole = (await api.get(path).expect(200)).body.data.points;

        expect(whole).toEqual((await everyGroup.get(path).expect(200)).body.data.points);
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
