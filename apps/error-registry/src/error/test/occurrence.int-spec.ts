import { OccurrenceReporter } from '@wardstone/errors';
import { NOON, useRegistry } from './use-registry';

const registry = useRegistry();
const REPORTER = ['errors:report'];
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let lastId = 0;
const anOccurrence = (over: object = {}) => ({
  type: 'not_found',
  time: new Date(NOON - MINUTE).toISOString(),
  service: 'compliance',
  status: 404,
  request_id: `r${++lastId}`,
  route: 'GET /api/compliance/v2',
  ...over,
});
const report = (occurrences: unknown) => registry.send('post', '/api/v1/occurrences', REPORTER).send({ occurrences });
const read = async (type = 'not_found') =>
  (await registry.send('get', `/api/v1/error/${type}/occurrences`, 'operator').expect(200)).body;

afterEach(async () => {
  registry.api.clock.set(NOON);
  await registry.database.query('TRUNCATE error_occurrence, error_occurrence_count');
});

describe('GET /error/{error_type}/occurrences', () => {
  it('is empty when nothing happened', async () => {
    expect(await read()).toEqual({ count: 0, occurrences: [] });
  });

  it('shows when, who, what and where, newest first', async () => {
    await report([
      anOccurrence({ request_id: 'first', time: '2026-06-01T11:00:00.123Z' }),
      anOccurrence({ request_id: 'second', time: '2026-06-01T13:30:00+02:00' }),
      anOccurrence({ type: 'internal_error', status: 500 }),
    ]).expect(204);

    expect(await read()).toEqual({
      count: 2,
      occurrences: [
        {
          time: '2026-06-01T11:30:00.000Z',
          service: 'compliance',
          status: 404,
          request_id: 'second',
          route: 'GET /api/compliance/v2',
        },
        {
          time: '2026-06-01T11:00:00.123Z',
          service: 'compliance',
          status: 404,
          request_id: 'first',
          route: 'GET /api/compliance/v2',
        },
      ],
    });
  });

  it('counts all, shows the last twenty and keeps no more', async () => {
    for (let batch = 0; batch < 3; batch++) {
      const times = Array.from({ length: 30 }, (_, second) => NOON - (10 - batch) * MINUTE + second * 1000);
      await report(
        times.map((time) => anOccurrence({ time: new Date(time).toISOString(), request_id: String(time) })),
      ).expect(204);
    }

    const { count, occurrences } = await read();

    expect(count).toBe(90);
    expect(occurrences.map((occurrence: { request_id: string }) => Number(occurrence.request_id))).toEqual(
      Array.from({ length: 20 }, (_, index) => NOON - 8 * MINUTE + (29 - index) * 1000),
    );
    expect(await registry.database.query('SELECT 1 FROM error_occurrence')).toHaveLength(20);
  });

  it('expires after 24 hours, also without reads', async () => {
    await report([anOccurrence({ time: new Date(NOON - 23 * HOUR).toISOString() }), anOccurrence()]).expect(204);
    expect((await read()).count).toBe(2);

    const past = new Date(NOON - 24 * HOUR).toISOString();
    await registry.database.query(`UPDATE error_occurrence SET occurred_at = $1 WHERE occurred_at < $2`, [
      past,
      new Date(NOON - HOUR),
    ]);
    await registry.database.query(`UPDATE error_occurrence_count SET minute = $1 WHERE minute < $2`, [
      past,
      new Date(NOON - HOUR),
    ]);
    expect(await read()).toMatchObject({ count: 1, occurrences: [{}] });

    await report([anOccurrence({ type: 'internal_error', status: 500 })]).expect(204);
    expect(await registry.database.query('SELECT 1 FROM error_occurrence_count')).toHaveLength(2);
    expect(await registry.database.query('SELECT 1 FROM error_occurrence')).toHaveLength(2);
  });

  it('is for operators and administrators', async () => {
    const path = '/api/v1/error/not_found/occurrences';
    await registry.send('get', path, 'admin').expect(200);
    await registry.send('get', path, 'viewer').expect(403);
    await registry.send('get', path, null).expect(401);
  });

  it('distinguishes unknown and malformed types from unused ones', async () => {
    await registry.send('get', '/api/v1/error/no_such_thing/occurrences', 'operator').expect(404);
    await registry.send('get', '/api/v1/error/No/occurrences', 'operator').expect(400);
  });
});

describe('POST /occurrences', () => {
  it('leaves out unknown types and what is too old, and never fails for them', async () => {
    await report([
      anOccurrence({ type: 'no_such_thing' }),
      anOccurrence({ time: new Date(NOON - 25 * HOUR).toISOString() }),
      anOccurrence({ time: new Date(NOON + HOUR).toISOString() }),
    ]).expect(204);

    expect(await read()).toMatchObject({ count: 1, occurrences: [{ time: new Date(NOON).toISOString() }] });
  });

  it('adds up concurrent reports', async () => {
    const batches = Array.from({ length: 8 }, () => [
      anOccurrence(),
      anOccurrence({ type: 'internal_error', status: 500 }),
      anOccurrence(),
    ]);

    await Promise.all(batches.map((batch) => report(batch).expect(204)));

    expect((await read()).count).toBe(16);
    expect((await read('internal_error')).count).toBe(8);
  });

  it.each([
    ['no list', undefined, ['occurrences']],
    ['an empty list', [], ['occurrences']],
    ['too many', Array.from({ length: 501 }, () => anOccurrence()), ['occurrences']],
    ['things that are no occurrences', ['x'], ['occurrences']],
    ['a time that is none', [anOccurrence({ time: 'noon' })], ['occurrences.0.time']],
    ['an unknown service', [anOccurrence(), anOccurrence({ service: 'x' })], ['occurrences.1.service']],
    ['a route without end', [anOccurrence({ route: 'x'.repeat(257) })], ['occurrences.0.route']],
  ])('refuses %s', async (_name, occurrences, fields) => {
    const { body } = await report(occurrences).expect(400);

    expect(body.fields.map(({ field }: { field: string }) => field)).toEqual(expect.arrayContaining(fields));
    expect((await read()).count).toBe(0);
  });

  it('accepts what an OccurrenceReporter sends', async () => {
    const dropped: number[] = [];
    const reporter = new OccurrenceReporter({
      registryUrl: registry.api.url,
      credentials: () => Promise.resolve(registry.identityWith(REPORTER)),
      onDropped: (count) => dropped.push(count),
      // A busy machine may take longer than reports wait in production.
      timeoutMs: 25_000,
    });

    for (let i = 0; i < 450; i++) {
      reporter.report({
        type: 'downstream_issue',
        occurredAtMs: NOON - i,
        service: 'gateway',
        status: 503,
        requestId: `r${i}`,
        route: 'GET /rest',
      });
    }
    await reporter.close();

    expect(dropped).toEqual([]);
    const { count, occurrences } = await read('downstream_issue');
    expect([count, occurrences.length, occurrences[0].request_id]).toEqual([450, 20, 'r0']);
  });

  it.each(['admin', 'operator', 'viewer', 'agent', null] as const)('is forbidden for %s', async (who) => {
    const sent = registry.send('post', '/api/v1/occurrences', who).send({ occurrences: [anOccurrence()] });

    await sent.expect(who === null ? 401 : 403);
  });
});
