import fs from 'node:fs';
import path from 'node:path';
import {
  type Media,
  type OpenApiDocument,
  type Operation,
  listOperations,
  type Parameter,
} from '../requests/operations';
import type { ValueSchema } from '../requests/schema';
import { SERVICE_NAMES } from '../system';

/** An operation with everything that its requests need. */
export interface RecordedOperation extends Operation {
  id: string;
  query: Parameter[];
  pathNames: string[];
  /** Media types of successful responses. */
  produces: string[];
  /** An example for each media type of the request body. */
  bodies: Body[];
}

export interface Body {
  type: string;
  /** Text for XML, otherwise a value. */
  example: unknown;
  /** Properties that the example lacks. */
  others: string[];
}

/** Every operation of the documents in a folder, by service. */
export function readOperations(folder: string): RecordedOperation[] {
  return SERVICE_NAMES.flatMap((service) => {
    const text = fs.readFileSync(path.join(folder, `${service}.json`), 'utf8');
    const document = JSON.parse(text) as OpenApiDocument;
    return listOperations(service, document).map((operation) => {
      const { parameters, responses, requestBody } = operation;
      const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
      return {
        ...operation,
        id: operation.operationId,
        query: parameters.filter((one) => one.in === 'query'),
        pathNames: [...operation.path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name ?? ''),
        produces: [...new Set(successes.flatMap(([, { content }]) => Object.keys(content ?? {})))],
        bodies: Object.entries(requestBody?.content ?? {}).map(([type, media]) => toBody(type, media, document)),
      };
    });
  });
}

function toBody(type: string, { schema = {}, example }: Media, document: OpenApiDocument): Body {
  const sample = example ?? toSample(schema, document);
  const root = schema.xml?.name;
  const isXml = type.endsWith('/xml') && typeof sample === 'object' && sample !== null && root !== undefined;
  const parts = isXml ? Object.entries(sample).map(([name, part]) => `<${name}>${String(part)}</${name}>`) : [];
  const shown = typeof sample === 'object' && sample !== null ? Object.keys(sample) : [];
  return {
    type,
    example: isXml ? `<${root}>${parts.join('')}</${root}>` : sample,
    others: Object.keys(getProperties(schema, document)).filter((name) => !shown.includes(name)),
  };
}

function resolve(schema: ValueSchema, document: OpenApiDocument): ValueSchema {
  const name = schema.$ref?.slice(schema.$ref.lastIndexOf('/') + 1);
  return name === undefined ? schema : resolve(document.components?.schemas?.[name] ?? {}, document);
}

function getProperties(given: ValueSchema, document: OpenApiDocument): Record<string, ValueSchema> {
  const schema = resolve(given, document);
  const parts = (schema.allOf ?? []).map((part) => getProperties(part, document));
  return Object.assign({}, ...parts, schema.properties ?? {}) as Record<string, ValueSchema>;
}

/** The example of a schema, or one composed of those of its parts. */
function toSample(given: ValueSchema, document: OpenApiDocument, depth = 0): unknown {
  const schema = resolve(given, document);
  const { properties, items, allOf, anyOf, oneOf } = schema;
  const found = [schema.example, schema.default, schema.enum?.[0]].find((value) => value !== undefined);
  if (found !== undefined || depth > 5) return found;
  if (allOf) return Object.assign({}, ...allOf.map((part) => toSample(part, document, depth + 1))) as unknown;
  const [choice] = [...(anyOf ?? []), ...(oneOf ?? [])];
  if (choice) return toSample(choice, document, depth + 1);
  if (properties) {
    const parts = Object.entries(properties).map(
      ([name, part]) => [name, toSample(part, document, depth + 1)] as const,
    );
    return Object.fromEntries(parts);
  }
  if (items) return [toSample(items, document, depth + 1)];
  const [type] = [schema.type].flat();
  return { string: 'text', integer: 1, number: 1, boolean: true, array: [] }[type ?? ''] ?? {};
}
