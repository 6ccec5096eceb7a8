import type { OpenAPIObject } from '@nestjs/swagger';
import { withCommonRules } from './document-rules';

const document = (paths: object): OpenAPIObject =>
  ({ openapi: '3.1.0', info: { title: 'x', version: '1' }, paths }) as OpenAPIObject;
const getParameter = (parameter: object): unknown =>
  withCommonRules(document({ '/a': { get: { responses: {}, parameters: [parameter] } } })).paths['/a']!.get!
    .parameters![0];

describe('withCommonRules', () => {
  it('marks operations without a login', () => {
    const { paths } = withCommonRules(
      document({ '/livez': { get: { responses: {} } }, '/a': { get: { responses: {}, security: [{ basic: [] }] } } }),
    );

    expect(paths['/livez']!.get!.security).toEqual([]);
    expect(paths['/a']!.get!.security).toEqual([{ basic: [] }]);
  });

  it.each([
    ['of the schema', { schema: { type: 'string', example: 'x = 1' } }],
    ['of the parameter', { schema: { type: 'string' }, example: 'x = 1' }],
  ])('keeps pages from filling optional fields in the example %s', (_case, { schema, ...parameter }) => {
    expect(getParameter({ name: 'filter', in: 'query', required: false, schema, ...parameter })).toEqual({
      name: 'filter',
      in: 'query',
      required: false,
      schema: { type: 'string', examples: ['x = 1'] },
    });
  });

  it('leaves the example of what is required, and the default of what is not', () => {
    const id = { name: 'id', in: 'path', required: true, schema: { type: 'string', example: '7' } };
    const limit = { name: 'limit', in: 'query', schema: { type: 'integer', default: 10 } };

    expect(getParameter(id)).toEqual(id);
    expect(getParameter(limit)).toEqual(limit);
    expect(getParameter({ ...id, example: '8' })).toMatchObject({ example: '8' });
  });

  it('gives each media type of a body the example that is named after it', () => {
    const examples = { 'application/json': { value: { a: 1 } }, 'application/xml': { value: '<a>1</a>' } };
    const content = { 'application/json': { examples }, 'application/xml': { examples, schema: {} }, 'text/csv': {} };
    const { paths } = withCommonRules(document({ '/a': { put: { responses: {}, requestBody: { content } } } }));

    expect(paths['/a']!.put!.requestBody).toEqual({
      content: {
        'application/json': { example: { a: 1 } },
        'application/xml': { example: '<a>1</a>', schema: {} },
        'text/csv': {},
      },
    });
  });

  it('lists paths once that differ only by the names of their parameters', () => {
    const name = { name: 'name', in: 'path', required: true, schema: { type: 'string' } };
    const plugin = { name: 'name', in: 'query', schema: { type: 'string' } };
    const { paths } = withCommonRules(
      document({
        '/resource/{name}': { post: { operationId: 'create', responses: {}, parameters: [name, plugin] } },
        '/resource/{id}': { get: { operationId: 'read', responses: {} }, put: { responses: {} } },
      }),
    );

    expect(Object.keys(paths)).toEqual(['/resource/{id}']);
    expect(paths['/resource/{id}']!.post!.parameters).toEqual([{ ...name, name: 'id' }, plugin]);
    expect(paths['/resource/{id}']!.get!.operationId).toBe('read');
  });
});
