import { resolveParts } from '@wardstone/bootstrap';
import { ALL_ERROR_TYPES } from '@wardstone/errors';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import { type OpenApiDocument, type Operation, listOperations } from '../requests/operations';
import type { Components, ValueSchema } from '../requests/schema';
import type { RunningSystem, ServiceName } from '../system';

/** An operation with everything that the fuzzer needs. */
export interface FuzzOperation extends Operation {
  /** The first media type with its schema. */
  body?: { mediaType: string; mediaTypes: readonly string[]; schema: ValueSchema };
  /** Validates a body by the document for a status and media type; undefined if it has no schema. */
  validatorFor(status: number, mediaType: string): ValidateFunction | undefined;
  components: Components;
}

export const KNOWN_ERROR_TYPES: ReadonlySet<string> = new Set(ALL_ERROR_TYPES.map(({ type }) => type));

/** The operations documented by a running service. */
export async function fuzzOperations(system: RunningSystem, service: ServiceName): Promise<FuzzOperation[]> {
  const answer = await fetch(`${system.serviceUrl(service)}/openapi.json`);
  const document = (await answer.json()) as OpenApiDocument;
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
  ajv.addSchema({ ...resolveParts(document), $id: 'document' });
  const components = document.components?.schemas ?? {};
  return listOperations(service, document).map((operation) => {
    const contents = operation.requestBody?.content ?? {};
    const [mediaType, content] = Object.entries(contents)[0] ?? [];
    const body = { mediaTypes: Object.keys(contents), schema: content?.schema ?? {} };
    return {
      ...operation,
      ...(mediaType === undefined ? {} : { body: { mediaType, ...body } }),
      validatorFor: validatorsOf(operation, ajv),
      components,
    };
  });
}

function validatorsOf({ path, method, responses }: Operation, ajv: Ajv2020): FuzzOperation['validatorFor'] {
  const validators = new Map<string, ValidateFunction>();
  return (status, type) => {
    if (!responses[String(status)]?.content?.[type]?.schema) return undefined;
    const pointer = ['paths', path, method.toLowerCase(), 'responses', String(status), 'content', type, 'schema'];
    const reference = `document#/${pointer.map(escapePointer).join('/')}`;
    const validator = validators.get(reference) ?? ajv.compile({ $ref: reference });
    validators.set(reference, validator);
    return validator;
  };
}

function escapePointer(step: string): string {
  return encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'));
}
