import { Client } from 'pg';
import { givenSystem } from '../../test/builders';
import { BASE, useCompliance } from '../../test/use-compliance';
import { aTestResult } from '../../../../../libs/scap/test/scan.builder';
import { givenScannableSystem, uploadResult } from './given-scannable-system';

const { db, api } = useCompliance();
const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 0, 15, 12);
beforeEach(() => api.clock.set(START));

async function givenFleet(count: number) {
  const { policy, system, benchmark } = await givenScannableSystem(db, api);
  const systems = [system];
  while (systems.length < count) systems.push(await givenSystem(db, { policies: [policy] }));
  const upload = (systemId: string, endMs = api.clock.now(), score = 100) =>
    uploadResult(
      api,
      systemId,
      aTestResult({
        benchmark,
        endTime: new Date(endMs).toISOString(),
        score: `<score maximum="100">${score}</score>`,
      }),
    );
  const closed = () =>
    db
      .asOrg(policy.org_id)
      .query<{ day: string; reported: number }>(
        'SELECT d.day::text AS day, d.reported FROM report_day d WHERE d.report_id = $1 ORDER BY d.day',
        [policy.id],
      );
  return { policy, systems, upload, closed };
}

describe('the first result of a day', () => {
  it('closes the previous day without the new result, and does not block another one', async () => {
    const { policy, systems, upload, closed } = await givenFleet(3);
    await upload(systems[0]!.id).expect(201);
    api.clock.advance(DAY_MS);
    const other = new Client({ connectionString: db.url });
    await other.connect();
    // Simulates a concurrent upload that closes the day.
    await other.query('BEGIN');
    await other.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [policy.id]);
    await upload(systems[1]!.id).expect(201);
    const meanwhile = await closed();
    await other.end();
    api.clock.advance(1_000);
    await upload(systems[2]!.id).expect(201);

    expect(meanwhile).toEqual([]);
    // It would be 1 if the other transaction had counted last.
    expect(await closed()).toEqual([{ day: '2026-01-15', reported: 2 }]);
  });

  it('is refused, and stores nothing, when it is not a result of the policy', async () => {
    const { systems, upload, closed } = await givenFleet(1);
    await upload(systems[0]!.id).expect(201);
    api.clock.advance(DAY_MS);
    await upload(systems[0]!.id, START - DAY_MS).expect(422);

    expect(await closed()).toEqual([{ day: '2026-01-15', reported: 1 }]);
  });
});

describe('concurrent results of one policy', () => {
  it('are all stored, one of each system is the newest, and the day before is counted once', async () => {
    const { policy, systems, upload, closed } = await givenFleet(6);
    api.clock.set(START - DAY_MS);
    for (const { id } of systems) await upload(id).expect(201);
    api.clock.set(START);
    const times = Array.from({ length: 5 }, (_none, n) => START - n * 1_000);
    const responses = await Promise.all(
      systems.flatMap(({ id }) =>
        times.map(async (endMs) => ({ id, endMs, status: (await upload(id, endMs)).status })),
      ),
    );

    expect(responses.filter(({ status }) => status !== 201 && status !== 422)).toEqual([]);
    const rows = await db
      .asOrg(policy.org_id)
      .query<{ system_id: string; is_newest: boolean; end_time: Date }>(
        'SELECT t.system_id, t.is_newest, t.end_time FROM test_result t WHERE t.report_id = $1',
        [policy.id],
      );
    expect(rows).toHaveLength(systems.length + responses.filter(({ status }) => status === 201).length);
    const newest = rows.filter(({ is_newest }) => is_newest);
    expect(newest.map(({ system_id }) => system_id).sort()).toEqual(systems.map(({ id }) => id).sort());
    expect(newest.every(({ end_time }) => end_time.getTime() === START)).toBe(true);
    expect(await closed()).toEqual([{ day: '2026-01-14', reported: systems.length }]);
    const { data } = (await api.get(`${BASE}/reports/${policy.id}/trend?from=2026-01-14`).expect(200)).body;
    expect(data.points.map(({ reported }: { reported: number }) => reported)).toEqual([6, 6]);
  });
});
