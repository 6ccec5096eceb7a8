import { resolveParts } from '@wardstone/bootstrap';
import Ajv2020 from 'ajv/dist/2020';
import { CONTACT_CODE_SCHEMA, WEBHOOK_SCHEMA } from '../notifications/delivery/webhook.openapi';
import { useMonitoring } from './use-monitoring';

interface MediaTypeObject {
  schema: object;
  example?: unknown;
  examples?: Record<string, unknown>;
}
interface OperationObject {
  operationId: string;
  summary: string;
  tags: string[];
  security: object[];
  parameters: { name: string; description: string; schema: object }[];
  responses: Record<string, { description: string; content?: Record<string, MediaTypeObject> }>;
}

const LINKED = ['application/json', 'application/xml', 'text/html', 'application/vnd.acme.wrapped+json'];
const STATUS = ['application/json', 'application/xml', 'text/html'];

/** Their address is the credential (rules alerts-43, alerts-46, integrations-3). */
const OPEN = / \/rest\/(alert\/link|on-call\/calendar|heartbeat\/ping\/\{\w+\}|integration\/receive\/.+)$/;

describe('the OpenAPI document', () => {
  const api = useMonitoring(() => ({ VENDOR_TOKEN: 'acme', JSONP_PARAMETER: 'callback' }));
  const getOperations = async (): Promise<[string, OperationObject][]> => {
    const { body } = await api.anonymous.get('/openapi.json').expect(200);
    const document = resolveParts(body as { paths: Record<string, Record<string, OperationObject>> });
    const paths = Object.entries(document.paths);
    return paths.flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, operation]) => [`${method} ${path}`, operation] as [string, OperationObject],
      ),
    );
  };
  const getRestOperations = async () => (await getOperations()).filter(([address]) => address.includes(' /rest'));

  it('lists the operations of the interface under unique ids', async () => {
    const operations = await getRestOperations();
    expect(operations.map(([address]) => address)).toEqual(
      expect.arrayContaining(['get /rest', 'get /rest/index', 'get /rest/status/server', 'get /rest/plugins/{id}']),
    );
    const ids = (await getOperations()).map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [address, operation] of operations) {
      expect(operation.summary).toMatch(/\S/);
      expect(operation.tags).toHaveLength(1);
      if (OPEN.test(address)) expect(operation.security ?? []).toEqual([]);
      else expect(operation.security).toContainEqual({ basic: [] });
    }
  });

  it('describes the requests of webhooks', async () => {
    const { body } = await api.anonymous.get('/openapi.json').expect(200);
    expect(body).toMatchObject({
      webhooks: {
        notification: { post: { requestBody: { content: { 'application/json': { schema: WEBHOOK_SCHEMA } } } } },
        contactCode: { post: { requestBody: { content: { 'application/json': { schema: CONTACT_CODE_SCHEMA } } } } },
      },
    });
  });

  it('gives every field of a record a type', async () => {
    const { body } = await api.anonymous.get('/openapi.json').expect(200);
    const { schemas } = (body as { components: { schemas: Record<string, { properties?: object }> } }).components;
    const fields = Object.entries(schemas).flatMap(([name, { properties = {} }]) =>
      Object.entries(properties).map(([field, schema]) => [`${name}.${field}`, Object.keys(schema as object)] as const),
    );
    expect(fields.length).toBeGreaterThan(500);
    const untyped = fields.filter(([, keywords]) => !keywords.some((each) => /^(type|\$ref|enum|.*Of)$/.test(each)));
    expect(untyped.map(([name]) => name)).toEqual([]);
  });

  it.each([
    ['get /rest', LINKED],
    ['get /rest/index', LINKED],
    ['get /rest/status/server', STATUS],
  ])('gives %s every media type of its area, with schema and example', async (address, types) => {
    const operation = Object.fromEntries(await getRestOperations())[address]!;
    const content = operation.responses['200']!.content!;
    expect(Object.keys(content)).toEqual(types);
    for (const [type, { schema, example }] of Object.entries(content)) {
      expect(example).toBeDefined();
      if (type.endsWith('json')) expect(new Ajv2020({ strict: true }).validate(schema, example)).toBe(true);
      else expect(example).toMatch(/^<.+>$/s);
    }
  });

  it('describes refusals in every type they are written in, and the JSONP parameter', async () => {
    const isReading = ([address, { responses }]: [string, OperationObject]): boolean =>
      address.startsWith('get ') && responses['200']?.content?.['application/json'] !== undefined;
    for (const [, { responses, parameters }] of (await getRestOperations()).filter(isReading)) {
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '304', '401', '406', '429', 'default']));
      for (const status of ['401', '406']) {
        const { content = {} } = responses[status]!;
        expect(Object.keys(content)).toEqual(
          expect.arrayContaining(['application/json', 'application/xml', 'text/html', 'text/plain']),
        );
        expect(JSON.stringify(content['application/xml'])).toContain('acmeErrorWrapper');
      }
      expect(parameters).toContainEqual(expect.objectContaining({ name: 'callback', in: 'query', required: false }));
    }
  });

  it('describes reports as CSV, with their content', async () => {
    const reports = (await getRestOperations()).filter(([address]) => address.startsWith('get /rest/reports/'));
    expect(reports).toHaveLength(9);
    for (const [, { responses, parameters }] of reports) {
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '401', '406']));
      expect(responses['304']).toBeUndefined();
      expect(parameters.map(({ name }) => name)).not.toContain('callback');
      const { content = {} } = responses['200']!;
      expect(Object.keys(content)).toEqual(['text/csv']);
      const [header = '', ...rows] = String(content['text/csv']!.example).trimEnd().split('\n');
      expect(rows.length).toBeGreaterThan(0);
      expect(header.split(',').length).toBeGreaterThan(4);
    }
  });
});
