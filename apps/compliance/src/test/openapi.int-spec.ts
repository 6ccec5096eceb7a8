import type { OpenAPIObject } from '@nestjs/swagger';
import { resolveParts } from '@wardstone/bootstrap';
import { REPORT_TYPES } from '../scap/document-upload.decorator';
import { OPERATIONS } from './operations';
import { BASE, useCompliance } from './use-compliance';

interface Schema {
  $ref?: string;
  type?: string | string[];
  example?: unknown;
  examples?: unknown[];
  enum?: unknown[];
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: unknown;
  oneOf?: Schema[];
  allOf?: Schema[];
  anyOf?: Schema[];
}

interface Content {
  schema?: Schema;
  example?: unknown;
  examples?: object;
}

interface Operation {
  operationId: string;
  'x-permissions'?: string[];
  summary?: string;
  parameters?: { name: string; in: string; description?: string; schema?: Schema }[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, { description: string; content?: Record<string, Content> }>;
}

const MEDIA_TYPES = {
  json: ['application/vnd.api+json', 'application/json'],
  xml: ['application/xml', 'text/xml'],
};

/** Operations whose path is the whole request. */
const WITHOUT_BODY = [
  'PATCH /offered_guides/{sha256}',
  'PATCH /policies/{policy_id}/systems/{system_id}',
  'PATCH /policies/{policy_id}/tailorings/{tailoring_id}/rules/{rule_id}',
];
const takesBody = (route: string): boolean => /^(POST|PUT|PATCH) /.test(route) && !WITHOUT_BODY.includes(route);

describe('the OpenAPI document', () => {
  const { api } = useCompliance();
  let document: OpenAPIObject;
  const operations = (): { route: string; operation: Operation }[] =>
    Object.entries(document.paths)
      .filter(([path]) => path.startsWith(BASE))
      .flatMap(([path, methods]) =>
        Object.entries(methods as Record<string, Operation>).map(([method, operation]) => ({
          route: `${method.toUpperCase()} ${path.slice(BASE.length)}`,
          operation,
        })),
      );

  beforeAll(async () => {
    const { body } = await api.anonymous.get(`${BASE}/openapi.json`).expect(200);
    document = resolveParts(body as OpenAPIObject);
  });

  it('routes every operation of the specification, and no other', () => {
    const specified = OPERATIONS.map(({ id, method, path }) => `${id}: ${method.toUpperCase()} ${path}`);
    const routed = operations().map(({ route, operation }) => `${operation.operationId}: ${route}`);

    expect(routed.toSorted()).toEqual([...specified, 'Status: GET /status'].toSorted());
  });

  it('names the permissions that each needs', () => {
    const needed = OPERATIONS.map(({ id, permissions }) => [id, [...permissions, 'inventory:hosts:read']]);
    const named = operations().map(({ operation }) => [operation.operationId, operation['x-permissions']]);

    expect(Object.fromEntries(named)).toEqual({ ...Object.fromEntries(needed), Status: undefined });
  });

  it('describes every operation, parameter, body and response in the media type of the contract', () => {
    const gaps = operations().flatMap(({ route, operation }) => [
      ...(operation.summary ? [] : [`${route}: summary`]),
      ...(operation.parameters ?? [])
        .filter(({ description, schema }) => !description || !schema)
        .map(({ name }) => `${route}: parameter ${name}`),
      ...Object.entries(operation.responses)
        .filter(
          ([status, { description, content = {} }]) =>
            !description || (status !== '204' && Object.keys(content).length === 0),
        )
        .map(([status]) => `${route}: response ${status}`),
      ...(takesBody(route) && Object.values(operation.requestBody?.content ?? {}).length === 0
        ? [`${route}: body`]
        : []),
    ]);

    expect(gaps).toEqual([]);
  });

  it('describes every property of every schema', () => {
    const gaps = Object.entries(document.components?.schemas ?? {}).flatMap(([name, schema]) =>
      Object.entries(
        (schema as { properties?: Record<string, { description?: string; $ref?: string }> }).properties ?? {},
      )
        .filter(([, { description, $ref }]) => !description && !$ref)
        .map(([property]) => `${name}.${property}`),
    );

    expect(gaps).toEqual([]);
  });

  /** Types without an example. */
  const withoutExample = (schema: Schema | undefined, where: string): string[] => {
    if (!schema) return [where];
    if (schema.example !== undefined || schema.examples || schema.enum || schema.type === 'null') return [];
    if (schema.$ref) {
      // A rule tree holds rule trees.
      const name = schema.$ref.split('/').pop()!;
      const target = document.components?.schemas?.[name] as Schema;
      return where.includes(name) ? [] : withoutExample(target, `${where} ${name}`);
    }
    const choices = [schema.oneOf, schema.anyOf, schema.allOf].flatMap((list) => list ?? []);
    if (choices.length > 0) return choices.flatMap((choice) => withoutExample(choice, where));
    if (schema.items) return withoutExample(schema.items, `${where}[]`);
    if (schema.properties) {
      return Object.entries(schema.properties).flatMap(([name, part]) => withoutExample(part, `${where}.${name}`));
    }
    return [where];
  };

  it('shows an example of every parameter, body and response', () => {
    const ofContent = (content: Record<string, Content> | undefined, where: string): string[] =>
      Object.values(content ?? {})
        .filter(({ example, examples }) => example === undefined && !examples)
        .flatMap(({ schema }) => withoutExample(schema, where));
    const gaps = operations().flatMap(({ route, operation }) => [
      ...(operation.parameters ?? []).flatMap(({ name, schema }) => withoutExample(schema, `${route}: ${name}`)),
      ...ofContent(operation.requestBody?.content, `${route}: body`),
      ...Object.entries(operation.responses).flatMap(([status, { content }]) =>
        ofContent(content, `${route}: ${status}`),
      ),
    ]);

    expect([...new Set(gaps)]).toEqual([]);
  });

  it('has the type of every parameter', () => {
    const gaps = operations().flatMap(({ route, operation }) =>
      (operation.parameters ?? []).filter(({ schema }) => !schema?.type).map(({ name }) => `${route}: ${name}`),
    );

    expect(gaps).toEqual([]);
  });

  it.each([
    ['CreatePolicy', MEDIA_TYPES.json],
    ['PutSystem', MEDIA_TYPES.json],
    ['ImportSecurityGuide', [...MEDIA_TYPES.xml, ...Object.values(REPORT_TYPES)]],
    ['StoreTestResult', [...MEDIA_TYPES.xml, ...Object.values(REPORT_TYPES)]],
  ])('names the media types that %s takes', (operationId, mediaTypes) => {
    const { operation } = operations().find((one) => one.operation.operationId === operationId)!;

    expect(Object.keys(operation.requestBody!.content)).toEqual(mediaTypes);
  });

  it('names each operation once', () => {
    const names = operations().map(({ operation }) => operation.operationId);

    expect(new Set(names).size).toBe(names.length);
  });
});
