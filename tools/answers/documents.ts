import fs from 'node:fs';
import path from 'node:path';
import { resolveParts } from '@wardstone/bootstrap';
import { SERVICE_NAMES, type ServiceName } from '../system';
import type { ValueSchema } from '../fuzz/values';

interface RawOperation {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content?: Record<string, Media> };
  responses: Record<string, { content?: Record<string, unknown> }>;
  'x-permissions'?: string[];
}

interface Media {
  schema?: ValueSchema & { xml?: { name?: string } };
  example?: unknown;
}

export interface Parameter {
  name: string;
  in: string;
  schema: ValueSchema;
  example?: unknown;
}

/** An operation with what its requests are made of. */
export interface Operation {
  service: ServiceName;
  id: string;
  method: string;
  /** Path template. */
  path: string;
  query: Parameter[];
  pathNames: string[];
  /** Media types of its successes. */
  produces: string[];
  /** One example for each media type that it reads. */
  bodies: Body[];
}

export interface Body {
  type: string;
  /** Text of XML, a value of anything else. */
  example: unknown;
  /** Properties that the example does not show. */
  others: string[];
}

type Document = {
  paths: Record<string, Record<string, RawOperation>>;
  components: { schemas: Record<string, ValueSchema> };
};

/** Every operation of the documents in a folder, service by service. */
export function readOperations(folder: string): Operation[] {
  return SERVICE_NAMES.flatMap((service) => {
    const text = fs.readFileSync(path.join(folder, `${service}.json`), 'utf8');
    const document = resolveParts(JSON.parse(text) as Document);
    return Object.entries(document.paths).flatMap(([template, methods]) =>
      Object.entries(methods).map(([method, raw]) => describe(service, `${method} ${template}`, raw, document)),
    );
  });
}

function describe(service: ServiceName, place: string, raw: RawOperation, document: Document): Operation {
  const [method = '', template = ''] = place.split(' ');
  const successes = Object.entries(raw.responses).filter(([status]) => status.startsWith('2'));
  return {
    service,
    id: raw.operationId,
    method: method.toUpperCase(),
    path: template,
    query: (raw.parameters ?? []).filter((one) => one.in === 'query'),
    pathNames: [...template.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name ?? ''),
    produces: [...new Set(successes.flatMap(([, { content }]) => Object.keys(content ?? {})))],
    bodies: Object.entries(raw.requestBody?.content ?? {}).map(([type, media]) => bodyOf(type, media, document)),
  };
}

function bodyOf(type: string, { schema = {}, example }: Media, document: Document): Body {
  const sample = example ?? sampleOf(schema, document);
  const root = (schema as { xml?: { name?: string } }).xml?.name;
  const isXml = type.endsWith('/xml') && typeof sample === 'object' && sample !== null && root !== undefined;
  const parts = isXml ? Object.entries(sample).map(([name, part]) => `<${name}>${String(part)}</${name}>`) : [];
  const shown = typeof sample === 'object' && sample !== null ? Object.keys(sample) : [];
  return {
    type,
    example: isXml ? `<${root}>${parts.join('')}</${root}>` : sample,
    others: Object.keys(propertiesOf(schema, document)).filter((name) => !shown.includes(name)),
  };
}

function resolve(schema: ValueSchema, document: Document): ValueSchema {
  const name = schema.$ref?.slice(schema.$ref.lastIndexOf('/') + 1);
  return name === undefined ? schema : resolve(document.components.schemas[name] ?? {}, document);
}

function propertiesOf(given: ValueSchema, document: Document): Record<string, ValueSchema> {
  const schema = resolve(given, document);
  const parts = (schema.allOf ?? []).map((part) => propertiesOf(part, document));
  return Object.assign({}, ...parts, schema.properties ?? {}) as Record<string, ValueSchema>;
}

/** The example of a schema, or one made of those of its parts. */
function sampleOf(given: ValueSchema, document: Document, depth = 0): unknown {
  const schema = resolve(given, document);
  const { properties, items, allOf, anyOf, oneOf } = schema;
  const found = [schema.example, schema.default, schema.enum?.[0]].find((value) => value !== undefined);
  if (found !== undefined || depth > 5) return found;
  if (allOf) return Object.assign({}, ...allOf.map((part) => sampleOf(part, document, depth + 1))) as unknown;
  const [choice] = [...(anyOf ?? []), ...(oneOf ?? [])];
  if (choice) return sampleOf(choice, document, depth + 1);
  if (properties) {
    const parts = Object.entries(properties).map(
      ([name, part]) => [name, sampleOf(part, document, depth + 1)] as const,
    );
    return Object.fromEntries(parts);
  }
  if (items) return [sampleOf(items, document, depth + 1)];
  const [type] = [schema.type].flat();
  return { string: 'text', integer: 1, number: 1, boolean: true, array: [] }[type ?? ''] ?? {};
}
