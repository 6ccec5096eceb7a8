import { decodeQuery, unpermittedParameters } from '@wardstone/pagination';
import { ParameterError } from './parameter-error';

/** What a request that writes brings along: the keys of its body, and the names its query string should not have. */
export interface GivenBody {
  readonly values: ReadonlyMap<string, unknown>;
  readonly queryNames: readonly string[];
}

/** Tolerated on every operation and ignored (compliance spec A3). */
const IGNORED_NAME = 'format';

/**
 * Takes a parsed JSON body apart. Nothing, `null` and `{}` are the same (compliance spec A1, A8.2).
 *
 * @param queryString without the leading `?`, exactly as received.
 * @throws ParameterError when the body is an array or a scalar; ListQueryError 400 for a malformed percent escape.
 */
export function readBody(body: unknown, queryString: string): GivenBody {
  const names = decodeQuery(queryString).map(({ name }) => name);
  const given = body ?? {};
  if (typeof given !== 'object' || Array.isArray(given)) throw new ParameterError('request body must be an object');
  return {
    values: new Map(Object.entries(given)),
    queryNames: names.filter((name) => name !== IGNORED_NAME),
  };
}

/**
 * The last of the checks on names and values: names of the query string and keys of the body that are not known here
 * are refused together, in order of appearance (compliance spec A3, A7).
 *
 * @throws ListQueryError 422 `found unpermitted parameter: :foo`.
 */
export function refuseUnknownKeys({ values, queryNames }: GivenBody, known: readonly string[]): void {
  const unknown = [...values.keys()].filter((key) => !known.includes(key) && key !== IGNORED_NAME);
  const names = new Set([...queryNames, ...unknown]);
  if (names.size > 0) throw unpermittedParameters([...names]);
}

const LONE_SURROGATE = /\p{Surrogate}/u;

/** @throws ParameterError for a text that the database cannot hold. */
export function requireStorableText(key: string, text: string): string {
  if (text.includes('\0')) throw new ParameterError(`${key} must not contain null bytes`);
  if (LONE_SURROGATE.test(text)) throw new ParameterError(`${key} must have valid encoding`);
  return text;
}

/**
 * A key whose value must be a string. An explicit `null` is not "absent" (compliance spec A8.2).
 *
 * @returns undefined when the key is absent. @throws ParameterError for any other type.
 */
export function readText({ values }: GivenBody, key: string): string | undefined {
  if (!values.has(key)) return undefined;
  const value = values.get(key);
  if (typeof value !== 'string') throw new ParameterError(`${key} must be a string`);
  return requireStorableText(key, value);
}
