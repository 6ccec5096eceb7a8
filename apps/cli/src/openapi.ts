import fs from 'node:fs';
import path from 'node:path';
import { productFolder } from './product';
import type { Schema } from './declarative/kind';

type Method = 'post' | 'put' | 'patch';

interface Described {
  requestBody?: { content: Record<string, { schema: Schema }> };
  parameters?: readonly Schema[];
}

interface OpenApi {
  paths: Record<string, Record<string, Described>>;
}

/** Documents of the services by path prefix, longest first. */
const SERVICES = [
  ['/api/compliance/', 'compliance'],
  ['/api/v1/', 'error-registry'],
  ['/rest/', 'monitoring'],
  ['/auth/', 'gateway'],
] as const;

const documents = new Map<string, OpenApi>();

function toDocument(route: string): OpenApi {
  const [, service] = SERVICES.find(([prefix]) => route.startsWith(prefix))!;
  let document = documents.get(service);
  if (!document) {
    const file = path.join(productFolder(), 'docs/openapi', `${service}.json`);
    document = JSON.parse(fs.readFileSync(file, 'utf8')) as OpenApi;
    documents.set(service, document);
  }
  return document;
}

/** Schema of an operation's request body, regardless of the names of path parameters; undefined without a body. */
function bodySchema(method: Method, target: string): { document: OpenApi; schema: Schema } | undefined {
  const shape = (route: string): string => route.replace(/\?.*/, '').replace(/\{\w+\}/g, '{}');
  const document = toDocument(target);
  const found = Object.entries(document.paths).find(([route, all]) => shape(route) === shape(target) && all[method]);
  const content = found?.[1][method]!.requestBody?.content;
  return content && { document, schema: Object.values(content)[0]!.schema };
}

/** Fields of the request body of an operation, from the OpenAPI document of its service. */
export function bodyFields(method: Method, route: string): Readonly<Record<string, Schema>> {
  return wholeBody(method, route)?.properties ?? {};
}

/** Schema of a body. */
export function wholeBody(method: Method, route: string): Schema | undefined {
  const body = bodySchema(method, route);
  return body && resolved(body.document, body.schema);
}

/** Fields that responses of a route have on request, as its parameter `include` takes them. */
export function fieldsOnRequest(route: string): string {
  const document = toDocument(route);
  const parameters = (document.paths[route]!['get']!.parameters ?? []).map((each) => target(document, each));
  const include = parameters.find(({ name }) => name === 'include')!['schema'] as Schema;
  return (include.items!['enum'] as string[]).join(',');
}

/** The example body of the document, or the examples of the required fields. */
export function bodyExample(method: Method, route: string): Readonly<Record<string, unknown>> {
  const body = bodySchema(method, route);
  if (!body) return {};
  const { example, properties = {}, required = [] } = target(body.document, body.schema);
  if (typeof example === 'object' && example !== null) return { ...example };
  const examples = Object.entries(properties).flatMap(([name, each]) => {
    const { example: value } = target(body.document, each);
    return required.includes(name) && value !== undefined ? [[name, value] as const] : [];
  });
  return Object.fromEntries(examples);
}

/** Resolves a reference. */
function target(document: OpenApi, schema: Schema): Schema {
  if (typeof schema['$ref'] !== 'string') return schema;
  const names = schema['$ref'].slice(2).split('/');
  return target(document, names.reduce<unknown>((part, name) => (part as Schema)[name], document) as Schema);
}

/** Keywords without a meaning for editors. */
const LEFT_OUT = new Set(['xml', 'example', 'examples', 'title', 'format', 'default', '$ref']);

/** The complete schema without references. */
function resolved(document: OpenApi, schema: Schema): Schema {
  if (typeof schema['$ref'] === 'string') return resolved(document, target(document, schema));
  const either = schema['anyOf'] as readonly Schema[] | undefined;
  if (either?.length === 2 && either[1]!.type === 'null') {
    const { type, enum: values, ...value } = resolved(document, either[0]!) as Schema & { enum?: readonly unknown[] };
    return { ...value, type: [type as string, 'null'], ...(values && { enum: [...values, null] }) };
  }
  const of = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(of);
    return typeof value === 'object' && value !== null ? resolved(document, value as Schema) : value;
  };
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => !LEFT_OUT.has(keyword))
      .map(([keyword, value]) => [
        keyword,
        keyword === 'properties'
          ? Object.fromEntries(Object.entries(value as object).map(([name, part]) => [name, of(part)]))
          : of(value),
      ]),
  );
}
