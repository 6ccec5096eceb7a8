import { resolveParts } from '@wardstone/bootstrap';

/** One operation of an OpenAPI document, as far as the tests read it. */
export interface Operation {
  service: string;
  method: string;
  /** Path template, e.g. `/api/v1/error/{error_type}`. */
  path: string;
  /** Absent on public operations. */
  permissions?: string[];
  errorTypes: string[];
  operationId?: string;
  summary?: string;
  responses: Record<string, { description?: string; content?: Record<string, { schema?: unknown }> }>;
  parameters: { name: string; in: string; description?: string; schema?: unknown }[];
}

export interface OpenApiDocument {
  openapi: string;
  paths: Record<string, Record<string, RawOperation>>;
}

interface RawOperation extends Omit<Operation, 'service' | 'method' | 'path' | 'permissions' | 'errorTypes'> {
  'x-permissions'?: string[];
  'x-error-types'?: string[];
}

/** Every operation of a document, in its order. */
export function operationsOf(service: string, document: OpenApiDocument): Operation[] {
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

/** The path with ids that exist nowhere, so that a call changes nothing. */
export function harmlessPath({ path }: Operation): string {
  return path.replace(/\{[^}]+\}/g, (name) => (/type|lang|service/.test(name) ? 'no_such_thing' : NOWHERE));
}

const NOWHERE = '00000000-0000-4000-8000-000000000000';
