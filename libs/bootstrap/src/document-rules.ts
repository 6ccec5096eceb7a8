import type { OpenAPIObject } from '@nestjs/swagger';

type Json = Record<string, unknown>;

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/**
 * Rules for the document of every service: operations without a login say so, no two paths differ only in parameter
 * names, and no page prefills optional parameters.
 */
export function withCommonRules(document: OpenAPIObject): OpenAPIObject {
  const paths: Record<string, Json> = {};
  const shapes = namesByShape(document.paths as Record<string, Json>);
  for (const [path, item] of Object.entries(document.paths as Record<string, Json>)) {
    const shape = getShape(path);
    const twin = shapes.get(shape) ?? path;
    paths[twin] = { ...paths[twin], ...mapOperations(item, (operation) => renamed(ruled(operation), path, twin)) };
  }
  return { ...document, paths: paths };
}

/** Parameter names for all paths of the same shape, taken from the path with the most operations. */
function namesByShape(paths: Readonly<Record<string, Json>>): ReadonlyMap<string, string> {
  const chosen = new Map<string, string>();
  const toSize = (path: string): number => Object.keys(paths[path]!).length;
  for (const path of Object.keys(paths)) {
    const other = chosen.get(getShape(path));
    if (other === undefined || toSize(path) > toSize(other)) chosen.set(getShape(path), path);
  }
  return chosen;
}

const getShape = (path: string): string => path.replaceAll(/\{[^}]+\}/g, '{}');

function mapOperations(item: Json, change: (operation: Json) => Json): Json {
  return Object.fromEntries(
    Object.entries(item).map(([key, value]) => [key, METHODS.includes(key) ? change(value as Json) : value]),
  );
}

function ruled(operation: Json): Json {
  const parameters = operation.parameters as Json[] | undefined;
  return {
    ...operation,
    ...(parameters && { parameters: parameters.map(withoutPrefilling) }),
    ...(operation.requestBody !== undefined && { requestBody: withOwnExamples(operation.requestBody as Json) }),
    security: operation.security ?? [],
  };
}

/** Examples named after a media type stay only at that type. */
function withOwnExamples({ content, ...body }: Json): Json {
  const entries = Object.entries((content ?? {}) as Record<string, Json>).map(([type, { examples, ...media }]) => {
    const own = (examples as Record<string, { value: unknown }> | undefined)?.[type];
    const others = examples === undefined || own !== undefined ? {} : { examples };
    return [type, own === undefined ? { ...media, ...others } : { ...media, example: own.value }] as const;
  });
  return { ...body, content: Object.fromEntries(entries) };
}

/**
 * Removes the examples of optional parameters: Swagger UI prefills parameters with their `example`, which would narrow
 * a list when executed. The `examples` of a schema are shown without being filled in.
 */
function withoutPrefilling({ example, ...parameter }: Json): Json {
  const { example: ofSchema, ...schema } = (parameter.schema ?? {}) as Json;
  const shown = example ?? ofSchema;
  if (parameter.required === true || shown === undefined) {
    return { ...parameter, ...(example === undefined ? {} : { example }) };
  }
  return { ...parameter, schema: { ...schema, examples: [shown] } };
}

/** Renames the path parameters of an operation to those of another path of the same shape. */
function renamed(operation: Json, path: string, twin: string): Json {
  if (path === twin) return operation;
  const names = new Map(namesIn(path).map((name, index) => [name, namesIn(twin)[index]!]));
  const parameters = (operation.parameters ?? []) as Json[];
  return {
    ...operation,
    parameters: parameters.map((parameter) =>
      parameter.in === 'path' ? { ...parameter, name: names.get(String(parameter.name)) } : parameter,
    ),
  };
}

const namesIn = (path: string): string[] => [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name!);
