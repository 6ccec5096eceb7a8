import http from 'node:http';
import { type OpenApiDocument, type Operation, listOperations } from '../../tools/requests/operations';
import type { RunningSystem, ServiceName } from '../../tools/system';
import { toAddress, type ContractOperation, readContract } from './contract/contract-operations';

const CONTRACT = readContract();
const SERVICES = [...new Set(CONTRACT.map(({ service }) => service))];

const toName = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;
const toKey = ({ method, path }: { method: string; path: string }): string => `${method} ${toAddress(path)}`;

/** Every operation of the contract is documented, and responds at the service and through the gateway. */
export function describeContract(system: () => RunningSystem): void {
  describe('the contract', () => {
    const documented = new Map<ServiceName, Map<string, Operation>>();

    beforeAll(async () => {
      for (const service of SERVICES) {
        const response = await fetch(`${system().serviceUrl(service)}/openapi.json`);
        const operations = listOperations(service, (await response.json()) as OpenApiDocument);
        documented.set(service, new Map(operations.map((operation) => [toKey(operation), operation])));
      }
    }, 120_000);

    const documentedAs = (operation: ContractOperation): Operation | undefined =>
      documented.get(operation.service)?.get(toKey(operation));
    /** Names of operations, each with what is missing. */
    const gaps = (find: (operation: ContractOperation, found: Operation) => readonly string[]): string[] =>
      CONTRACT.flatMap((operation) => {
        const found = documentedAs(operation);
        const missing = found ? find(operation, found) : [];
        return missing.length === 0 ? [] : [`${toName(operation)}: ${missing.join(', ')}`];
      });

    it('has 121 operations, and two more without names', () => {
      expect(CONTRACT).toHaveLength(123);
      expect(new Set(CONTRACT.map(toKey)).size).toBe(123);
      const counts = Object.fromEntries(
        SERVICES.map((name) => [name, CONTRACT.filter(({ service }) => service === name).length]),
      );
      expect(counts).toEqual({ compliance: 7, monitoring: 115, 'error-registry': 1 });
    });

    it('is documented, operation by operation', () => {
      expect(CONTRACT.filter((operation) => !documentedAs(operation)).map(toName)).toEqual([]);
    });

    it('is documented with its statuses', () => {
      const missing = gaps(({ statuses }, { responses }) => statuses.filter((status) => !responses[status]));
      expect(missing).toEqual([]);
    });

    it('is documented with its query parameters', () => {
      const missing = gaps(({ query }, { parameters }) => {
        const names = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
        return query.filter((name) => !names.includes(name) && !names.includes(`${name}[]`));
      });
      expect(missing).toEqual([]);
    });

    it('is documented with what may be compressed', () => {
      const missing = gaps(({ isPacked }, { responses }) =>
        isPacked && !/gzip/.test(responses['200']?.description ?? '') ? ['gzip'] : [],
      );
      expect(missing).toEqual([]);
    });

    it('is documented in the media types of its area', () => {
      const missing = gaps(({ path }, { responses }) =>
        Object.entries(responses)
          .filter(([status, { content }]) => status.startsWith('2') && content)
          .flatMap(([, { content = {} }]) => getMediaTypes(path).filter((type) => !content[type])),
      );
      expect(missing).toEqual([]);
    });

    it.each([
      ['its services', (service: ServiceName) => system().serviceUrl(service)],
      ['the gateway', () => system().gatewayUrl],
    ])(
      'is served by %s',
      async (_name, getBaseAddress) => {
        const unanswered: string[] = [];
        const authorization = await system().tokenOf();
        for (const operation of CONTRACT) {
          const { method, path, service } = operation;
          const response = await fetch(getBaseAddress(service) + concrete(path), {
            method,
            headers: { authorization },
            redirect: 'manual',
          });
          const text = await response.text();
          const type = response.headers.get('x-error-type');
          // An unknown path; unknown records have error types of their own, or name the record.
          const isUnrouted = type === 'not_found' && /Unknown path|Cannot |No route/.test(text);
          const isRefused = response.status === 405 || response.status === 501 || response.status >= 500;
          if (isUnrouted || isRefused)
            unanswered.push(`${toName(operation)}: ${response.status} ${text.slice(0, 100)}`);
        }
        expect(unanswered).toEqual([]);
      },
      120_000,
    );

    it('allows preflight requests of other origins at every path of all four services, without credentials', async () => {
      const refused: string[] = [];
      for (const service of ['gateway', ...SERVICES] as const) {
        const document = await fetch(`${system().gatewayUrl}/openapi/${service}.json`);
        const { paths } = (await document.json()) as OpenApiDocument;
        for (const path of Object.keys(paths)) {
          const { status, headers } = await fetch(system().gatewayUrl + concrete(path), {
            method: 'OPTIONS',
            headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'GET' },
          });
          if (status !== 204 || headers.get('access-control-allow-origin') !== '*') refused.push(`${path}: ${status}`);
        }
      }
      expect(refused).toEqual([]);
    }, 60_000);

    it.each([
      ['monitoring', () => system().serviceUrl('monitoring')],
      ['the gateway', () => system().gatewayUrl],
    ])('has each link of a page and each challenge on a line of its own, from %s', async (_name, base) => {
      const headers = { authorization: await system().tokenOf() };
      const links = await toLines(`${base()}/rest/alert/definitions?ps=1&page=1`, 'Link', headers);
      const relations = links.map((line) => /^<[^<>]+>; rel="(\w+)"$/.exec(line)?.[1]);
      expect(relations).toEqual(expect.arrayContaining(['prev', 'last', 'current']));
      expect(relations).not.toContain(undefined);
      const challenges = await toLines(`${base()}/rest/alert`, 'WWW-Authenticate');
      expect(challenges).toEqual(['Basic realm="Wardstone"', 'Bearer']);
    });

    it('holds for targets that do not exist', async () => {
      const others: string[] = [];
      const authorization = await system().tokenOf();
      for (const operation of CONTRACT.filter(({ path, statuses }) => path.includes('{') && statuses.includes('404'))) {
        for (const [query, status] of expectations(operation)) {
          const response = await fetch(system().serviceUrl(operation.service) + concrete(operation.path) + query, {
            method: operation.method,
            headers: { authorization },
          });
          await response.arrayBuffer();
          if (response.status !== status) others.push(`${toName(operation)}${query}: ${response.status}`);
        }
      }
      expect(others).toEqual([]);
    }, 120_000);

    it('covers every operation below the interface of monitoring, except for named extensions', () => {
      const contract = new Set(CONTRACT.map(toKey));
      const more = [...documented.get('monitoring')!.keys()].filter((key) => / \/rest/.test(key) && !contract.has(key));
      const areas = new Set(more.map((key) => key.replace(/^\w+ \/rest\//, '').split('/')[0]));
      expect([...areas].sort()).toEqual(EXTENDED_AREAS);
    });
  });
}

/** Values of a header of a response, one for each of its lines. */
function toLines(url: string, name: string, headers: http.OutgoingHttpHeaders = {}): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { headers }, (response) => {
      const { rawHeaders } = response.resume();
      const isOfName = (_value: string, at: number): boolean =>
        at % 2 === 1 && rawHeaders[at - 1]!.toLowerCase() === name.toLowerCase();
      resolve(rawHeaders.filter(isOfName));
    });
    request.once('error', reject);
  });
}

/** An id that no record has. */
const NO_ID = '2000000042';

const JSON_AND_XML = ['application/json', 'application/xml'];
const RECORDS = [...JSON_AND_XML, 'text/html'];
const WRAPPED = [...RECORDS, 'application/vnd.vendor.wrapped+json'];
/** The first one that a path begins with. Source: contract of monitoring, 1. */
const MEDIA_TYPES: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^\/rest\/(content|operation|resource\/type)\b/, JSON_AND_XML],
  [/^\/rest\/reports/, ['text/csv']],
  [/^\/rest\/(metric|status)\b/, RECORDS],
  [/^\/rest\/user\b/, [...RECORDS, 'text/plain']],
  [/^\/rest\b/, WRAPPED],
  [/^\/api\/v1\b/, ['application/json']],
];

function getMediaTypes(path: string): readonly string[] {
  return MEDIA_TYPES.find(([area]) => area.test(path))?.[1] ?? [];
}

/** Areas with operations beyond the contract. */
const EXTENDED_AREAS = [
  'agent',
  'agents',
  'alert',
  'compliance',
  'dependency',
  'group',
  'heartbeat',
  'incident',
  'integration',
  'metric',
  'on-call',
  'operation',
  'package',
  'plugins',
  'problem',
  'resource',
  'silence',
  'user',
];

/** Queries with the expected response of an operation when its target does not exist. See rule http-11. */
function expectations({ method, path, query }: ContractOperation): (readonly [string, number])[] {
  if (method !== 'DELETE' || !query.includes('validate')) {
    return [[query.includes('resourceId') && method === 'POST' ? `?resourceId=${NO_ID}` : requiredQuery(path), 404]];
  }
  // Group and resource must exist, whether membership is validated or not.
  const idle = path.endsWith('/resource/{resourceId}') ? 404 : 204;
  return [
    ['', idle],
    ['?validate=true', 404],
  ];
}

/** Without it, the operation is refused before its target is looked for. */
function requiredQuery(path: string): string {
  if (path.endsWith('/plugins')) return '?name=some-plugin.jar';
  return '';
}

/** A path that fits the template, of a record that does not exist. */
function concrete(template: string): string {
  if (template === '/rest/operation/history/{id}') return '/rest/operation/history/no-such_=_job';
  return template.replace(/\{([^}]+)\}/g, (_match, name: string) => {
    if (/^(policy|system|security_guide)_id$/.test(name)) return '00000000-0000-4000-8000-000000000000';
    if (name === 'timeStamp') return '1700000000000';
    if (/name|type|handle/.test(name)) return 'no_such_thing';
    return NO_ID;
  });
}
