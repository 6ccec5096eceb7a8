import './open-alerts.suite';
import './own-metrics.suite';
import './roll-ups.suite';
import http from 'node:http';
import { LIGHT_SERIES } from '@wardstone/promql';
import { withTurnsSpent } from '@wardstone/testing';
import { givenGroup, givenResource, givenType } from '../../test/given-inventory';
import { givenDefinition, givenSchedule } from '../../metrics/test/given-metrics';
import { countStatements } from '../../metrics/test/count-statements';
import { useMonitoring } from '../../test/use-monitoring';

const NOW = Date.UTC(2026, 0, 15, 12);
const MINUTE = 60_000;
const seconds = (ms: number): number => ms / 1000;

interface QueryResponse {
  status: string;
  errorType?: string;
  error?: string;
  data: {
    resultType: string;
    result: { metric: Record<string, string>; value: [number, string]; values: [number, string][] }[];
  };
}

describe('the Prometheus HTTP API', () => {
  const api = useMonitoring(() => ({ PROMETHEUS_SERIES: '20', PROMETHEUS_SAMPLES: '20000' }));
  const viewer = () => api.as({ username: 'looks-on', roles: ['viewer'], permissions: ['VIEW_RESOURCE'] });
  const query = async (text: string, over: Record<string, string> = {}): Promise<QueryResponse['data']['result']> => {
    const params = new URLSearchParams({ query: text, time: String(seconds(NOW)), ...over });
    const { body } = await api.get(`/prometheus/api/v1/query?${params.toString()}`).expect(200);
    return (body as QueryResponse).data.result;
  };
  const refused = async (path: string, status: number): Promise<QueryResponse> => {
    const { body } = await api.get(`/prometheus/api/v1/${path}`).expect(status);
    expect(body).toMatchObject({ status: 'error' });
    return body as QueryResponse;
  };
  const q = encodeURIComponent;
  let ids: Record<'web' | 'db', string>;

  beforeAll(async () => {
    api.clock.set(NOW);
    const db = api.database;
    const platformType = await givenType(db, { name: 'Host', category: 'PLATFORM' });
    const type = await givenType(db, { name: 'Server', plugin: 'Web', category: 'SERVER' });
    const used = await givenDefinition(db, { type, name: 'usedMemory.Total', unit: 'BYTES', displayName: 'Memory' });
    const hits = await givenDefinition(db, { type, name: 'hits', numericType: 'TRENDSUP', intervalMs: 30_000 });
    const perMinute = await givenDefinition(db, { type, name: 'hits', isPerMinute: true });
    const servers: { id: number }[] = [];
    const points: object[] = [];
    for (const [i, name] of ['web', 'db'].entries()) {
      const platform = await givenResource(db, { type: platformType, name: `${name}-host` });
      const resource = await givenResource(db, { type, name, parent: platform });
      servers.push(resource);
      const slow = await givenSchedule(db, { resource, definition: used });
      const fast = await givenSchedule(db, { resource, definition: hits, intervalMs: 30_000 });
      await givenSchedule(db, { resource, definition: perMinute, isEnabled: false });
      points.push({ scheduleId: slow.id, timeStamp: NOW - 15 * MINUTE, value: 100 * (i + 1) });
      for (let k = 0; k < 40; k++) {
        points.push({ scheduleId: fast.id, timeStamp: NOW - k * 30_000, value: 10_000 - 30 * k * (i + 1) });
      }
    }
    ids = { web: String(servers[0]!.id), db: String(servers[1]!.id) };
    await givenGroup(db, { name: 'front', members: [servers[0]!], roles: ['viewer'] });
    await givenGroup(db, { name: 'all', members: servers });
    await api.post('/rest/metric/data/raw').send(points).expect(204);
  });

  it.each([
    ['query', 'hits', { time: String(seconds(NOW)) }],
    ['query', 'hits[5m]', { time: String(seconds(NOW)) }],
    ['query_range', 'hits', { start: String(seconds(NOW - MINUTE)), end: String(seconds(NOW)), step: '30' }],
  ])('truncates the result of %s %s to a limit, and warns', async (operation, text, times) => {
    const read = async (limit: string): Promise<QueryResponse & { warnings?: string[] }> => {
      const params = new URLSearchParams({ query: text, ...times, limit });
      const { body } = await api.get(`/prometheus/api/v1/${operation}?${params.toString()}`).expect(200);
      return body as QueryResponse;
    };
    const cut = await read('1');
    expect(cut.data.result).toHaveLength(1);
    expect(cut.warnings).toEqual(['results truncated due to limit']);
    for (const limit of ['2', '0']) {
      const whole = await read(limit);
      expect(whole.data.result).toHaveLength(2);
      expect(whole.warnings).toBeUndefined();
    }
    await refused(`${operation}?${new URLSearchParams({ query: text, ...times, limit: 'x' }).toString()}`, 400);
  });

  it('evaluates at one time; a slow schedule is valid for two intervals', async () => {
    expect(await query('used_memory_total')).toEqual([
      {
        metric: {
          __name__: 'used_memory_total',
          category: 'server',
          group: ',all,',
          platform: 'db-host',
          plugin: 'Web',
          resource: 'db',
          resource_id: ids.db,
          type: 'Server',
        },
        value: [seconds(NOW), '200'],
      },
      { metric: expect.objectContaining({ group: ',all,front,', resource: 'web' }), value: [seconds(NOW), '100'] },
    ]);
    expect(await query('used_memory_total', { time: String(seconds(NOW) + 299.999) })).toHaveLength(2);
    expect(await query('used_memory_total', { time: String(seconds(NOW) + 300) })).toEqual([]);
    expect(await query('sum by (platform) (rate(hits[5m])) * 60')).toEqual([
      { metric: { platform: 'db-host' }, value: [seconds(NOW), '120'] },
      { metric: { platform: 'web-host' }, value: [seconds(NOW), '60'] },
    ]);
    expect(await query('hits{group=~".*,front,.*",resource_id="' + ids.web + '"} > 1')).toHaveLength(1);
  });

  it('evaluates at the steps of a range, compressed, by query and by form', async () => {
    const fields = {
      query: 'hits{resource="web"}',
      start: String(seconds(NOW) - 60),
      end: String(seconds(NOW)),
      step: '30s',
    };
    const path = '/prometheus/api/v1/query_range';
    const expected = {
      status: 'success',
      data: {
        resultType: 'matrix',
        result: [
          {
            metric: expect.objectContaining({ __name__: 'hits', resource: 'web' }),
            values: [-60, -30, 0].map((at) => [seconds(NOW) + at, String(10_000 + at)]),
          },
        ],
      },
    };
    const read = await api
      .get(`${path}?${new URLSearchParams(fields).toString()}`)
      .set('Accept-Encoding', 'gzip')
      .expect(200);
    expect(read.body).toEqual(expected);
    expect(read.headers).toMatchObject({ 'content-type': 'application/json', 'content-encoding': 'gzip' });
    const posted = await api.post(path).type('form').send(fields).expect(200);
    expect(posted.body).toEqual(expected);
    // A range excludes its start.
    expect((await query('hits{resource="web"}[1m]'))[0]!.values).toHaveLength(2);
  });

  it('sends a short response in one piece, a long one block by block', async () => {
    const read = async (steps: number): Promise<{ headers: Record<string, string>; count: number }> => {
      const path = `/prometheus/api/v1/query_range?query=vector(1)&start=1&end=${steps}&step=1`;
      const { headers, body } = await api.get(path).set('Accept-Encoding', 'identity').expect(200);
      const { data } = body as { data: { result: { values: unknown[] }[] } };
      return { headers: headers, count: data.result[0]!.values.length };
    };
    const [short, long] = [await read(10), await read(10_000)];
    expect(short).toMatchObject({ count: 10, headers: { 'content-length': expect.stringMatching(/^\d+$/) as string } });
    expect(long).toMatchObject({ count: 10_000, headers: { 'transfer-encoding': 'chunked' } });
  });

  it('lists series, labels, values and metadata', async () => {
    const data = async (path: string): Promise<unknown> =>
      ((await api.get(`/prometheus/api/v1/${path}`).expect(200)).body as { data: unknown }).data;
    expect(await data(`series?match[]=${q('hits')}&match[]=${q('{resource="db"}')}`)).toHaveLength(3);
    expect(await data('labels')).toEqual([
      '__name__',
      'category',
      'group',
      'platform',
      'plugin',
      'resource',
      'resource_id',
      'type',
    ]);
    expect(await data('label/__name__/values')).toEqual(['ALERTS', 'hits', 'hits_per_minute', 'used_memory_total']);
    expect(await data('label/platform/values')).toEqual(['db-host', 'web-host']);
    expect(await data(`label/resource/values?match[]=${q('hits{platform="web-host"}')}`)).toEqual(['web']);
    expect(await data('label/nothing/values')).toEqual([]);
    expect(await data('metadata')).toEqual({
      hits: [{ type: 'counter', help: 'hits', unit: 'none' }],
      hits_per_minute: [{ type: 'gauge', help: 'hits', unit: 'none' }],
      used_memory_total: [{ type: 'gauge', help: 'Memory', unit: 'bytes' }],
    });
    expect(await data('metadata?metric=hits')).toEqual({ hits: [{ type: 'counter', help: 'hits', unit: 'none' }] });
    expect(await data('status/buildinfo')).toMatchObject({ version: '3.14.0' });
  });

  it('shows a viewer only visible series, and its groups', async () => {
    const path = `/prometheus/api/v1/query?query=hits&time=${seconds(NOW)}`;
    const { body } = await viewer().get(path).expect(200);
    const { result } = (body as QueryResponse).data;
    expect(result.map(({ metric }) => [metric.resource, metric.group])).toEqual([['web', ',front,']]);
    const values = await viewer().get('/prometheus/api/v1/label/platform/values').expect(200);
    expect(values.body).toEqual({ status: 'success', data: ['web-host'] });
    const stranger = api.as({ username: 'stranger', roles: [], permissions: ['VIEW_RESOURCE'] });
    expect((await stranger.get('/prometheus/api/v1/metadata').expect(200)).body).toEqual({
      status: 'success',
      data: {},
    });
  });

  it('exposes the newest values that the caller sees to another Prometheus, each once', async () => {
    const path = `/prometheus/federate?match[]=${q('{__name__=~"hits|used.+"}')}&match[]=${q('hits{resource="web"}')}`;
    // Accept header of Prometheus.
    const accept = 'application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5,*/*;q=0.1';
    const whole = await api.get(path).set('Accept', accept).expect(200);
    expect(whole.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    const line = (name: string, server: 'web' | 'db', group: string, value: string, at: number): string =>
      `${name}{category="server",group="${group}",platform="${server}-host",plugin="Web",resource="${server}",` +
      `resource_id="${ids[server]}",type="Server",instance=""} ${value} ${at}`;
    expect(whole.text.split('\n')).toEqual([
      '# TYPE hits untyped',
      line('hits', 'db', ',all,', '10000', NOW),
      line('hits', 'web', ',all,front,', '10000', NOW),
      '# TYPE used_memory_total untyped',
      line('used_memory_total', 'db', ',all,', '200', NOW - 15 * MINUTE),
      line('used_memory_total', 'web', ',all,front,', '100', NOW - 15 * MINUTE),
      '',
    ]);
    const seen = await viewer().get(path).set('Accept-Encoding', 'gzip').expect(200);
    expect(seen.text.split('\n').filter((text) => !text.startsWith('#'))).toEqual([
      line('hits', 'web', ',front,', '10000', NOW),
      line('used_memory_total', 'web', ',front,', '100', NOW - 15 * MINUTE),
      '',
    ]);
    // Values that are too old or in the future are left out.
    api.clock.set(NOW + 299_999);
    expect((await api.get(path).expect(200)).text).toBe(whole.text);
    api.clock.set(NOW + 300_000);
    expect((await api.get(path).expect(200)).text).toBe('');
    api.clock.set(NOW - 10_000);
    expect((await api.get(path).expect(200)).text).toContain(line('hits', 'web', ',all,front,', '9970', NOW - 30_000));
    api.clock.set(NOW);
    // A repeated selector is resolved once.
    const once = await countStatements(() => api.get(path).expect(200));
    expect(
      await countStatements(() => api.get(`${path}${`&match[]=${q('hits{resource="web"}')}`.repeat(50)}`).expect(200)),
    ).toBe(once);
    const { body } = await api.get('/prometheus/federate').expect(400);
    expect(body).toMatchObject({ errorType: 'bad_data', error: 'no match[] parameter provided' });
  });

  it('writes errors like Prometheus', async () => {
    const { body } = await api.anonymous.get('/prometheus/api/v1/query?query=1').expect(401);
    expect(body).toMatchObject({ status: 'error', errorType: 'unauthorized' });
    expect(await refused(`query?query=${q('sum(')}`, 400)).toEqual({
      status: 'error',
      errorType: 'bad_data',
      error: 'invalid parameter "query": 1:5: parse error: unexpected end of input',
    });
    expect(await refused('query', 400)).toMatchObject({ errorType: 'bad_data' });
    expect(await refused('query?query=1&time=yesterday', 400)).toMatchObject({
      error: 'invalid parameter "time": cannot parse "yesterday" to a valid timestamp',
    });
    expect(await refused('series', 400)).toMatchObject({ error: 'no match[] parameter provided' });
    expect(await refused('nothing', 404)).toMatchObject({ errorType: 'not_found' });
    expect(await refused(`query?query=${q('hits + on() used_memory_total')}`, 422)).toMatchObject({
      errorType: 'execution',
    });
    await api.put('/prometheus/api/v1/query').expect(405);
    const long = { query: '1'.repeat(17_000) };
    const { body: tooLong } = await api.post('/prometheus/api/v1/query').type('form').send(long).expect(400);
    expect(tooLong).toMatchObject({
      errorType: 'bad_data',
      error: expect.stringContaining('more than 16384 characters'),
    });
  });

  it.each([
    ['too many steps', 'query_range?query=1&start=0&end=11001&step=1', 400, 'exceeded maximum resolution'],
    ['a range that ends before it starts', 'query_range?query=1&start=2&end=1&step=1', 400, 'must not be before'],
    ['a range vector', `query_range?query=${q('hits[5m]')}&start=0&end=1&step=1`, 400, 'invalid expression type'],
    [
      'nested subqueries',
      `query?query=${q('max_over_time(max_over_time(hits[7d:1ms])[7d:1ms])')}`,
      422,
      'too many samples',
    ],
    ['a billion samples', `query?query=${q('sum(vector(1))[30y:1s]')}`, 422, 'too many samples'],
    ['a long subquery', `query?query=${q('count_over_time(vector(1)[1y:30s])')}`, 422, 'too many samples'],
    ['an expensive pattern', `query?query=${q('hits{resource=~"(a{1000}){1000}"}')}`, 400, 'regular expression'],
    [
      'an expensive replacement',
      `query?query=${q('label_replace(hits,"a","b","resource","(a{1000}){1000}")')}`,
      422,
      'regular',
    ],
    ['deep nesting', `query?query=${'('.repeat(2000)}1${')'.repeat(2000)}`, 400, 'nested deeper'],
    ['many operands', `query?query=${q(Array.from({ length: 400 }, () => '1').join('+'))}`, 400, 'nested deeper'],
    ['times without end', `query?query=hits&time=1e300`, 400, 'valid timestamp'],
    ['no time at all', `query?query=hits&timeout=0.000`, 400, 'longer than 0'],
    ['less time than none', `query?query=hits&timeout=-5`, 400, 'longer than 0'],
  ])('bounds %s', async (_what, path, status, problem) => {
    expect((await refused(path, status)).error).toContain(problem);
  });

  it('refuses more series than a selector may find', async () => {
    const type = await givenType(api.database, { name: 'Many' });
    const definition = await givenDefinition(api.database, { type, name: 'many' });
    for (let i = 0; i < 21; i++)
      await givenSchedule(api.database, { definition, resource: await givenResource(api.database, { type }) });
    const tooMany = {
      errorType: 'execution',
      error: 'query selects more than 20 series; name a metric or further labels',
    };
    expect(await refused('query?query=many', 422)).toMatchObject(tooMany);
    // The limit also holds for several selectors together.
    const ids = await api.database.query<{ id: number }>(`SELECT id FROM resource WHERE resource_type_id = $1`, [
      type.id,
    ]);
    const each = ids.map(({ id }) => `match[]=${q(`many{resource_id="${id}"}`)}`).join('&');
    expect(await refused(`series?${each}`, 422)).toMatchObject(tooMany);
  });

  it('finds nothing outside the retention, however far away', async () => {
    expect(await query('hits', { time: '-8640000000000' })).toEqual([]);
    expect(await query('hits', { time: '8640000000000' })).toEqual([]);
    expect(await query('hits offset 1000y')).toEqual([]);
  });
});

describe('a query that would take minutes', () => {
  const api = useMonitoring(() => ({
    HEAVY_REQUESTS: '2',
    PROMETHEUS_SAMPLES: '1000000000',
    PROMETHEUS_TIMEOUT_MS: '600000',
  }));

  const heavy = new URLSearchParams({
    query: 'quantile_over_time(0.5, vector(1)[100000s:1s])',
    start: '1768400000',
    end: '1768410000',
    step: '1',
  });

  /** Sends it, and waits for no response. */
  const begin = async (headers = api.credentialsOf()): Promise<http.ClientRequest> => {
    const request = http.get(`${api.url}/prometheus/api/v1/query_range?${heavy.toString()}`, { headers });
    request.on('error', () => undefined);
    await new Promise((resolve) => request.once('finish', resolve));
    return request;
  };

  it('gives way to others, however many of them one account sends, and is refused beyond the limit', async () => {
    const hog = api.credentialsOf({ username: 'hog', roles: ['viewer'] });
    const requests: http.ClientRequest[] = [];
    // One runs, 64 wait.
    for (let i = 0; i < 65; i++) requests.push(await begin(hog));
    const refused = await begin(hog);
    const { headers, statusCode } = await new Promise<http.IncomingMessage>((resolve) =>
      refused.once('response', resolve),
    );
    expect(statusCode).toBe(429);
    expect(headers).toMatchObject({ 'x-error-type': 'too_many_heavy_requests', 'retry-after': '2' });
    const { body } = await api.get('/prometheus/api/v1/query?query=vector(1)').expect(200);
    expect(body.data.result).toHaveLength(1);
    for (const request of [...requests, refused]) request.destroy();
  });

  it('delays neither a short query nor one of an account that waits', async () => {
    const { database } = api;
    const type = await givenType(database, { name: 'Many', plugin: 'Web', category: 'SERVER' });
    const definition = await givenDefinition(database, { type, name: 'many' });
    for (let n = 0; n <= LIGHT_SERIES; n++) {
      const resource = await givenResource(database, { type, name: `many-${n}` });
      await givenSchedule(database, { resource, definition });
    }
    const status = async (query: string, over: Record<string, string> = {}): Promise<number> => {
      const path = Object.keys(over).length > 0 ? 'query_range' : 'query';
      return (await api.get(`/prometheus/api/v1/${path}?${new URLSearchParams({ query, ...over }).toString()}`)).status;
    };
    const range = { start: '1768400000', end: '1768410000', step: '1' };
    await withTurnsSpent(api, async () => {
      expect(await status('vector(1)')).toBe(200);
      expect(await status('sum(many{resource=~"many-[0-9]"})')).toBe(429);
      expect(await status('sum(many{resource="many-1"})')).toBe(200);
      expect(await status('{resource="many-1"}')).toBe(429);
      expect(await status('ALERTS')).toBe(429);
      expect(await status('avg_over_time(many{resource="many-1"}[30d])')).toBe(429);
      expect(await status('vector(1)', range)).toBe(200);
      expect(await status(`vector(1)${' + vector(1)'.repeat(20)}`, range)).toBe(429);
      expect(await status(`vector(1)${' + vector(1)'.repeat(20)}`)).toBe(200);
      expect((await api.get('/prometheus/api/v1/labels')).status).toBe(429);
    });
    expect(await status('sum(many{resource=~"many-[0-9]"})')).toBe(200);
  });

  it('gives way to other requests, and ends when its client disconnects', async () => {
    const request = await begin();
    await api.get('/livez').expect(200);
    await api.get('/rest/status/server').expect(200);
    const next = api.get('/prometheus/api/v1/query?query=1').then(({ status }) => status);
    await api.get('/livez').expect(200);
    request.destroy();
    expect(await next).toBe(200);
  });
});
