import type { Response } from 'supertest';
import { useMonitoring } from '../use-monitoring';
import { TYPES, WRAPPED, bodyFaults, faultUnless } from './answer-faults';
import { type ApiOperationFacts, readOperations, withQuery } from './api-operations';
import { givenReads } from './reads-fixture';
import type { ReadAddresses } from './fixture-requests';
import { XML_OF_READS } from './xml-schemas';

/** Media types of the contract's areas. */
const AREAS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^\/rest\/resource\/type\b/, ['application/json', 'application/xml']],
  [/^\/rest\/(plugins|content)\b/, ['application/json', 'application/xml']],
  [/^\/rest\/operation\/history\/\{\w+\}\/(values|output)$/, ['application/json', 'application/xml']],
  [/^\/rest\/operation\/history\b/, ['application/json', 'application/xml', 'text/html']],
  [/^\/rest\/operation\b/, ['application/json', 'application/xml']],
  [/^\/rest\/(status|metric)\b/, ['application/json', 'application/xml', 'text/html']],
  [/^\/rest\/user\b/, ['application/json', 'application/xml', 'text/html', 'text/plain']],
  [
    /^\/rest(\/index|\/resource|\/alert|\/heartbeat|\/integration|\/incident|\/silence|\/dependency|\/on-call|\/package|\/problem|\/event|\/group|$)/,
    ['application/json', 'application/xml', 'text/html', WRAPPED],
  ],
];
/** Written while they are read from the database, so their tag would come too late. */
const STREAMED = ['getRawMetricData'];
/** Their last segment is a name, which may look like one with a suffix. */
const NAMED = ['getUser', 'getPluginPush', 'getAlertSender', 'getOperationHistory'];
const MATRIX_MS = 120_000;

/** The state of the service may change between two requests. */
const mayChange = ({ id }: { id: string }): boolean => id === 'getStatus';

/** The path without parameter names, which methods may choose differently. */
const toKind = (path: string): string => path.replace(/\{[^}]+\}/g, '{}');

/** Every read in every media type, the operations taken from the API document. */
describe('representations', () => {
  const api = useMonitoring(() => ({ RESOURCE_CREATION_HOLD_MS: '0', JSONP: 'on' }));
  let operations: ApiOperationFacts[];
  let reads: ApiOperationFacts[];
  let addresses: ReadAddresses;

  beforeAll(async () => {
    addresses = await givenReads(api);
    operations = await readOperations(api);
    reads = operations.filter(({ method, schemas }) => method === 'GET' && Object.keys(schemas).length > 0);
  }, MATRIX_MS);

  const toAddress = ({ id }: ApiOperationFacts): string => addresses[id]!;
  const withSuffix = (address: string, suffix: string): string => {
    const [path = '', query] = address.split('?');
    const stem = path === '/rest' ? '/rest/' : path;
    return stem + suffix + (query === undefined ? '' : `?${query}`);
  };
  const ask = (address: string, accept?: string, encoding = 'identity'): Promise<Response> => {
    const request = api.get(address).set('Accept-Encoding', encoding).buffer(true);
    return Promise.resolve(accept === undefined ? request : request.set('Accept', accept));
  };

  /** Reads without coverage fail only the test of coverage. */
  const isCovered = ({ id }: ApiOperationFacts): boolean => id in addresses && id in XML_OF_READS;
  /** Failures over all reads, in all their media types, as sentences. */
  const overReads = async (check: (read: ApiOperationFacts) => Promise<string[]>): Promise<string[]> => {
    const faults: string[] = [];
    for (const read of reads.filter(isCovered))
      faults.push(...(await check(read)).map((fault) => `${read.id}: ${fault}`));
    return faults;
  };
  /** The second time with the tag of the first. */
  const askTwice = async (address: string, type: string): Promise<{ tag: string; again: Response }> => {
    const tag = String((await ask(address, type)).headers['etag']);
    const conditions = { Accept: type, 'Accept-Encoding': 'identity', 'If-None-Match': `"x", ${tag}` };
    return { tag, again: await api.get(address).set(conditions) };
  };
  const overTypes = (check: (read: ApiOperationFacts, type: string) => Promise<string[]>): Promise<string[]> =>
    overReads(async (read) => {
      const faults: string[] = [];
      for (const type of Object.keys(read.schemas)) {
        faults.push(...(await check(read, type)).map((fault) => `${type}: ${fault}`));
      }
      return faults;
    });

  it('covers every read of the interface, by an address in reads-fixture.ts and a schema in xml-schemas.ts', () => {
    const ids = reads.map(({ id }) => id).sort();
    expect(ids.length).toBeGreaterThan(25);
    expect(Object.keys(addresses).sort()).toEqual(ids);
    expect(Object.keys(XML_OF_READS).sort()).toEqual(ids);
  });

  it('offers the types of the area', () => {
    for (const { path, schemas } of reads) {
      const [, types] = AREAS.find(([pattern]) => pattern.test(path)) ?? [];
      expect([path, ...Object.keys(schemas)]).toEqual([path, ...(types ?? [])]);
    }
  });

  it(
    'returns the requested type, well-formed',
    async () => {
      const faults = await overTypes(async (read, type) => {
        const response = await ask(toAddress(read), type);
        if (response.status !== 200) return [`returns ${response.status}: ${response.text}`];
        const contentType = String(response.headers['content-type']);
        const schemas = { json: read.schemas[type]!, xml: XML_OF_READS[read.id]! };
        return [
          ...faultUnless(contentType === TYPES[type]![1], `is ${contentType}`),
          ...bodyFaults(type, response.text, schemas),
        ];
      });
      expect(faults).toEqual([]);
    },
    MATRIX_MS,
  );

  it(
    'lets a suffix override Accept, unless the last segment is a name',
    async () => {
      const faults = await overTypes(async (read, type) => {
        if (NAMED.includes(read.id)) return [];
        const [suffix, contentType] = TYPES[type]!;
        const response = await ask(withSuffix(toAddress(read), suffix), 'image/png');
        return faultUnless(
          response.status === 200 && response.headers['content-type'] === contentType,
          `${suffix} returns ${response.status} ${response.headers['content-type']}`,
        );
      });
      expect(faults).toEqual([]);
    },
    MATRIX_MS,
  );

  it(
    'handles HEAD as GET without the body, and OPTIONS with the methods',
    async () => {
      const faults = await overReads(async (read) => {
        const address = toAddress(read);
        const [get, head, later, options] = [
          await ask(address),
          await api.head(address).set('Accept-Encoding', 'identity'),
          // Some records change by themselves.
          await ask(address),
          await api.options(address),
        ];
        const methods = operations
          // Any word may be the name of a resource to be made.
          .filter(
            ({ id, path }) =>
              toKind(path) === toKind(read.path) ||
              (id === 'createResourceByName' && /^\/rest\/resource\/[a-z]+$/.test(read.path)),
          )
          .map(({ method }) => method);
        const allow = String(options.headers['allow']).split(', ');
        const compared = ['content-type', 'etag', 'cache-control', 'vary', 'x-collection-size', 'link'];
        return [
          ...faultUnless(head.status === 200 && !head.text, `HEAD returns ${head.status}`),
          ...compared.flatMap((name) =>
            faultUnless(
              [get, later].some(({ headers }) => headers[name] === head.headers[name]),
              `${name} of HEAD is ${head.headers[name]}`,
            ),
          ),
          ...faultUnless(options.status === 204 || options.status === 200, `OPTIONS returns ${options.status}`),
          ...faultUnless(
            new Set(allow).size === new Set([...methods, 'HEAD', 'OPTIONS']).size &&
              methods.every((method) => allow.includes(method)),
            `Allow is ${allow.join()}, not ${methods.join()}`,
          ),
        ];
      });
      expect(faults).toEqual([]);
    },
    MATRIX_MS,
  );

  it(
    'refuses other methods with 405 and other types with 406',
    async () => {
      const faults = await overReads(async (read) => {
        const address = toAddress(read);
        const patch = await api.patch(address);
        const picture = await ask(address, 'image/png');
        const csv = await ask(address, 'text/csv');
        return [
          ...faultUnless(
            patch.status === 405 && /\bGET\b/.test(patch.headers['allow']!),
            `PATCH returns ${patch.status}`,
          ),
          ...faultUnless(picture.status === 406, `image/png returns ${picture.status}`),
          ...faultUnless(picture.headers['content-type'] === 'application/json', 'an error for any type is not JSON'),
          ...faultUnless(
            csv.status === 406 && csv.headers['content-type'] === 'text/plain; charset=utf-8',
            `text/csv returns ${csv.status} ${csv.headers['content-type']}`,
          ),
        ];
      });
      expect(faults).toEqual([]);
    },
    MATRIX_MS,
  );

  it(
    'gives every representation its own ETag, and recognises it',
    async () => {
      const faults = await overReads(async (read) => {
        if (STREAMED.includes(read.id)) return [];
        const found: string[] = [];
        const tags = new Set<string>();
        for (const type of Object.keys(read.schemas)) {
          let { tag, again } = await askTwice(toAddress(read), type);
          // The status has ages in seconds, one of which may have changed in between.
          if (read.id === 'getStatus' && again.status === 200) ({ tag, again } = await askTwice(toAddress(read), type));
          tags.add(tag);
          found.push(
            ...faultUnless(/^"[^"]+"$/.test(tag), `the tag is ${tag}`),
            ...faultUnless(again.status === 304 && !again.text, `${type} returns ${again.status} to its own tag`),
            ...faultUnless(again.headers['etag'] === tag, 'the tag of 304 is another'),
          );
        }
        return [...found, ...faultUnless(tags.size === Object.keys(read.schemas).length, 'two types share a tag')];
      });
      expect(faults).toEqual([]);
    },
    MATRIX_MS,
  );

  it(
    'compresses marked operations only, and sends Vary',
    async () => {
      const faults = await overTypes(async (read, type) => {
        const plain = await ask(toAddress(read), type);
        const packed = await ask(toAddress(read), type, 'gzip');
        const isLong = Buffer.byteLength(plain.text) >= 1024 || STREAMED.includes(read.id);
        const isPacked = packed.headers['content-encoding'] === 'gzip';
        const vary = String(packed.headers['vary']).split(', ').sort().join();
        return [
          ...faultUnless(plain.headers['content-encoding'] === undefined, 'compressed unasked'),
          ...faultUnless(isPacked === (read.isMarkedGzip && isLong), isPacked ? 'compressed' : 'not compressed'),
          ...faultUnless(packed.text === plain.text || mayChange(read), 'another text when compressed'),
          ...faultUnless(vary === (read.isMarkedGzip ? 'Accept,Accept-Encoding' : 'Accept'), `varies by ${vary}`),
        ];
      });
      expect(faults).toEqual([]);
      expect(reads.filter(({ isMarkedGzip }) => isMarkedGzip).length).toBeGreaterThan(8);
    },
    MATRIX_MS,
  );

  it(
    'wraps the bytes of the JSON response in a function for JSONP, never compressed',
    async () => {
      const faults = await overReads(async (read) => {
        const found: string[] = [];
        for (const type of ['application/json', ...(WRAPPED in read.schemas ? [WRAPPED] : [])]) {
          const json = await ask(toAddress(read), type);
          const script = await ask(withQuery(toAddress(read), 'jsonp=f'), type, 'gzip');
          found.push(
            ...faultUnless(script.headers['content-type'] === 'application/javascript; charset=utf-8', 'is no script'),
            ...faultUnless(script.headers['content-encoding'] === undefined, 'a script is compressed'),
            ...faultUnless(script.text === `f(${json.text});` || mayChange(read), `${type}: holds ${script.text}`),
          );
        }
        const page = await ask(withQuery(toAddress(read), 'jsonp=f'), 'text/html');
        return [...found, ...faultUnless(page.text.startsWith('f('), 'JSONP does not override Accept')];
      });
      expect(faults).toEqual([]);
    },
    MATRIX_MS,
  );

  it(
    'states the length of paged lists in headers, but not in wrapped JSON and pages',
    async () => {
      const faults = await overTypes(async (read, type) => {
        if (!read.isPaged || read.id === 'listChildren') return [];
        const { headers } = await ask(withQuery(toAddress(read), 'ps=1'), type);
        const isPaged = headers['x-collection-size'] !== undefined && /rel="current"/.test(headers['link'] ?? '');
        const isUntold = headers['x-collection-size'] === undefined && headers['link'] === undefined;
        return faultUnless(type === WRAPPED || type === 'text/html' ? isUntold : isPaged, `Link is ${headers['link']}`);
      });
      expect(faults).toEqual([]);
    },
    MATRIX_MS,
  );
});
