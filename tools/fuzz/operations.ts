import { resolveParts } from '@wardstone/bootstrap';
import { ALL_ERROR_TYPES } from '@wardstone/errors';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import type { Components, ValueSchema } from './values';

interface RawOperation {
  operationId?: string;
  parameters?: { name: string; in: string; schema: ValueSchema }[];
  requestBody?: { content?: Record<string, { schema?: ValueSchema }> };
  responses: Record<string, { content?: Record<string, { schema?: ValueSchema }> }>;
}

export interface OpenApiDocument {
  paths: Record<string, Record<string, RawOperation>>;
  components?: { schemas?: Record<string, ValueSchema> };
}

/** An operation as the fuzzer sees it. */
export interface FuzzOperation {
  method: string;
  /** Path template. */
  path: string;
  parameters: { name: string; in: string; schema: ValueSchema }[];
  /** The first of the media types and its schema. */
  body?: { mediaType: string; mediaTypes: readonly string[]; schema: ValueSchema };
  /** Whether a body is what the document says for a status and media type; undefined when it says nothing. */
  validatorFor(status: number, mediaType: string): ValidateFunction | undefined;
  documents(status: number): boolean;
}

export const KNOWN_ERROR_TYPES: ReadonlySet<string> = new Set(ALL_ERROR_TYPES.map(({ type }) => type));

export function fuzzOperations(document: OpenApiDocument): FuzzOperation[] {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
  const resolved = resolveParts(document);
  ajv.addSchema({ ...resolved, $id: 'document' });
  return Object.entries(resolved.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => describe(path, method, operation, ajv)),
  );
}

function describe(path: string, method: string, operation: RawOperation, ajv: Ajv2020): FuzzOperation {
  const contents = operation.requestBody?.content ?? {};
  const mediaTypes = Object.keys(contents);
  const [mediaType, content] = Object.entries(contents)[0] ?? [];
  const validators = new Map<string, ValidateFunction>();
  return {
    method: method.toUpperCase(),
    path,
    parameters: operation.parameters ?? [],
    ...(mediaType === undefined ? {} : { body: { mediaType, mediaTypes, schema: content?.schema ?? {} } }),
    documents: (status) => operation.responses[String(status)] !== undefined,
    validatorFor: (status, type) => {
      const key = `${status} ${type}`;
      const schema = operation.responses[String(status)]?.content?.[type]?.schema;
      if (!schema) return undefined;
      const known = validators.get(key);
      if (known) return known;
      const pointer = ['paths', path, method, 'responses', String(status), 'content', type, 'schema'];
      const validator = ajv.compile({ $ref: `document#/${pointer.map(escapePointer).join('/')}` });
      validators.set(key, validator);
      return validator;
    },
  };
}

function escapePointer(step: string): string {
  return encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'));
}

export function componentsOf(document: OpenApiDocument): Components {
  return document.components?.schemas ?? {};
}
