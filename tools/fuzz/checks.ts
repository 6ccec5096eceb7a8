import { ALL_ERROR_TYPES } from '@wardstone/errors';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import type { Operation } from '../requests/operations';
import type { ValueSchema } from '../requests/schema';
import type { HttpResponse } from '../requests/sender';
import { CANARY, INJECTED_HEADER } from './corpus';
import type { GeneratedRequest } from './request';

/** Longer than a normal response to a small request, and shorter than an injected pg_sleep. */
export const SLOW_MS = 4_500;

/** Texts that only occur in internal errors. */
const INSIDES =
  /\n\s+at .+:\d+:\d+|node_modules|\/dist\/|\.(ts|js):\d+|QueryFailed|syntax error at or near|unterminated quoted|duplicate key value|violates .* constraint|invalid input syntax|relation "|ECONNREFUSED|pg_catalog|root:x:0/i;

export const KNOWN_ERROR_TYPES: ReadonlySet<string> = new Set(ALL_ERROR_TYPES.map(({ type }) => type));

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
const validators = new WeakMap<ValueSchema, ValidateFunction>();

/** Everything that is wrong with a response; empty if it is correct. */
export function findFaults(
  request: GeneratedRequest,
  response: HttpResponse,
  operation: Operation,
  secrets: readonly string[],
): string[] {
  const { status, headers, text, durationMs } = response;
  const faults: string[] = [];
  if (status >= 500) faults.push(`answers ${status}`);
  if (status >= 400) faults.push(...errorFaults(request, response, operation));
  if (INSIDES.test(text)) faults.push(`exposes internals: ${INSIDES.exec(text)![0].trim().slice(0, 60)}`);
  if (INJECTED_HEADER in headers) faults.push('allows header injection');
  for (const secret of secrets) if (text.includes(secret)) faults.push('exposes a secret');
  if (text.includes(CANARY) && !(request.body?.includes(CANARY) ?? false)) faults.push('echoes a credential');
  // A request for a long poll may wait.
  if (durationMs > SLOW_MS && !/[?&]wait=/.test(request.path)) faults.push('takes longer than 4.5 s');
  return faults;
}

function errorFaults(
  request: GeneratedRequest,
  { status, headers, text }: HttpResponse,
  operation: Operation,
): string[] {
  const faults: string[] = [];
  const type = headers['x-error-type'];
  if (typeof type !== 'string') faults.push(`returns ${status} without X-Error-Type`);
  else if (!KNOWN_ERROR_TYPES.has(type)) faults.push(`returns the unknown error type ${type}`);
  if (typeof headers['link'] !== 'string' || !headers['link'].includes('rel="help"'))
    faults.push(`returns ${status} without a help link`);
  if (request.method === 'HEAD') return faults;
  const mediaType = String(headers['content-type'] ?? '').split(';', 1)[0]!;
  if (text === '') return [...faults, `returns ${status} without a body`];
  if (!/json$/.test(mediaType)) return faults;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return [...faults, `returns ${status} with invalid JSON`];
  }
  const validator = request.method === operation.method ? validatorFor(operation, status, mediaType) : undefined;
  if (validator && !validator(body)) {
    const [problem] = validator.errors ?? [];
    faults.push(`returns ${status} with a body that violates its schema: ${problem?.instancePath} ${problem?.message}`);
  }
  return faults;
}

/** Validates a body by the document; undefined without a schema. */
function validatorFor(
  { responses, components }: Operation,
  status: number,
  mediaType: string,
): ValidateFunction | undefined {
  const schema = responses[status]?.content?.[mediaType]?.schema;
  if (!schema) return undefined;
  // Recursive schemas refer to components.
  const validator = validators.get(schema) ?? ajv.compile({ ...schema, components: { schemas: components } });
  validators.set(schema, validator);
  return validator;
}
