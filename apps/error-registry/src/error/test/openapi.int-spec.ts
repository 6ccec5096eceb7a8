import Ajv from 'ajv/dist/2020';
import { listRouteAccess } from '@wardstone/auth';
import { ALL_ERROR_TYPES } from '@wardstone/errors';
import { useRegistry } from './use-registry';

const registry = useRegistry();

// oxlint-disable-next-line typescript/no-explicit-any -- the document is taken as the JSON that clients read
type Json = any;

/** Routes by name of their handler. */
const operations = (): [name: string, method: string, path: string][] =>
  listRouteAccess(registry.api.service.app)
    .filter(({ path }) => path.startsWith('/api/'))
    .map(({ handler, method, path }) => [
      handler.replace(/^\w+\./, ''),
      method.toLowerCase(),
      path.replace(/:(\w+)/g, '{$1}'),
    ]);

describe('the OpenAPI document', () => {
  const operation = (name: string): Json => {
    const [, method, path] = operations().find(([handler]) => handler === name)!;
    return JSON.parse(JSON.stringify((registry.api.service.openApi().paths as Json)[path]?.[method] ?? null));
  };

  it('names exactly the operations there are', () => {
    const documented = Object.entries(registry.api.service.openApi().paths).flatMap(([path, item]) =>
      Object.entries<Json>(item)
        .filter(() => path.startsWith('/api/'))
        .map(([method, { operationId }]) => `${operationId} ${method} ${path}`),
    );

    expect(documented.toSorted()).toEqual(
      operations()
        .map((names) => names.join(' '))
        .toSorted(),
    );
    expect(documented).toContain('putTranslation put /api/v1/error/{error_type}/translations/{lang}');
  });

  it('lists the methods of every path in responses to other methods', async () => {
    for (const [, method, path] of operations()) {
      const address = path.replace(/\{\w+\}/g, 'some_thing');
      const { headers } = await registry.send('patch', address).expect(405);
      expect([path, headers.allow?.split(', ')]).toEqual([path, expect.arrayContaining([method.toUpperCase()])]);
    }
    const { body, headers } = await registry.send('delete', '/api/v1/error').expect(405);
    expect([headers.allow, body.title]).toEqual(['GET, HEAD', 'method_not_allowed']);
    expect((await registry.send('get', '/api/v1/toast').expect(404)).body.title).toBe('not_found');
  });

  it('declares the statuses of the contract for the explanation', () => {
    const { responses, operationId, parameters } = operation('getErrorDescription');

    expect(operationId).toBe('getErrorDescription');
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '304', '400', '401', '403', '404']));
    expect(Object.keys(responses['200'].content)).toEqual(['application/json', 'text/html']);
    expect(Object.keys(responses['200'].headers)).toEqual(['ETag', 'Cache-Control', 'Vary', 'Content-Language']);
    expect(parameters.map(({ name }: { name: string }) => name).toSorted()).toEqual([
      'Accept',
      'Accept-Language',
      'If-None-Match',
      'error_type',
    ]);
  });

  it('describes every operation completely', () => {
    for (const [name] of operations()) {
      const { summary, parameters = [], requestBody, responses, security } = operation(name);

      expect(summary).toMatch(/\S/);
      expect(security.length).toBeGreaterThan(0);
      for (const parameter of parameters) {
        expect(parameter).toMatchObject({ description: expect.stringMatching(/\S/), schema: expect.anything() });
        expect(
          parameter.example ?? parameter.schema.default ?? parameter.schema.example ?? parameter.schema.examples,
        ).toBeDefined();
      }
      if (requestBody) expect(requestBody).toMatchObject({ required: true, description: expect.stringMatching(/\S/) });
      for (const [status, response] of Object.entries<Json>(responses)) {
        expect(response.description).toMatch(/\S/);
        for (const header of Object.values<Json>(response.headers ?? {})) {
          expect(header).toMatchObject({
            description: expect.anything(),
            schema: expect.anything(),
            example: expect.anything(),
          });
        }
        if (!['204', '304'].includes(status)) expect(Object.keys(response.content).length).toBeGreaterThan(0);
      }
    }
  });

  it('describes every member of every schema', () => {
    const bare: string[] = [];
    const look = (schema: Json, at: string): void => {
      if (schema.$ref) return;
      if (!schema.description) bare.push(at);
      for (const [name, member] of Object.entries(schema.properties ?? {})) look(member, `${at}.${name}`);
    };
    for (const [name, schema] of Object.entries<Json>(registry.api.service.openApi().components?.schemas ?? {})) {
      for (const [member, inner] of Object.entries<Json>(schema.properties ?? {})) look(inner, `${name}.${member}`);
    }

    expect(bare).toEqual([]);
  });

  it('is true: responses fit their schemas', async () => {
    const ajv = new Ajv({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'openapi', components: registry.api.service.openApi().components });
    const fits = (name: string, status: number, mediaType: string, body: unknown): string => {
      const { schema } = operation(name).responses[status].content[mediaType];
      const validate = ajv.compile({ ...schema, $ref: `openapi${schema.$ref}` });
      validate(body);
      return ajv.errorsText(validate.errors);
    };

    const explanation = await registry.send('get', '/api/v1/error/malformed_error_type');
    const catalogue = await registry.send('get', '/api/v1/error?sort_by=status&limit=5&offset=5');
    const occurrences = await registry.send('get', '/api/v1/error/not_found/occurrences', 'operator');
    const refusal = await registry.send('get', '/api/v1/error?limit=0');

    expect(fits('getErrorDescription', 200, 'application/json', explanation.body)).toBe('No errors');
    expect(fits('listErrorTypes', 200, 'application/json', catalogue.body)).toBe('No errors');
    expect(fits('listOccurrences', 200, 'application/json', occurrences.body)).toBe('No errors');
    expect(fits('listErrorTypes', 400, 'application/problem+json', refusal.body)).toBe('No errors');
    expect(fits('listErrorTypes', 400, 'application/problem+json', { type: 'x' })).not.toBe('No errors');
  });

  it('declares only error types that exist', () => {
    const known = ALL_ERROR_TYPES.map(({ type }) => type);

    for (const [name] of operations()) {
      expect(known).toEqual(expect.arrayContaining(operation(name)['x-error-types']));
    }
  });
});
