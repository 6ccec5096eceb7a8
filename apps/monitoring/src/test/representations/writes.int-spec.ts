import type { Response } from 'supertest';
import { useMonitoring } from '../use-monitoring';
import { beginRequest, holdEveryLock, untilRespondedOrWaiting } from './slow-requests';
import { TYPES, bodyFaults, faultUnless } from './answer-faults';
import { type ApiOperationFacts, toMissingAddress, readOperations, withQuery } from './api-operations';
import { givenWrites } from './writes-fixture';
import type { WriteRequest, Writes } from './fixture-requests';
import { XML_OF_WRITES } from './xml-schemas';

const MATRIX_MS = 120_000;
/** The address is the credential (rule alerts-46). */
const PUBLIC = ['pingHeartbeat'];
/** Anyone may do these, or their body names their target. */
const OPEN = ['createResource', 'createResourceByName', 'submitMetricData', 'createOperationSchedule'];
const OWN = [
  'removeFavoriteResource',
  'removeFavoriteGroup',
  'setQuietHours',
  'deleteQuietHours',
  'createCalendarFeed',
  'deleteCalendarFeed',
];
/** Writes about hidden objects do not reveal that these exist. */
const HIDDEN = [
  'acknowledgeAlert',
  'deleteAlert',
  'updateOperationDraft',
  'removeOperationDraft',
  'approveOperationSchedule',
  'rejectOperationSchedule',
  'cancelOperationSchedule',
  'deleteOperationSchedule',
  'createContactMethod',
  'updateContactMethod',
  'deleteContactMethod',
  'sendContactCode',
  'verifyContactMethod',
  'testContactMethod',
];
/** Operations without a 404: missing records count as done. */
const NEVER_MISSING = ['removeOperationDraft', 'pingHeartbeat'];
/** They have defaults for all fields of the body. */
const BODILESS = ['enablePlugin', 'postPlugin'];
/** Operations whose path names a new record. */
const NAMING = ['createPlatformByName', 'createResourceByName'];

type Caller = Pick<ReturnType<typeof useMonitoring>, 'post' | 'put' | 'delete'>;

/** The same request for a missing record. */
const absent = ({ path }: WriteRequest): WriteRequest => ({ path: withQuery(toMissingAddress(path), 'validate=true') });

/** Every write, with operations from the API document: its response, and the order of its refusals. */
describe('writes', () => {
  const api = useMonitoring(() => ({ RESOURCE_CREATION_HOLD_MS: '0' }));
  let operations: ApiOperationFacts[];
  let writes: Writes;

  beforeAll(async () => {
    writes = await givenWrites(api);
    operations = (await readOperations(api)).filter(({ method }) => method !== 'GET');
  }, MATRIX_MS);

  const send = async (
    { method }: ApiOperationFacts,
    { path, json, xml, bytes }: WriteRequest,
    headers: Record<string, string> = {},
    caller: Caller = api,
  ): Promise<Response> => {
    const request = caller[method.toLowerCase() as keyof Caller](path).set(headers).buffer(true);
    if (bytes) return request.type(bytes.type).send(bytes.content);
    if (xml !== undefined && headers['Content-Type'] === 'application/xml') return request.send(xml);
    return json === undefined ? request : request.type('application/json').send(JSON.stringify(json));
  };

  /** Without a Content-Type, which bytes do not have by default. */
  const sendUntyped = async (
    { method }: ApiOperationFacts,
    path: string,
    content: string,
  ): Promise<{ status: number; text: string }> => {
    const response = await fetch(api.url + path, { method, headers: api.credentialsOf(), body: Buffer.from(content) });
    return { status: response.status, text: await response.text() };
  };

  /** Failures over the writes of one kind, as sentences. */
  const over = async (
    isMeant: (write: ApiOperationFacts) => boolean,
    check: (write: ApiOperationFacts, make: () => Promise<WriteRequest>) => Promise<string[]>,
  ): Promise<string[]> => {
    const faults: string[] = [];
    const meant = operations.filter(isMeant);
    expect(meant.length).toBeGreaterThan(2);
    for (const write of meant) {
      const make = async () => writes[write.id]!.request();
      faults.push(...(await check(write, make)).map((fault) => `${write.id}: ${fault}`));
    }
    return faults;
  };
  const responses = ({ schemas }: ApiOperationFacts): boolean => Object.keys(schemas).length > 0;
  const takesRecords = ({ bodyTypes }: ApiOperationFacts): boolean => bodyTypes.includes('application/xml');
  const hasTarget = ({ id, path }: ApiOperationFacts): boolean => path.includes('{') && !NAMING.includes(id);
  const refused = (response: Response, status: number, kind: string): string[] =>
    faultUnless(
      response.status === status && response.headers['x-error-type'] === kind,
      `returns ${response.status} ${response.headers['x-error-type']}, not ${status} ${kind}`,
    );

  it('covers every write of the interface, with a request and a schema of what it returns', () => {
    expect(operations.map(({ id }) => id).sort()).toEqual(Object.keys(writes).sort());
    const ids = operations.filter(responses).map(({ id }) => id);
    expect(ids.sort()).toEqual(Object.keys(XML_OF_WRITES).sort());
  });

  it(
    'respond in every type of the area',
    async () => {
      const faults = await over(responses, async (write, make) => {
        const found: string[] = [];
        for (const [type, json] of Object.entries(write.schemas)) {
          const response = await send(write, await make(), { Accept: type });
          const contentType = response.headers['content-type'];
          found.push(
            ...faultUnless(
              response.status === writes[write.id]!.status,
              `returns ${response.status}: ${response.text}`,
            ),
            ...faultUnless(contentType === TYPES[type]![1], `is ${contentType}, not ${type}`),
            ...bodyFaults(type, response.text, { json, xml: XML_OF_WRITES[write.id]! }),
          );
        }
        return found;
      });
      expect(faults).toEqual([]);
    },
    MATRIX_MS,
  );

  it(
    'without a body accept any Accept header',
    async () => {
      const faults = await over(
        (write) => !responses(write),
        async (write, make) => {
          const { status, text } = await send(write, await make(), { Accept: 'image/png' });
          return faultUnless(status === writes[write.id]!.status && text === '', `returns ${status}: ${text}`);
        },
      );
      expect(faults).toEqual([]);
    },
    MATRIX_MS,
  );

  it(
    'accept the same record in JSON, with or without a type, and in XML',
    async () => {
      const faults = await over(takesRecords, async (write, make) => {
        const found: string[] = [];
        for (const type of [
          'application/json',
          'application/vnd.vendor.wrapped+json',
          'application/xml',
          'text/xml; charset=utf-8',
          '',
        ]) {
          const request = await make();
          const body = type.includes('xml') ? request.xml! : JSON.stringify(request.json);
          const { status, text } =
            type === ''
              ? await sendUntyped(write, request.path, body)
              : await send(write, { path: request.path, bytes: { type, content: body } });
          found.push(...faultUnless(status === writes[write.id]!.status, `${type} returns ${status}: ${text}`));
        }
        return found;
      });
      expect(faults).toEqual([]);
    },
    MATRIX_MS,
  );

  describe('refuse in this order', () => {
    const strange = { type: 'image/png', content: 'x' };

    it(
      'anonymous callers',
      async () => {
        const isClosed = ({ id }: ApiOperationFacts): boolean => !PUBLIC.includes(id);
        const faults = await over(isClosed, async (write, make) => {
          const request = { ...absent(await make()), bytes: strange };
          return refused(await send(write, request, { Accept: 'image/png' }, api.anonymous), 401, 'session_required');
        });
        expect(faults).toEqual([]);
      },
      MATRIX_MS,
    );

    it(
      'unsupported representations',
      async () => {
        const faults = await over(responses, async (write, make) => {
          const request = { ...absent(await make()), bytes: strange };
          return refused(await send(write, request, { Accept: 'image/png' }), 406, 'not_acceptable');
        });
        expect(faults).toEqual([]);
      },
      MATRIX_MS,
    );

    it(
      'bodies of an unknown media type',
      async () => {
        const faults = await over(
          ({ bodyTypes }) => bodyTypes.length > 0,
          async (write, make) => {
            const request = { ...(await make()), bytes: strange };
            return refused(await send(write, request), 415, 'unsupported_media_type');
          },
        );
        expect(faults).toEqual([]);
      },
      MATRIX_MS,
    );

    it(
      'unknown targets',
      async () => {
        const faults = await over(
          (write) => hasTarget(write) && !write.id.startsWith('add') && !NEVER_MISSING.includes(write.id),
          async (write, make) => {
            const { status, headers } = await send(write, absent(await make()));
            return faultUnless(
              status === 404 && /^\w+_not_found$/.test(headers['x-error-type']!),
              `returns ${status} ${headers['x-error-type']}`,
            );
          },
        );
        expect(faults).toEqual([]);
      },
      MATRIX_MS,
    );

    it(
      'callers without permission',
      async () => {
        const nobody = api.as({ username: 'bob', roles: [] });
        const faults = await over(
          ({ id }) => ![...OPEN, ...OWN, ...HIDDEN, ...PUBLIC].includes(id),
          async (write, make) => {
            const { path } = await make();
            const { status, headers } = await send(write, { path }, {}, nobody);
            return faultUnless(
              status === 403 && /_forbidden$|^insufficient_scope$/.test(headers['x-error-type']!),
              `returns ${status} ${headers['x-error-type']}`,
            );
          },
        );
        expect(faults).toEqual([]);
      },
      MATRIX_MS,
    );

    it(
      'slow bodies of the wrong kind, while others hold every lock',
      async () => {
        const faults = await over(takesRecords, async ({ method }, make) => {
          const { path, json } = await make();
          const [first, rest] = Array.isArray(json) ? ['{', '}'] : ['[', ']'];
          const request = beginRequest(api, method, path, { first, rest });
          return api.database.transaction(async (tx) => {
            await holdEveryLock(tx);
            const response = request.finish();
            const waiting = await untilRespondedOrWaiting(api.database, response);
            const { status, kind } = await response;
            return [
              ...faultUnless(waiting === undefined, `waits: ${waiting}`),
              ...faultUnless(kind === 'invalid_content', `returns ${status} ${kind}`),
            ];
          });
        });
        expect(faults).toEqual([]);
      },
      MATRIX_MS,
    );

    it(
      'bodies that are missing, unreadable, of the wrong kind or unsafe',
      async () => {
        const faults = await over(takesRecords, async (write, make) => {
          const { path, json, xml } = await make();
          const other = Array.isArray(json) ? json[0] : [json];
          const root = /^<(\w+)/.exec(xml!)![1]!;
          const bodies: [type: string, content: string][] = [
            ...(BODILESS.includes(write.id) ? [] : [['application/json', ''] as [string, string]]),
            ['application/json', '{'],
            ['application/json', 'null'],
            ['application/json', JSON.stringify(other)],
            ['application/xml', '<a>'],
            ['application/xml', '<unknown/>'],
            ['application/xml', `<!DOCTYPE ${root} [<!ENTITY e "x">]>${xml}`],
            ['application/xml', `<!DOCTYPE ${root} SYSTEM "file:///etc/hostname">${xml}`],
          ];
          const found: string[] = [];
          for (const [type, content] of bodies) {
            const response = await send(write, { path, bytes: { type, content } });
            found.push(...refused(response, 406, 'invalid_content').map((fault) => `${content} ${fault}`));
          }
          return found;
        });
        expect(faults).toEqual([]);
      },
      MATRIX_MS,
    );
  });
});
