import type { OpenAPIObject } from '@nestjs/swagger';

type Json = Record<string, unknown>;
type Section = 'schemas' | 'responses' | 'parameters';

/** Below this size a reference is hardly shorter than its target. */
const WORTH_SHARING = 150;
/** Values of these keys are data and are left alone. */
const VALUES = new Set(['example', 'examples', 'default', 'enum', 'const']);
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/**
 * The same document with repeated parameters, responses and titled schemas written once. Different ones with the same
 * name are numbered.
 */
export function shareParts(document: OpenAPIObject): OpenAPIObject {
  const components = { ...document.components };
  const parameters = new SharedParts('parameters', components.parameters);
  const responses = new SharedParts('responses', components.responses);
  const schemas = new SharedParts('schemas', components.schemas);

  for (const operation of getOperations(document.paths)) {
    for (const parameter of operation.parameters ?? []) parameters.count(toName(parameter), parameter);
    for (const [status, response] of Object.entries(operation.responses)) responses.count(status, response);
  }
  let paths = mapOperations(document.paths, ({ parameters: own, ...operation }) => ({
    ...operation,
    ...(own && { parameters: own.map((parameter) => parameters.refer(toName(parameter), parameter)) }),
    responses: mapValues(operation.responses, (response, status) => responses.refer(status, response as Json)),
  }));

  countSchemas(paths, schemas);
  countSchemas(responses.parts, schemas);
  paths = shareSchemas(paths, schemas) as Json;
  return {
    ...document,
    paths: paths as OpenAPIObject['paths'],
    components: {
      ...components,
      ...parameters.section(),
      ...mapValues(responses.section(), (parts) => shareSchemas(parts, schemas)),
      ...schemas.section(),
    },
  };
}

interface Operation extends Json {
  parameters?: Json[];
  responses: Record<string, Json>;
}

function getOperations(paths: object): Operation[] {
  return Object.values(paths).flatMap((item: object) =>
    Object.entries(item).flatMap(([key, value]) => (METHODS.includes(key) ? [value as Operation] : [])),
  );
}

function mapOperations(paths: object, change: (operation: Operation) => Json): Json {
  return mapValues(paths, (item) =>
    mapValues(item as Json, (value, key) => (METHODS.includes(key) ? change(value as Operation) : value)),
  );
}

/** Shared parts of one kind, by name. */
class SharedParts {
  readonly parts: Json;
  private readonly counts = new Map<string, number>();
  private readonly names = new Map<string, string>();

  constructor(
    private readonly name: Section,
    existing: object | undefined,
  ) {
    this.parts = { ...existing };
  }

  count(name: string, part: Json): void {
    const key = toKey(name, part);
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
  }

  /** A reference to the part if the document repeats it. @param write converts the shared part */
  refer(name: string, part: Json, write: (part: Json) => unknown = (whole) => whole): Json {
    const key = toKey(name, part);
    if (part.$ref !== undefined || key.length < WORTH_SHARING || (this.counts.get(key) ?? 0) < 2) {
      return write(part) as Json;
    }
    let known = this.names.get(key);
    if (known === undefined) {
      known = this.freeName(name);
      this.names.set(key, known);
      // Reserves the name before nested parts are written.
      this.parts[known] = undefined;
      this.parts[known] = write(part);
    }
    return { $ref: `#/components/${this.name}/${known}` };
  }

  /** Section of the document for this kind of parts. */
  section(): Json {
    return Object.keys(this.parts).length === 0 ? {} : { [this.name]: this.parts };
  }

  private freeName(wanted: string): string {
    const name = wanted.replaceAll(/[^\w.-]+/g, '-');
    for (let number = 2, free = name; ; number++) {
      if (!Object.hasOwn(this.parts, free)) return free;
      free = `${name}-${number}`;
    }
  }
}

const toKey = (name: string, part: Json): string => `${name} ${JSON.stringify(part)}`;
const toName = ({ name, in: place }: Json): string => `${String(name)}.${String(place)}`;
const toTitle = ({ title }: Json): string | undefined => (typeof title === 'string' ? title : undefined);

function countSchemas(node: unknown, schemas: SharedParts): void {
  if (typeof node !== 'object' || node === null) return;
  const title = Array.isArray(node) ? undefined : toTitle(node as Json);
  if (title !== undefined) schemas.count(title, node as Json);
  for (const [key, value] of Object.entries(node)) if (!VALUES.has(key)) countSchemas(value, schemas);
}

function shareSchemas(node: unknown, schemas: SharedParts): unknown {
  if (Array.isArray(node)) return node.map((item) => shareSchemas(item, schemas));
  if (typeof node !== 'object' || node === null) return node;
  const write = (whole: Json): Json =>
    mapValues(whole, (value, key) => (VALUES.has(key) ? value : shareSchemas(value, schemas)));
  const title = toTitle(node as Json);
  return title === undefined ? write(node as Json) : schemas.refer(title, node as Json, write);
}

function mapValues(object: object, change: (value: unknown, key: string) => unknown): Json {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]));
}

/** The document with references replaced by their parts, except recursive ones. */
export function resolveParts<T extends object>(document: T): T {
  const { components = {}, paths } = document as { components?: Record<string, Json>; paths?: object };
  const resolve = (node: unknown, within: readonly string[]): unknown => {
    if (Array.isArray(node)) return node.map((item) => resolve(item, within));
    if (typeof node !== 'object' || node === null) return node;
    const { $ref } = node as Json;
    const [, section, name] = /^#\/components\/(schemas|responses|parameters)\/(.+)$/.exec(String($ref)) ?? [];
    const part = section && name && !within.includes(name) ? components[section]?.[name] : undefined;
    if (part !== undefined) return resolve(part, [...within, name!]);
    return mapValues(node, (value) => resolve(value, within));
  };
  return { ...document, ...(paths && { paths: resolve(paths, []) }) };
}
