import type { OpenAPIObject } from '@nestjs/swagger';
import { resolveParts, shareParts } from './shared-parts';

const long = (text: string): string => `${text} `.repeat(40);
const LINK = { type: 'object', title: 'Link', description: long('an address') };
const RECORD = {
  type: 'object',
  title: 'Record',
  description: long('something'),
  properties: { title: { type: 'string', description: long('its title') }, link: LINK },
};
const REFUSAL = { description: long('no'), content: { 'text/plain': { schema: { type: 'string' } } } };
const PAGE = { name: 'page', in: 'query', description: long('which page'), schema: { type: 'integer' } };

const withSchema = (schema: object, over: object = {}) => ({
  parameters: [PAGE],
  responses: {
    '200': { description: 'Found', content: { 'application/json': { schema } } },
    default: REFUSAL,
  },
  ...over,
});

function toDocument(paths: Record<string, Record<string, object>>, components: object = {}): OpenAPIObject {
  return { openapi: '3.1.0', info: { title: 'Things', version: '1' }, paths, components };
}

/** Comparable part of a document. */
const plain = (value: unknown) => JSON.parse(JSON.stringify(value));

const DOCUMENT = toDocument({
  '/records': { get: withSchema({ type: 'array', items: RECORD }) },
  '/records/{id}': {
    get: withSchema(RECORD),
    delete: withSchema(LINK, { parameters: undefined }),
  },
});

describe('the shared parts of an OpenAPI document', () => {
  it('are written once, under their titles, names and statuses', () => {
    const { paths, components } = plain(shareParts(DOCUMENT));
    expect(Object.keys(components.schemas)).toEqual(['Record', 'Link']);
    expect(components.schemas.Record.properties.link).toEqual({ $ref: '#/components/schemas/Link' });
    expect(components.parameters).toEqual({ 'page.query': PAGE });
    expect(components.responses).toEqual({ default: REFUSAL });
    const { parameters, responses } = paths['/records'].get;
    expect(parameters).toEqual([{ $ref: '#/components/parameters/page.query' }]);
    expect(responses.default).toEqual({ $ref: '#/components/responses/default' });
    expect(responses['200'].content['application/json'].schema).toEqual({
      type: 'array',
      items: { $ref: '#/components/schemas/Record' },
    });
  });

  it('are equivalent and smaller', () => {
    const shared = shareParts(DOCUMENT);
    expect(plain(resolveParts(shared).paths)).toEqual(plain(DOCUMENT.paths));
    expect(JSON.stringify(shared).length).toBeLessThan(JSON.stringify(DOCUMENT).length * 0.6);
  });

  it('leave the given document unchanged', () => {
    const before = plain(DOCUMENT);
    shareParts(DOCUMENT);
    expect(plain(DOCUMENT)).toEqual(before);
  });

  it('are distinguished by numbers when they differ, or when the name is taken', () => {
    const other = { ...LINK, description: long('another address') };
    const taken = { type: 'string', description: 'something else' };
    const document = toDocument(
      {
        '/a': { get: withSchema(LINK), put: withSchema({ items: LINK }) },
        '/b': { get: withSchema(other), put: withSchema({ items: other }) },
        '/c': { get: withSchema({ not: LINK }), put: withSchema({ not: LINK }) },
        '/d': { get: withSchema({ not: other }), put: withSchema({ not: other }) },
      },
      { schemas: { Link: taken } },
    );
    const { components, paths } = plain(shareParts(document));
    expect(components.schemas).toEqual({ Link: taken, 'Link-2': LINK, 'Link-3': other });
    expect(Object.keys(components.responses)).toEqual(['200', 'default', '200-2']);
    expect(paths['/d'].get.responses['200']).toEqual({ $ref: '#/components/responses/200-2' });
    expect(plain(resolveParts(shareParts(document)).paths)).toEqual(plain(document.paths));
  });

  it('exclude parts used once, short parts, and values', () => {
    const example = { title: 'Example', text: long('a value') };
    const once = { ...RECORD, title: 'Once' };
    const short = { type: 'string', title: 'Short' };
    const responses = [once, short, { ...short, nullable: true }].map((schema) => ({
      responses: { '200': { description: long('Found'), content: { 'application/json': { schema, example } } } },
    }));
    const document = toDocument(Object.fromEntries(responses.map((get, at) => [`/${at}`, { get }])));
    expect(plain(shareParts(document))).toEqual(plain(document));
  });

  it('may refer to themselves', () => {
    const tree = { type: 'object', properties: { branches: { items: { $ref: '#/components/schemas/Tree' } } } };
    const document = toDocument(
      { '/tree': { get: withSchema({ $ref: '#/components/schemas/Tree' }) } },
      { schemas: { Tree: tree } },
    );
    const { responses } = plain(resolveParts(shareParts(document)).paths)['/tree'].get;
    expect(responses['200'].content['application/json'].schema).toEqual(tree);
  });
});
