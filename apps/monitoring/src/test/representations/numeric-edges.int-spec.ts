import { resolveParts } from '@wardstone/bootstrap';
import { rounds } from '@wardstone/testing';
import { useMonitoring } from '../use-monitoring';
import { withQuery } from './api-operations';
import { givenReads } from './reads-fixture';
import type { ReadAddresses, Writes } from './fixture-requests';
import { givenWrites } from './writes-fixture';

const MATRIX_MS = 300_000;

/** The first numbers beyond the limits of types, columns, dates and doubles. */
const BEYOND = [
  '-62135596800001',
  '-1',
  '2147483648',
  '253402300800000',
  '7730000000000000',
  '8640000000000001',
  '9007199254740991',
  '9223372036854775808',
  '1e308',
  'NaN',
  '1.5',
];
/** The limits themselves, and others that only differ in their sign or size. */
const NEAR = [
  '-9007199254740992',
  '-9007199254740991',
  '-8640000000000001',
  '-2147483649',
  '0',
  '2147483647',
  '4294967296',
  '253402300799999',
  '999999999999999',
  '8640000000000000',
  '9223372036854775807',
];

/** Numbers for each place: all beyond a limit, and the others in turn, or all with `THOROUGH=yes`. */
function eachEdge<Place, Result>(places: readonly Place[], make: (place: Place, edge: string) => Result): Result[] {
  const near = rounds(NEAR.length, NEAR.length);
  return places.flatMap((place, index) =>
    [...BEYOND, ...Array.from({ length: near }, (_, next) => NEAR[(index + next) % NEAR.length]!)].map((edge) =>
      make(place, edge),
    ),
  );
}

interface Operation {
  operationId: string;
  parameters?: { name: string; in: string; schema?: { type?: string } }[];
}

describe('numbers at the limits of their types', () => {
  const api = useMonitoring(() => ({ RESOURCE_CREATION_HOLD_MS: '0' }));
  let reads: ReadAddresses;
  let writes: Writes;
  let gets: { template: string; operation: Operation }[];

  beforeAll(async () => {
    reads = await givenReads(api);
    writes = await givenWrites(api);
    const { body } = await api.anonymous.get('/openapi.json').expect(200);
    const { paths } = resolveParts(body as { paths: Record<string, Record<string, Operation>> });
    gets = Object.entries(paths).flatMap(([template, { get: operation }]) =>
      operation ? [{ template, operation }] : [],
    );
  }, MATRIX_MS);

  /** Requests that the service failed at. */
  const failures = async (paths: readonly string[], types = ['application/json', 'text/html']): Promise<string[]> => {
    const failed: string[] = [];
    for (const path of paths) {
      for (const type of types) {
        const { status, headers } = await api.get(path).set('Accept', type);
        if (status >= 500) failed.push(`${status} ${path} as ${type}`);
        // A refused request is refused in every type.
        if (status >= 400 && headers['x-error-type'] !== 'not_acceptable') break;
      }
    }
    return failed;
  };
  const numbersIn = (place: string, { parameters = [] }: Operation): string[] =>
    parameters
      .filter((parameter) => parameter.in === place)
      .filter(({ name, schema }) => schema?.type === 'integer' || /Id$|Time$|^sid$/.test(name))
      .map(({ name }) => name);

  it(
    'in the query of a read are accepted or refused, never an internal error',
    async () => {
      const places = gets.flatMap(({ template, operation }) => {
        const address = reads[operation.operationId] ?? (template.includes('{') ? undefined : template);
        if (address === undefined) return [];
        return numbersIn('query', operation).map((name) => ({ address, name }));
      });
      const paths = eachEdge(places, ({ address, name }, edge) => withQuery(address, `${name}=${edge}`));
      expect(paths.length).toBeGreaterThan(1_000);
      expect(await failures(paths)).toEqual([]);
    },
    MATRIX_MS,
  );

  it(
    'in the path of a read are accepted or refused, never an internal error',
    async () => {
      const places = gets
        .map(({ template, operation }) => ({ template, names: numbersIn('path', operation) }))
        .filter(({ names }) => names.length > 0);
      const paths = eachEdge(places, ({ template, names }, edge) =>
        template.replace(/\{(\w+)\}/g, (_, name: string) => (names.includes(name) ? edge : 'viewer')),
      );
      expect(paths.length).toBeGreaterThan(500);
      expect(await failures(paths, ['application/json'])).toEqual([]);
    },
    MATRIX_MS,
  );

  it.each(['8640000000000000', '7730000000000000', '9007199254740991', '253402300800000', '-62135596800001'])(
    'are no valid times: a read of metrics until %s is 406',
    async (endTime) => {
      const { listMetricData, getMetricData, getRawMetricData, listMetricDataOfResource, ...others } = reads;
      const { listMetricDataOfGroup, getMetricDataOfGroup, listCallTimes } = others;
      const operations = [
        listMetricData,
        getMetricData,
        getRawMetricData,
        listMetricDataOfResource,
        listMetricDataOfGroup,
      ];
      for (const address of [...operations, getMetricDataOfGroup, listCallTimes]) {
        if (address === undefined) continue;
        const { headers } = await api.get(withQuery(address, `endTime=${endTime}`)).expect(406);
        expect(headers['x-error-type']).toBe('invalid_query');
      }
    },
  );

  it(
    'in a body are accepted or refused; neither this nor reading them later is an internal error',
    async () => {
      const failed: string[] = [];
      const { body } = await api.anonymous.get('/openapi.json').expect(200);
      const { paths } = resolveParts(body as { paths: Record<string, Record<string, Operation>> });
      const methods = new Map(
        Object.values(paths).flatMap((operations) =>
          Object.entries(operations).map(([method, { operationId }]) => [operationId, method] as const),
        ),
      );
      const places: { id: string; place: string; keys: string[] }[] = [];
      for (const [id, { request }] of Object.entries(writes)) {
        const { json } = await request();
        if (typeof json !== 'object' || json === null) continue;
        places.push(...numericPlaces(json).map(([place, keys]) => ({ id, place, keys })));
      }
      for (const { id, place, keys, edge } of eachEdge(places, (each, edge) => ({ ...each, edge: Number(edge) }))) {
        if (Number.isNaN(edge)) continue;
        const { path, json } = await writes[id]!.request();
        const sent = structuredClone(json) as object;
        put(sent, keys, edge);
        const { status } = await api[methods.get(id) as 'post' | 'put'](path).send(sent);
        if (status >= 500) failed.push(`${status} ${id} with ${place} ${edge}`);
      }
      expect(failed).toEqual([]);
      expect(await failures(Object.values(reads))).toEqual([]);
    },
    MATRIX_MS,
  );
});

/** The numbers of a body, by their way through it. */
function numericPlaces(json: object): [string, string[]][] {
  return Object.entries(json).flatMap(([key, value]: [string, unknown]): [string, string[]][] => {
    if (typeof value === 'number') return [[key, [key]]];
    if (typeof value !== 'object' || value === null) return [];
    return numericPlaces(value).map(([place, keys]) => [`${key}.${place}`, [key, ...keys]]);
  });
}

function put(json: unknown, [key, ...rest]: readonly string[], value: number): void {
  const record = json as Record<string, unknown>;
  if (rest.length === 0) record[key!] = value;
  else put(record[key!], rest, value);
}
