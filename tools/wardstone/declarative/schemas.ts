import fs from 'node:fs';
import path from 'node:path';
import { workspaceRoot } from '../../workspace';
import type { Kind, Schema } from './kind';

interface OpenApi {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>>;
}

const documents = new Map<string, OpenApi>();

function documentOf(service: string): OpenApi {
  let document = documents.get(service);
  if (!document) {
    const file = path.join(workspaceRoot(), 'docs/openapi', `${service}.json`);
    document = JSON.parse(fs.readFileSync(file, 'utf8')) as OpenApi;
    documents.set(service, document);
  }
  return document;
}

/** What an operation takes as its body: its fields, as the document of its service has them. */
export function bodyFields(
  service: 'compliance' | 'monitoring' | 'gateway',
  method: 'post' | 'put',
  route: string,
): Readonly<Record<string, Schema>> {
  const document = documentOf(service);
  const { content } = document.paths[route]![method]!.requestBody!;
  return resolved(document, Object.values(content)[0]!.schema).properties!;
}

/** Keywords that say nothing to an editor. */
const LEFT_OUT = new Set(['xml', 'example', 'examples', 'title', 'format', 'default', '$ref']);

/** The schema whole, without references. */
function resolved(document: OpenApi, schema: Schema): Schema {
  if (typeof schema['$ref'] === 'string') {
    const target = schema['$ref'].slice(2).split('/');
    return resolved(document, target.reduce<unknown>((part, name) => (part as Schema)[name], document) as Schema);
  }
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

/** An object with no other fields. */
export function objectSchema(
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[] = Object.keys(properties),
): Schema {
  return { type: 'object', additionalProperties: false, required, properties };
}

const NAME: Schema = { type: 'string', minLength: 1, description: 'Name of the record' };

/** The schema of a whole document. */
export function schemaOf({ kind, about, fields, required = [], nameSchema = {} }: Kind): Schema {
  const spec = objectSchema(fields(), required);
  const properties = { kind: { const: kind }, name: { ...NAME, ...nameSchema }, spec };
  return { title: kind, description: about, ...objectSchema(properties) };
}

/** Of files with documents of any kind. */
export function schemaOfAll(kinds: readonly Kind[]): Schema {
  return { $schema: 'http://json-schema.org/draft-07/schema#', oneOf: kinds.map(schemaOf) };
}
