import fs from 'node:fs';
import { join } from 'node:path';
import { resolveParts } from '@wardstone/bootstrap';
import { type RunningSystem, SERVICE_NAMES, type ServiceName } from '../system';
import { type Components, type ValueSchema, resolveSchema, toSample } from './schema';

export interface Parameter {
  name: string;
  in: string;
  description?: string;
  schema: ValueSchema;
  example?: unknown;
}

export interface Media {
  schema?: ValueSchema;
  example?: unknown;
}

interface Described {
  operationId: string;
  summary?: string;
  requestBody?: { content?: Record<string, Media> };
  responses: Record<string, { description?: string; content?: Record<string, Media> }>;
}

export interface OpenApiDocument {
  openapi: string;
  paths: Record<
    string,
    Record<string, Described & { parameters?: Parameter[]; 'x-permissions'?: string[]; 'x-error-types'?: string[] }>
  >;
  components?: { schemas?: Record<string, ValueSchema> };
}

/** An operation of an OpenAPI document. */
export interface Operation extends Described {
  service: ServiceName;
  method: string;
  /** Path template, e.g. `/api/v1/error/{error_type}`. */
  path: string;
  parameters: Parameter[];
  query: Parameter[];
  pathNames: string[];
  /** Media types of successful responses. */
  produces: string[];
  bodies: Body[];
  components: Components;
  /** Absent for public operations. */
  permissions?: string[] | undefined;
  errorTypes: string[];
}

/** The request body in one media type. */
export interface Body {
  type: string;
  schema: ValueSchema;
  /** Text for XML, otherwise a value. */
  example: unknown;
  /** Properties that the example lacks. */
  others: string[];
}

/** The operations documented by a running service. */
export async function fetchOperations(system: RunningSystem, service: ServiceName): Promise<Operation[]> {
  const response = await fetch(`${system.serviceUrl(service)}/openapi.json`);
  return listOperations(service, (await response.json()) as OpenApiDocument);
}

/** Every operation of the documents in a folder, by service. */
export function readOperations(folder: string): Operation[] {
  return SERVICE_NAMES.flatMap((service) => {
    const text = fs.readFileSync(join(folder, `${service}.json`), 'utf8');
    return listOperations(service, JSON.parse(text) as OpenApiDocument);
  });
}

/** All operations of a document, in its order. */
export function listOperations(service: ServiceName, document: OpenApiDocument): Operation[] {
  const components = document.components?.schemas ?? {};
  return Object.entries(resolveParts(document).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, raw]) => {
      const { parameters = [], responses, requestBody } = raw;
      const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
      return {
        ...raw,
        service,
        method: method.toUpperCase(),
        path,
        parameters,
        query: parameters.filter((one) => one.in === 'query'),
        pathNames: [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name!),
        produces: [...new Set(successes.flatMap(([, { content }]) => Object.keys(content ?? {})))],
        bodies: Object.entries(requestBody?.content ?? {}).map(([type, media]) => toBody(type, media, components)),
        components,
        permissions: raw['x-permissions'],
        errorTypes: raw['x-error-types'] ?? [],
      };
    }),
  );
}

function toBody(type: string, { schema = {}, example }: Media, components: Components): Body {
  const sample = example ?? toSample(schema, components);
  const root = schema.xml?.name;
  const isRecord = typeof sample === 'object' && sample !== null;
  const isXml = type.endsWith('/xml') && isRecord && root !== undefined;
  const parts = isXml ? Object.entries(sample).map(([name, part]) => `<${name}>${String(part)}</${name}>`) : [];
  return {
    type,
    schema,
    example: isXml ? `<${root}>${parts.join('')}</${root}>` : sample,
    others: Object.keys(resolveSchema(schema, components).properties ?? {}).filter(
      (name) => !isRecord || !(name in sample),
    ),
  };
}
