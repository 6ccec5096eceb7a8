import './native-histograms.suite';
import { BodyBytes } from '@wardstone/bootstrap';
import { eventually, withTurnsSpent } from '@wardstone/testing';
import { TARGET_LOCK } from '../../ingest/received-target.queries';
import { MetricCompaction } from '../../metrics/storage/metric-compaction';
import { useMonitoring } from '../../test/use-monitoring';
import {
  aFirstMessage,
  aSecondMessage,
  FIRST_HEADERS,
  packed,
  SECOND_HEADERS,
  type SentSeries,
} from '../../../../../libs/series-formats/test/write-request.builder';

const PATH = '/prometheus/api/v1/write';
const NOW = Date.UTC(2026, 0, 15, 12);

interface QueryResponse {
  error?: string;
  data: { result: { metric: Record<string, string>; value: [number, string]; values: [number, string][] }[] };
}

describe('remote write', () => {
  const api = useMonitoring(() => ({ RECEIVED_NEW_SERIES: '500' }));
  const send = (body: Buffer, headers: Record<string, string> = FIRST_HEADERS, as = api.as({ roles: ['operator'] })) =>
    as
      .post(PATH)
      .set(headers)
      .serialize((sent: unknown) => sent as string)
      .send(body);
  const first = (...series: SentSeries[]) => send(packed(aFirstMessage(series)));
  const second = (...series: SentSeries[]) => send(packed(aSecondMessage(series)), SECOND_HEADERS);
  const up = (over: Record<string, string> = {}, ...samples: [number, number | null][]): SentSeries => ({
    labels: { __name__: 'up', job: 'node', instance: 'web-1:9100', ...over },
    samples: samples.length > 0 ? samples : [[NOW - 1000, 1]],
  });
  const query = async (text: string): Promise<QueryResponse['data']['result']> => {
    const params = new URLSearchParams({ query: text, time: String(api.clock.now() / 1000) });
    return ((await api.get(`/prometheus/api/v1/query?${params.toString()}`).expect(200)).body as QueryResponse).data
      .result;
  };

  let minute = 0;
  beforeEach(() => api.clock.set(NOW + 60_000 * ++minute - 60_000));

  it.each([
    ['1.0', first],
    ['2.0', second],
  ])('accepts samples of version %s, and returns their labels by PromQL', async (version, write) => {
    const labels = { __name__: 'Http_requests:total', Method: 'GET', code: '200', version, __meta: 'x', path: '/ä"\\' };
    const sent = {
      ...up(labels),
      samples: [
        [NOW - 2000, 1.5],
        [NOW - 1000, 2.5],
      ] as [number, number][],
    };
    const { headers, text } = await write(sent, up({ version })).expect(204);
    expect(text).toBe('');
    // Version 1.0 knows no such headers.
    const written = ['samples', 'histograms', 'exemplars'].map(
      (what) => headers[`x-prometheus-remote-write-${what}-written`],
    );
    expect(written).toEqual(version === '2.0' ? ['3', '0', '0'] : [undefined, undefined, undefined]);
    const metric = { ...labels, job: 'node', instance: 'web-1:9100' };
    expect(await query(`{__name__="Http_requests:total",version="${version}"}[1h]`)).toEqual([
      {
        metric,
        values: [
          [(NOW - 2000) / 1000, '1.5'],
          [(NOW - 1000) / 1000, '2.5'],
        ],
      },
    ]);
    expect(await query(`up{version="${version}",instance=~"web-.*"} + 1`)).toEqual([
      { metric: { job: 'node', instance: 'web-1:9100', version }, value: [expect.anything(), '2'] },
    ]);
  });

  it('stores repeated samples once, in any order, and the last of two values', async () => {
    const series = up({ twice: '1' }, [NOW - 1000, 3], [NOW - 3000, 1], [NOW - 1000, 4]);
    await first(series).expect(204);
    await first(series).expect(204);
    await second(up({ twice: '1' }, [NOW - 2000, 2])).expect(204);
    expect((await query('up{twice="1"}[1h]'))[0]!.values.map(([, value]) => value)).toEqual(['1', '2', '4']);
  });

  it('stores non-finite values for PromQL, and ends series at staleness markers', async () => {
    for (const [version, write] of [
      ['1.0', first],
      ['2.0', second],
    ] as const) {
      const labels = { special: version };
      const special: [number, number | null][] = [
        [NOW - 4000, 1],
        [NOW - 3000, NaN],
        [NOW - 2000, Infinity],
        [NOW - 1000, null],
      ];
      const { headers } = await write(up(labels, ...special)).expect(204);
      expect(headers['x-prometheus-remote-write-samples-written']).toBe(write === second ? '4' : undefined);
      const selector = `up{special="${version}"}`;
      const check = async (): Promise<void> => {
        const [stored] = await query(`${selector}[1h]`);
        expect(stored!.values.map(([, value]) => value)).toEqual(['1', 'NaN', '+Inf']);
        const at = async (text: string, ms: number) =>
          (await query(`${text} @ ${ms / 1000}`)).map(({ value }) => value[1]);
        expect(await at(selector, NOW - 2500)).toEqual(['NaN']);
        expect(await at(selector, NOW - 1500)).toEqual(['+Inf']);
        expect(await query(selector)).toEqual([]);
        expect(await query(`absent(${selector})`)).toHaveLength(1);
        expect((await query(`max_over_time(${selector}[1h])`))[0]!.value[1]).toBe('+Inf');
      };
      await check();
      await api.service.app.get(MetricCompaction, { strict: false }).compactAll();
      await check();
      // Clients of the contract see only finite values, and so do averages.
      const [{ id }] = (await api.database.query<{ id: number }>(
        `SELECT schedule_id AS id FROM received_series WHERE labels @> $1::jsonb`,
        [JSON.stringify(labels)],
      )) as [{ id: number }];
      const { body } = await api.get(`/rest/metric/data/${id}?startTime=${NOW - 60_000}&endTime=${NOW}`).expect(200);
      expect(body).toMatchObject({ min: 1, avg: 1, max: 1 });
      // A later sample starts the series again.
      await write(up(labels, [NOW - 500, 7])).expect(204);
      expect((await query(selector))[0]!.value[1]).toBe('7');
    }
  });

  it('stores valid samples beside rejected ones, and reports the number and reason', async () => {
    for (const write of [first, second]) {
      const { body, headers } = await write(
        up({ part: '1' }, [NOW - 1000, 1], [0, 1], [Date.UTC(2100, 0), 1]),
        {
          ...up(),
          labels: [
            ['__name__', 'up'],
            ['a', '1'],
            ['a', '2'],
          ],
        },
        { ...up(), labels: { __name__: 'up', huge: 'x'.repeat(1024 * 1024) } },
        { ...up({ h: '1' }), samples: [], histograms: [1, 2].map(() => ({ time: NOW, count: 1, sum: 1 })) },
      ).expect(400);
      if (write === second) expect(headers).toMatchObject({ 'x-prometheus-remote-write-samples-written': '1' });
      expect(body).toMatchObject({ status: 'error', errorType: 'bad_data' });
      const { error } = body as QueryResponse;
      for (const part of [
        '"a" is given twice',
        'huge',
        '7 days',
        '24 hours',
        '2 samples not stored: a native histogram has 0 observations in its buckets, but the count 1',
      ]) {
        expect(error).toContain(part);
      }
    }
    expect(await query('up{part="1"}')).toHaveLength(1);
  });

  it('returns 429 to a sender of too many new series, and stores its known ones', async () => {
    await first(up({ churn: 'known' })).expect(204);
    const many = Array.from({ length: 600 }, (_, i) => up({ churn: 'new', user: String(i) }));
    const { headers, body } = await second(...many, up({ churn: 'known' }, [NOW, 7])).expect(429);
    expect(headers).toMatchObject({ 'retry-after': '60', 'x-prometheus-remote-write-samples-written': '500' });
    expect((body as QueryResponse).error).toContain('label "user" has most values');
    api.clock.set(api.clock.now() + 60_000);
    await second(...many).expect(204);
    expect((await query('count(last_over_time(up{churn="new"}[1h]))'))[0]!.value[1]).toBe('600');
  });

  it('returns 503 while types are missing, and stores known series', async () => {
    await first(up({ before: '1' })).expect(204);
    const types = (isDeleted: boolean): Promise<unknown> =>
      api.database.query(`UPDATE resource_type SET is_deleted = $1 WHERE name = 'Prometheus Target'`, [isDeleted]);
    await types(true);
    try {
      const { headers } = await first(up({ after: '1' })).expect(503);
      expect(headers).toMatchObject({ 'x-error-type': 'series_type_missing', 'retry-after': '30' });
      await first(up({ before: '1' }, [NOW, 2])).expect(204);
    } finally {
      await types(false);
    }
    await first(up({ after: '1' })).expect(204);
  });

  it('stores type and help that are sent with series or separately', async () => {
    const families = { told_seconds: [3, 'How long'] as [number, string] };
    const bucket = up({ __name__: 'told_seconds_bucket', le: '1' });
    await send(packed(aFirstMessage([bucket], families))).expect(204);
    const withMetadata = { ...up({ __name__: 'queue_bytes' }), metadata: { type: 2, help: 'Waiting', unit: 'bytes' } };
    await second(withMetadata).expect(204);
    const { body } = await api.get('/prometheus/api/v1/metadata').expect(200);
    expect(body).toMatchObject({
      data: {
        told_seconds: [{ type: 'histogram', help: 'How long', unit: '' }],
        queue_bytes: [{ type: 'gauge', help: 'Waiting', unit: 'bytes' }],
      },
    });
  });

  it('is refused with 503 while its account waits with too many, so that Prometheus sends it again', async () => {
    const { turns } = api.service.app.get(BodyBytes, { strict: false });
    const large = () => first(up({ text: 'x'.repeat(600_000) }));
    await withTurnsSpent(
      api,
      async () => {
        const { headers } = await large().expect(503);
        expect(headers).toMatchObject({ 'x-error-type': 'service_unavailable', 'retry-after': '2' });
      },
      { roles: ['operator'] },
      turns,
    );
    await large().expect(400);
  });

  it('gives its turn for bodies to others while it waits for new series, and stores known ones', async () => {
    const known = Array.from({ length: 501 }, (_none, n) => up({ n: String(n) }));
    await first(...known.slice(0, 500)).expect(204);
    api.clock.set(NOW + 60_000 * ++minute);
    await first(...known).expect(204);
    // Which schedules are open is cached for a few seconds.
    api.clock.set(api.clock.now() + 10_000);
    const lock = Promise.withResolvers<void>();
    const locked = api.database.transaction(async (tx) => {
      await tx.query('SELECT pg_advisory_xact_lock($1)', [TARGET_LOCK]);
      await lock.promise;
    });
    const slow = ['first', 'second'].map((username) => {
      const large = [up({ instance: username }), up({ text: 'x'.repeat(600_000) })];
      return send(packed(aFirstMessage(large)), FIRST_HEADERS, api.as({ username, roles: ['operator'] })).expect(400);
    });
    const waiting = Promise.all([locked, ...slow]);
    await eventually('both wait for the lock', async () => {
      const [row] = await api.database.query<{ count: number }>(
        `SELECT count(*)::int FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`,
      );
      return row!.count === 2;
    });
    const { turns } = api.service.app.get(BodyBytes, { strict: false });
    const end = new AbortController();
    const others = ['third', 'third', 'fourth', 'fourth'];
    try {
      await Promise.all(others.map((account) => turns.begin({ account, signal: AbortSignal.any([end.signal]) })));
      await first(...known).expect(204);
    } finally {
      end.abort();
      lock.resolve();
      await waiting;
    }
  });

  it.each([
    ['another type', { 'Content-Type': 'application/json' }, 415],
    ['another message', { 'Content-Type': 'application/x-protobuf;proto=some.Other' }, 415],
    ['another coding', { 'Content-Encoding': 'gzip' }, 415],
  ])('refuses %s', async (_what, over, status) => {
    await send(packed(aFirstMessage([up()])), { ...FIRST_HEADERS, ...over }).expect(status);
  });

  const whole = aFirstMessage([up({ hostile: '1' })]);
  it.each([
    ['no snappy', Buffer.from('hello'), 400],
    ['truncated snappy', packed(whole).subarray(0, 20), 400],
    ['a declared length of 4 GB', Buffer.from('ffffffff0f00', 'hex'), 413],
    ['a declared length without end', Buffer.alloc(10, 0xff), 400],
    ['a bomb', packed(Buffer.alloc(200 * 1024 * 1024)), 413],
    ['no message', packed(Buffer.from('this is no message')), 400],
    ['a truncated message', packed(whole.subarray(0, whole.length - 3)), 400],
    ['a field longer than its message', packed(Buffer.from('0a0512ff090000', 'hex')), 400],
    ['groups without end', packed(Buffer.alloc(100_000, 0x0b)), 400],
  ])('refuses %s', async (_what, body, status) => {
    const { body: response } = await send(body).expect(status);
    expect(response).toMatchObject({ status: 'error' });
    await send(packed(whole)).expect(204);
  });

  it('reports a label that is not UTF-8, and refers to no missing symbol', async () => {
    const bytes = aFirstMessage([up({ bad: 'zzzz' })]);
    bytes.fill(0xff, bytes.indexOf('zzzz'), bytes.indexOf('zzzz') + 4);
    const { body } = await send(packed(bytes)).expect(400);
    expect((body as QueryResponse).error).toContain('label "bad" is not UTF-8');
    await send(packed(Buffer.from('2a0f0a020905120b0900000000000000001001', 'hex')), SECOND_HEADERS).expect(400);
  });

  it('limits labels that refer to a long text many times', async () => {
    const long = 'x'.repeat(1_000_000);
    const labels = Array.from({ length: 190 }, (_, i) => [`l${i}`, long] as [string, string]);
    const many = Array.from({ length: 50 }, () => ({ labels, samples: [[NOW, 1] as [number, number]] }));
    const { body } = await send(packed(aSecondMessage(many)), SECOND_HEADERS).expect(400);
    expect((body as QueryResponse).error).toMatch(/^50 samples not stored: label "l0" is too long/);
    const tooMany = Array.from({ length: 5000 }, (_, i) => [`l${i}`, 'v'] as [string, string]);
    expect(((await second({ ...up(), labels: tooMany }).expect(400)).body as QueryResponse).error).toContain(
      '200 labels',
    );
  });

  it('accepts names of any characters, and distinguishes series with similar notation', async () => {
    const named = (labels: Record<string, string>): SentSeries => ({ labels, samples: [[api.clock.now() - 1000, 1]] });
    const base = { job: 'utf-8', instance: 'web-1:9100' };
    const series = [
      { ...base, __name__: 'dé7', 'my.label': 'x' },
      { ...base, __name__: 'x', a: '1', b: '2' },
      { ...base, __name__: 'x', 'a="1",b': '2' },
      { ...base, __name__: 'x{a="1",b="2"}' },
    ];
    await second(...series.map(named)).expect(204);
    expect((await query('{"dé7","my.label"="x"}')).map(({ metric }) => metric)).toEqual([series[0]]);
    expect(await query('sum by ("my.label") ({"dé7"})')).toMatchObject([{ metric: { 'my.label': 'x' } }]);
    expect(await query('count({job="utf-8"})')).toMatchObject([{ value: [expect.anything(), '4'] }]);
    const { body } = await api.get('/prometheus/api/v1/label/U__my_2e_label/values').expect(200);
    expect((body as { data: string[] }).data).toEqual(['x']);
  });

  it("gives names and labels of the product's own series a prefix", async () => {
    const forged = {
      __name__: 'ALERTS',
      alertname: 'forged',
      alertstate: 'firing',
      resource: 'vm',
      resource_id: '10003',
    };
    const sample: [number, number] = [api.clock.now() - 1000, 1];
    const named = { __name__: 'used_memory', resource_id: '10003', exported_resource_id: 'its own' };
    for (const write of [first, second]) await write(up(forged, sample), up(named, sample)).expect(204);
    expect(await query('ALERTS')).toEqual([]);
    expect(await query('{resource_id!=""}')).toEqual([]);
    expect((await query('exported_ALERTS'))[0]!.metric).toMatchObject({
      exported_resource_id: '10003',
      resource: 'vm',
    });
    expect((await query('used_memory'))[0]!.metric).toMatchObject({
      exported_resource_id: 'its own',
      exported_exported_resource_id: '10003',
    });
  });

  it('is for accounts that may submit values', async () => {
    const body = packed(aFirstMessage([up()]));
    await send(body, FIRST_HEADERS, api.as({ roles: ['viewer'] })).expect(403);
    await send(body, FIRST_HEADERS, api.anonymous).expect(401);
    await api.get(PATH).expect(405);
  });

  it('shows a viewer only the series of visible targets', async () => {
    await first(up({ job: 'secret' })).expect(204);
    const viewer = api.as({ username: 'looks-on', roles: ['viewer'] });
    for (const path of ['query?query=up', 'series?match[]=up', 'label/job/values', 'labels', 'metadata']) {
      const { text } = await viewer.get(`/prometheus/api/v1/${path}`).expect(200);
      expect(text).not.toContain('secret');
      expect(text).not.toContain('up');
    }
    const { body } = await api.get('/prometheus/api/v1/label/job/values').expect(200);
    expect((body as { data: string[] }).data).toContain('secret');
  });
});
