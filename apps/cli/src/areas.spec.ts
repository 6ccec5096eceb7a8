import fs from 'node:fs';
import path from 'node:path';
import { productFolder } from './product';
import { AREAS, PARENTS, getParentNames } from './areas';
import { formatCells, formatYaml } from './writers';

interface Schema {
  $ref?: string;
  type?: string | string[];
  items?: Schema;
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
  allOf?: Schema[];
  oneOf?: Schema[];
  description?: string;
}
interface Response {
  $ref?: string;
  content?: Record<string, { schema: Schema }>;
}
interface Operation {
  parameters?: { $ref?: string; name?: string; in?: string; description?: string }[];
  responses: Record<string, Response>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, unknown>>;
}

const documents = ['compliance', 'monitoring', 'error-registry', 'gateway'].map(
  (name) => JSON.parse(fs.readFileSync(path.join(productFolder(), 'docs/openapi', `${name}.json`), 'utf8')) as Document,
);

/** The document that has the operation, and the operation; names of path parameters are ignored. */
function operation(method: string, target: string): { document: Document; operation: Operation } | undefined {
  const shape = (route: string): string => route.replace(/\?.*/, '').replace(/\{\w+\}/g, '{}');
  for (const document of documents)
    for (const [route, methods] of Object.entries(document.paths))
      if (shape(route) === shape(target) && methods[method]) return { document, operation: methods[method] };
  return undefined;
}

function resolved<T>(document: Document, value: { $ref?: string }): T {
  if (!value.$ref) return value as T;
  const [, , kind, name] = value.$ref.split('/');
  return resolved(document, document.components[kind!]![name!] as { $ref?: string });
}

/** Every property of a schema, with those of its parts. */
function getProperties(document: Document, given: Schema): Record<string, Schema> {
  const schema = resolved<Schema>(document, given);
  const parts = [...(schema.anyOf ?? []), ...(schema.allOf ?? []), ...(schema.oneOf ?? [])];
  const found = parts.map((part) => getProperties(document, part));
  return Object.assign({}, schema.items ? getProperties(document, schema.items) : {}, schema.properties, ...found);
}

describe.each(Object.entries(AREAS))('the area %s', (_name, area) => {
  const list = operation('get', area.list);

  it('names existing operations for its commands', () => {
    expect(list).toBeDefined();
    expect([area.item, area.item && operation('get', area.item)]).not.toEqual([expect.any(String), undefined]);
    expect([area.create, area.create && operation('post', area.create)]).not.toEqual([expect.any(String), undefined]);
    expect([area.update, area.update && operation(area.update.by, area.item!)]).not.toEqual([
      expect.any(String),
      undefined,
    ]);
    const removal = area.remove === true ? area.item : area.remove;
    expect([removal, removal && operation('delete', removal)]).not.toEqual([expect.any(String), undefined]);
  });

  it('shows fields that its records have', () => {
    const { document, operation: read } = list!;
    const response = resolved<Response>(document, read.responses['200']!);
    const schema = Object.values(response.content!)[0]!.schema;
    const page = getProperties(document, schema);
    const rows = area.rows ?? ['data', 'tokens', 'events'].find((each) => area.isPaged && page[each]);
    const row = rows === undefined ? page : getProperties(document, page[rows]!);
    const paths = Object.values(area.columns).map((column) =>
      typeof column === 'string' ? column : Object.values(column)[0]!,
    );
    const unknown = [...paths, area.id, area.name ?? area.id].filter((column) => {
      const [first, second] = column.split('.');
      return !row[first!] || (second && !getProperties(document, row[first!]!)[second]);
    });
    expect(unknown).toEqual([]);
  });

  it('is filtered by a parameter of its list', () => {
    const { document, operation: read } = list!;
    const parameters = (read.parameters ?? []).map((each) =>
      resolved<{ name: string; description: string }>(document, each),
    );
    const names = parameters.map(({ name }) => name);
    const filter = parameters.find(({ name }) => name === area.filter);
    if (area.filter !== undefined)
      expect([filter?.name, /exactly/.test(filter?.description ?? '')]).toEqual([
        area.filter,
        area.filtersWhole === true,
      ]);
    expect(names).toEqual(expect.arrayContaining(Object.keys(area.query ?? {})));
  });

  it('has parents that are areas', () => {
    for (const parent of getParentNames(area.list + (area.item ?? ''))) expect(PARENTS).toHaveProperty(parent);
  });
});

describe('the list of resources', () => {
  it('shows host and ancestors of a resource', () => {
    const { columns } = AREAS['resources']!;
    const ancestry = '11_:_10002_:_node localhost:9100_::_10_:_10001_:_prometheus';
    const cells = formatCells(columns, { resourceId: 10003, resourceName: 'disk', ancestry });
    expect(cells[Object.keys(columns).indexOf('BELOW')]).toBe('prometheus / node localhost:9100');
  });
});

describe('times in milliseconds', () => {
  const lastSeen = Date.parse('2026-11-28T20:36:32.935Z');

  it('are dates in tables, and empty where they are not set', () => {
    const { columns } = AREAS['agents']!;
    const at = Object.keys(columns).indexOf('LAST SEEN');
    expect([lastSeen, 0].map((time) => formatCells(columns, { lastSeen: time })[at])).toEqual([
      '2026-11-28T20:36:32.935Z',
      '',
    ]);
  });

  it('stay numbers in YAML, with the date as a comment', () => {
    expect(formatYaml({ lastSeen, quietTimeout: 300_000 })).toBe(
      `lastSeen: ${lastSeen} # 2026-11-28T20:36:32.935Z\nquietTimeout: 300000\n`,
    );
  });
});
