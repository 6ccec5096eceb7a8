import type { Response } from 'supertest';
import { useMonitoring } from '../use-monitoring';
import { WRAPPED, faultUnless } from './answer-faults';
import { toMissingAddress, readOperations, withQuery } from './api-operations';
import { htmlFaults } from './html-faults';
import { givenReads } from './reads-fixture';
import { givenWrites } from './writes-fixture';
import { findFaults } from './xml-schema';
import { XML_OF_ERRORS } from './xml-schemas';

const MATRIX_MS = 120_000;
/** Preferred media type of a client, and the Content-Type of its error. See rule http-11. */
const LIKED: readonly (readonly [accept: string, contentType: string])[] = [
  ['application/json', 'application/json'],
  [WRAPPED, 'application/json'],
  ['image/png', 'application/json'],
  ['application/xml', 'application/xml'],
  ['text/html', 'text/html; charset=utf-8'],
  ['text/plain', 'text/plain; charset=utf-8'],
  ['text/csv', 'text/plain; charset=utf-8'],
];
/** Operations without a 404: missing records count as done or are created. */
const NEVER_MISSING = [
  'getPluginPush',
  'createPlatformByName',
  'createResourceByName',
  'removeOperationDraft',
  'pingHeartbeat',
];

function bodyFaults(contentType: string, text: string): string[] {
  switch (contentType) {
    case 'application/json': {
      const { message, ...rest } = JSON.parse(text) as { message?: unknown };
      return faultUnless(typeof message === 'string' && /\S/.test(message) && Object.keys(rest).length === 0, text);
    }
    case 'application/xml':
      return [...findFaults(text, XML_OF_ERRORS), ...faultUnless(/<message>[^<]+</.test(text), 'without a message')];
    case 'text/html; charset=utf-8':
      return [...htmlFaults(text), ...faultUnless(/<p class="problem">[^<]+</.test(text), 'without a message')];
    default:
      return faultUnless(/^[^<{\n]+\n$/.test(text), text);
  }
}

/** Refusals in every media type that a client may prefer. */
describe('error bodies', () => {
  const api = useMonitoring(() => ({ RESOURCE_CREATION_HOLD_MS: '0', JSONP: 'on' }));
  /** For every operation on a single record, a request for a record that does not exist. */
  let missing: { id: string; method: 'get' | 'post' | 'put' | 'delete'; address: string }[];

  beforeAll(async () => {
    const reads = await givenReads(api);
    const writes = await givenWrites(api);
    const operations = (await readOperations(api)).filter(
      ({ id, path }) => path.includes('{') && !NEVER_MISSING.includes(id),
    );
    missing = await Promise.all(
      operations.map(async ({ id, method }) => {
        const path = reads[id] ?? (await writes[id]!.request()).path;
        const address = withQuery(toMissingAddress(path), 'validate=true');
        return { id, method: method.toLowerCase() as 'get', address };
      }),
    );
  }, MATRIX_MS);

  const ask = async (method: 'get' | 'post' | 'put' | 'delete', address: string, accept: string): Promise<Response> =>
    api[method](address).set('Accept', accept).buffer(true);

  it(
    'are written in the preferred media type of the client, for every operation',
    async () => {
      expect(missing.length).toBeGreaterThan(25);
      const faults: string[] = [];
      for (const { id, method, address } of missing) {
        for (const [liked, contentType] of LIKED) {
          const response = await ask(method, address, `${liked}, */*;q=0.1`);
          const found = [
            ...faultUnless(response.status === 404, `returns ${response.status}`),
            ...faultUnless(response.headers['content-type'] === contentType, `is ${response.headers['content-type']}`),
            ...bodyFaults(contentType, response.text),
          ];
          faults.push(...found.map((fault) => `${id} in ${liked}: ${fault}`));
        }
      }
      expect(faults).toEqual([]);
    },
    MATRIX_MS,
  );

  it('follow the suffix before the Accept header', async () => {
    const faults: string[] = [];
    for (const [suffix, contentType] of [
      ['.json', 'application/json'],
      ['.jsonw', 'application/json'],
      ['.xml', 'application/xml'],
      ['.html', 'text/html; charset=utf-8'],
      ['.txt', 'text/plain; charset=utf-8'],
      ['.csv', 'text/plain; charset=utf-8'],
    ] as const) {
      for (const address of ['/rest/resource/99999', '/rest/nowhere', '/rest/resource/platforms']) {
        const { status, headers, text } = await ask('get', `${address}${suffix}?page=-1`, 'image/png');
        const found = [
          ...faultUnless(status === 404 || status === 406, `returns ${status}`),
          ...faultUnless(headers['content-type'] === contentType, `is ${headers['content-type']}`),
          ...bodyFaults(contentType, text),
        ];
        faults.push(...found.map((fault) => `${address}${suffix}: ${fault}`));
      }
    }
    expect(faults).toEqual([]);
  });

  it.each([
    ['get', '/rest/user/j.xml'],
    ['get', '/rest/user/j.json'],
    ['delete', '/rest/content/none.xml'],
    ['get', '/rest/alert/sender/none.html'],
    ['get', '/rest/operation/history/none.xml'],
    ['get', '/rest/agent/none.xml/sync'],
    ['get', '/rest/alert/none.xml'],
    ['put', '/rest/resource/none.xml'],
    ['get', '/rest/group/10001/roles/none.xml'],
  ] as const)('follow the Accept header where a name ends like a suffix: %s %s', async (method, address) => {
    for (const [liked, contentType] of LIKED) {
      const { status, headers, text } = await ask(method, `${address}?validate=true`, `${liked}, */*;q=0.1`);
      expect([liked, status >= 400, headers['content-type']]).toEqual([liked, true, contentType]);
      expect(bodyFaults(contentType, text)).toEqual([]);
    }
  });

  it(
    'call the function of a JSONP request under their own status',
    async () => {
      const faults: string[] = [];
      for (const { id, address } of missing.filter(({ method }) => method === 'get')) {
        const { status, headers, text } = await ask('get', `${address}&jsonp=tell.me`, 'text/html');
        const [, json = ''] = /^tell\.me\((.*)\);$/s.exec(text) ?? [];
        const found = [
          ...faultUnless(status === 404, `returns ${status}`),
          ...faultUnless(headers['content-type'] === 'application/javascript; charset=utf-8', 'is no script'),
          ...(json === '' ? [`holds ${text}`] : bodyFaults('application/json', json)),
        ];
        faults.push(...found.map((fault) => `${id}: ${fault}`));
      }
      expect(faults).toEqual([]);
    },
    MATRIX_MS,
  );

  it.each([
    ['401', (accept: string) => api.anonymous.get('/rest/status').set('Accept', accept)],
    ['403', (accept: string) => api.as({ roles: [] }).get('/rest/status').set('Accept', accept)],
    ['405', (accept: string) => api.delete('/rest/status').set('Accept', accept)],
    ['406', (accept: string) => api.get('/rest/resource?ps=0').set('Accept', accept)],
    [
      '413',
      (accept: string) =>
        api
          .put('/rest/resource/10001')
          .set('Accept', accept)
          .send({ a: 'x'.repeat(2 ** 20) }),
    ],
    ['415', (accept: string) => api.put('/rest/resource/10001').set('Accept', accept).type('image/png').send('x')],
  ])('of %s are written in every type', async (status, refuse) => {
    for (const [liked, contentType] of LIKED) {
      const response = await refuse(`${liked}, */*;q=0.1`).buffer(true);
      expect([response.status, response.headers['content-type']]).toEqual([Number(status), contentType]);
      expect(bodyFaults(contentType, response.text)).toEqual([]);
    }
  });
});
