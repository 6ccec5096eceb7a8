import type { OpenAPIObject } from '@nestjs/swagger';
import { BASE, useCompliance } from './use-compliance';

interface Operation {
  operationId: string;
  summary?: string;
  parameters?: { name: string; in: string; description?: string; schema?: object }[];
  requestBody?: { content: Record<string, { schema?: object }> };
  responses: Record<string, { description: string; content?: Record<string, { schema?: object }> }>;
}

/** These say all they have to say in their path. */
const WITHOUT_BODY = [
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
    document = (await api.anonymous.get(`${BASE}/openapi.json`).expect(200)).body as OpenAPIObject;
  });

  it.each([
    ['Policies', 'GET /policies'],
    ['CreatePolicy', 'POST /policies'],
    ['Policy', 'GET /policies/{policy_id}'],
    ['UpdatePolicy', 'PATCH /policies/{policy_id}'],
    ['DeletePolicy', 'DELETE /policies/{policy_id}'],
    ['SystemsPolicies', 'GET /systems/{system_id}/policies'],
    ['Profiles', 'GET /security_guides/{security_guide_id}/profiles'],
    ['Status', 'GET /status'],
  ])('routes the operation %s of the contract as %s', (operationId, route) => {
    expect(operations().find(({ operation }) => operation.operationId === operationId)?.route).toBe(route);
  });

  it('describes every operation, parameter, body and answer in the media type of the contract', () => {
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

  it('names each operation once', () => {
    const names = operations().map(({ operation }) => operation.operationId);

    expect(new Set(names).size).toBe(names.length);
  });
});
