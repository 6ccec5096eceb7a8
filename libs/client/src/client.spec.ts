import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ApiFailure, ApiError, type Credentials, accessToken, basic, bearer, createClient, isApiFailure } from '.';

interface SentRequest {
  method: string;
  target: string;
  headers: http.IncomingHttpHeaders;
  body: string;
}
interface Given {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** Ends the connection instead. */
  breaks?: boolean;
}

const requests: SentRequest[] = [];
/** Responses to the requests in order; the last one repeats. */
let given: ((requests: SentRequest) => Given)[];
let server: http.Server;
let url: string;

beforeAll(async () => {
  server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url: target, headers } = request as Required<http.IncomingMessage>;
      const one = { method, target, headers, body: Buffer.concat(chunks).toString() };
      requests.push(one);
      const next = given.length > 1 ? given.shift()! : given[0]!;
      const { status = 200, headers: others = {}, body, breaks } = next(one);
      if (breaks) return request.socket.destroy();
      response.writeHead(status, { 'Content-Type': 'application/json', ...others });
      response.end(body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());
beforeEach(() => {
  requests.length = 0;
});

function responding(...responses: Given[]): void {
  given = responses.map((response) => () => response);
}
const getClient = (credentials?: Credentials, retries?: number) =>
  createClient({ url, ...(credentials && { credentials }), ...(retries === undefined ? {} : { retries }) });
const problem = (type: string, status: number, more: object = {}): Given => ({
  status,
  headers: { 'X-Error-Type': type, 'Content-Type': 'application/problem+json', 'X-Request-Id': 'r-1' },
  body: { detail: `It is ${type}.`, error_type: type, ...more },
});
const BUSY: Given = { ...problem('service_unavailable', 503), headers: { 'Retry-After': '0' } };
const getFailure = (work: Promise<unknown>): Promise<ApiFailure> =>
  work.then(
    () => Promise.reject(new Error('it succeeded')),
    (error: unknown) => (isApiFailure(error) ? error : Promise.reject(error as Error)),
  );

describe('a request', () => {
  it('has its parameters and body where the operation expects them', async () => {
    responding({ body: { id: 7 } });
    const client = getClient(basic('änn', 'p:w'));
    expect(await client.get('/rest/alert', { query: { q: 'a b&c', size: 5, since: undefined, prio: '' } })).toEqual({
      id: 7,
    });
    await client.put('/rest/group/{id}/roles/{role}', { path: { id: 7, role: 'a/b' } });
    await client.post('/rest/group', { body: { name: 'web' } });
    expect(requests.map(({ method, target, body }) => [method, target, body])).toEqual([
      ['GET', '/rest/alert?q=a+b%26c&size=5', ''],
      ['PUT', '/rest/group/7/roles/a%2Fb', ''],
      ['POST', '/rest/group', '{"name":"web"}'],
    ]);
    expect(requests[2]!.headers).toMatchObject({
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from('änn:p:w').toString('base64')}`,
      accept: 'application/problem+json, application/json',
    });
    expect(requests[0]!.headers['content-type']).toBeUndefined();
  });

  it.each(['..', '.', ''])('is refused where the path value "%s" would lead to another operation', async (name) => {
    responding({ body: [] });
    const client = getClient(basic('a', 'b'));
    await expect(client.get('/rest/agent/{name}/plugins', { path: { name } })).rejects.toThrow(TypeError);
    expect(requests).toEqual([]);
  });

  it('sends documents unchanged, and reads responses that are not JSON', async () => {
    responding({ body: 'a,b\n', headers: { 'Content-Type': 'text/csv', ETag: '"1"' } });
    const { body, status, headers } = await getClient().call('get', '/rest/reports/recentAlerts', { as: 'text' });
    expect([body, status, headers.get('etag')]).toEqual(['a,b\n', 200, '"1"']);
    await getClient().call('post', '/api/compliance/v2/security_guides', {
      body: new Blob(['<xml/>']),
      headers: { 'Content-Type': 'application/xml' },
      as: 'text',
    });
    expect(requests[1]).toMatchObject({ body: '<xml/>', headers: { 'content-type': 'application/xml' } });
  });

  it('returns nothing where the response has no body', async () => {
    responding({ status: 204 });
    expect(await getClient().delete('/rest/alert/{id}', { path: { id: 1 } })).toBeUndefined();
  });
});

describe('an error', () => {
  it('has the type, the errors of fields, and the address of its explanation', async () => {
    responding({
      ...problem('invalid_request', 400, { fields: [{ field: 'name', problems: ['is empty'] }] }),
      headers: {
        'X-Error-Type': 'invalid_request',
        Link: '<https://x.example/api/v1/error/invalid_request>; rel="help"',
      },
    });
    const error = await getFailure(getClient().get('/rest/status'));
    expect(error).toMatchObject({
      status: 400,
      type: 'invalid_request',
      detail: 'It is invalid_request.',
      message: 'It is invalid_request.',
      help: 'https://x.example/api/v1/error/invalid_request',
      fields: new Map([['name', ['is empty']]]),
    });
    if (error.type === 'invalid_request') {
      const status: 400 = error.status;
      expect(status).toBe(400);
    }
  });

  it('has no type without a response', async () => {
    responding({ breaks: true });
    const error = await getFailure(getClient(undefined, 0).get('/rest/status'));
    expect(error).toMatchObject({ status: 0, type: undefined });
    expect(error.detail).toMatch(/^No response from https?:\/\/\S+: (?!fetch failed)/);
  });

  it('contains no credentials', async () => {
    responding(problem('invalid_credentials', 401));
    const error = await getFailure(getClient(basic('ann', 'secret-word')).get('/rest/status'));
    const shown = JSON.stringify(error, Object.getOwnPropertyNames(error)) + String(error.stack);
    expect(shown).not.toMatch(/secret-word|YW5uOnNlY3JldC13b3Jk/);
    const messages = [
      () => createClient({ url: 'http://ann:secret-word@host' }),
      () => createClient({ url: 'secret-word' }),
      () => bearer('secret-word\r\n'),
    ].map((make) => {
      try {
        make();
        return 'not refused';
      } catch (refused) {
        return (refused as TypeError).message;
      }
    });
    expect(messages.join()).not.toContain('secret-word');
  });
});

describe('failed requests that may succeed later', () => {
  it.each(['get', 'put', 'delete'] as const)('are retried by %s', async (method) => {
    responding(BUSY, { breaks: true }, { body: { id: 1 } });
    expect(await getClient().call(method, '/rest/group/{id}', { path: { id: 1 } } as never)).toMatchObject({
      status: 200,
    });
    expect(requests).toHaveLength(3);
  });

  it('are sent once where they may not be repeated, and otherwise as often as configured', async () => {
    responding(BUSY);
    await getFailure(getClient().post('/rest/group', { body: {} }));
    await getFailure(getClient().patch('/auth/accounts/{username}', { path: { username: 'a' }, body: {} }));
    expect(requests).toHaveLength(2);
    await getFailure(getClient(undefined, 1).get('/rest/status'));
    expect(requests).toHaveLength(4);
  });

  it('are not retried when the server requests a long wait, nor after permanent failures', async () => {
    responding({ ...BUSY, headers: { 'Retry-After': '3600' } });
    expect(await getFailure(getClient().get('/rest/status'))).toMatchObject({ retryAfter: 3600 });
    responding(problem('internal_error', 500));
    await getFailure(getClient().get('/rest/status'));
    expect(requests).toHaveLength(2);
  });

  it('are no longer retried once they are aborted', async () => {
    const controller = new AbortController();
    given = [
      () => {
        setImmediate(() => controller.abort(new Error('left')));
        return { ...BUSY, headers: { 'Retry-After': '25' } };
      },
    ];
    await expect(getClient().get('/rest/status', { signal: controller.signal })).rejects.toThrow('left');
    await expect(getClient().get('/rest/status', { signal: controller.signal })).rejects.toThrow('left');
    expect(requests).toHaveLength(1);
  });
});

describe('credentials', () => {
  it('are renewed once, for all requests that are refused together', async () => {
    let tokens = 0;
    given = [
      ({ target, headers, body }) => {
        if (target === '/auth/token') {
          expect([body, headers.authorization]).toEqual(['grant_type=client_credentials', 'Basic YTpi']);
          return { body: { access_token: `t${(tokens += 1)}` } };
        }
        return headers.authorization === 'Bearer t1' ? problem('expired_token', 401) : { body: {} };
      },
    ];
    const client = getClient(accessToken('a', 'b'));
    await Promise.all([client.get('/rest/status'), client.post('/rest/group', { body: {} })]);
    expect(tokens).toBe(2);
    expect(
      requests.filter(({ target }) => target === '/rest/group').map(({ headers }) => headers.authorization),
    ).toEqual(['Bearer t1', 'Bearer t2']);
  });

  it('that stay refused end the request', async () => {
    responding(problem('invalid_token', 401));
    expect(await getFailure(getClient(bearer(() => 'x')).get('/rest/status'))).toMatchObject({ status: 401 });
    expect(requests).toHaveLength(2);
    await getFailure(getClient(bearer('x')).get('/rest/status'));
    await getFailure(getClient(accessToken('a', 'b')).get('/rest/status'));
    expect(requests).toHaveLength(4);
  });
});

describe('pages', () => {
  const LIST = Array.from({ length: 7 }, (_entry, id) => ({ id }));
  const part = (target: string, page: string, size: string, counts: 'pages' | 'rows') => {
    const query = new URL(target, url).searchParams;
    const rows = Number(query.get(size));
    const first = Number(query.get(page)) * (counts === 'pages' ? rows : 1);
    return LIST.slice(first, first + rows);
  };
  const toIds = async (list: AsyncIterable<unknown>): Promise<number[]> => {
    const found = [];
    for await (const { id } of list as AsyncIterable<{ id: number }>) found.push(id);
    return found;
  };
  const ALL = LIST.map(({ id }) => id);

  it('of monitoring are read to the end, by the position in each response', async () => {
    given = [
      ({ target }) => ({
        body: part(target, 'page', target.startsWith('/rest/alert') ? 'size' : 'ps', 'pages'),
        headers: { 'X-Collection-Size': '7' },
      }),
    ];
    expect(await toIds(getClient().rows('/rest/problem', { size: 3, query: { severity: 'HIGH' } }))).toEqual(ALL);
    expect(await toIds(getClient().rows('/rest/alert', { size: 7 }))).toEqual(ALL);
    expect(requests.map(({ target }) => target)).toEqual([
      '/rest/problem?severity=HIGH&page=0&ps=3',
      '/rest/problem?severity=HIGH&page=1&ps=3',
      '/rest/problem?severity=HIGH&page=2&ps=3',
      '/rest/alert?page=0&size=7',
    ]);
  });

  it('of the other services are read by counting entries', async () => {
    given = [({ target }) => ({ body: { data: part(target, 'offset', 'limit', 'rows'), meta: { total: 7 } } })];
    expect(await toIds(getClient().rows('/api/compliance/v2/policies', { size: 3 }))).toEqual(ALL);
    const { rows, total } = await getClient().page('/api/v1/error', { page: 2, size: 3 });
    expect([rows, total]).toEqual([[{ id: 6 }], 7]);
    expect(requests.map(({ target }) => target)).toContain('/api/compliance/v2/policies?limit=3&offset=6');
  });

  it('with a cursor are read one after the other', async () => {
    responding({ body: { tokens: [{ id: 0 }], next: 'c1' } }, { body: { tokens: [{ id: 1 }], next: null } });
    expect(await toIds(getClient().rows('/auth/tokens', { size: 1 }))).toEqual([0, 1]);
    expect(requests.map(({ target }) => target)).toEqual(['/auth/tokens?limit=1', '/auth/tokens?limit=1&before=c1']);
  });

  it('are no longer read when the reader stops, nor past the end of a shrinking list', async () => {
    responding(
      { body: [{ id: 0 }], headers: { 'X-Collection-Size': '9' } },
      { body: [], headers: { 'X-Collection-Size': '9' } },
    );
    for await (const { rows } of getClient().pages('/rest/problem', { size: 1 })) {
      expect(rows).toHaveLength(1);
      break;
    }
    expect(requests).toHaveLength(1);
    expect(await toIds(getClient().rows('/rest/problem', { size: 1 }))).toEqual([]);
  });
});

it('recognises errors by their class', () => {
  expect([isApiFailure(new ApiError(0, undefined, 'x')), isApiFailure(new Error('x'))]).toEqual([true, false]);
});
