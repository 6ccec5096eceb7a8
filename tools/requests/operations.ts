import { resolveParts } from '@wardstone/bootstrap';
import type { ServiceName } from '../system';
import type { ValueSchema } from './schema';

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
  /** Absent for public operations. */
  permissions?: string[] | undefined;
  errorTypes: string[];
}

/** All operations of a document, in its order. */
export function listOperations(service: ServiceName, document: OpenApiDocument): Operation[] {
  return Object.entries(resolveParts(document).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, raw]) => ({
      ...raw,
      service,
      method: method.toUpperCase(),
      path,
      permissions: raw['x-permissions'],
      errorTypes: raw['x-error-types'] ?? [],
      parameters: raw.parameters ?? [],
    })),
  );
}
