import { decodeQuery, unpermittedParameters } from '@wardstone/pagination';
import type { QueryEntry } from '@wardstone/pagination';
import { ParameterError } from '../../api/domain/parameter-error';
import { GREATEST_OS_VERSION } from './os-major-version';

/** Parameters of the import of a guide (rule compliance-29). */
export interface ImportParameters {
  /** Overrides what the benchmark's id says. */
  osMajorVersion: number | undefined;
  /** Ascending, each once; undefined keeps what is registered. */
  osMinorVersions: number[] | undefined;
  /** Whether other content under a known key replaces the stored one. */
  replace: boolean;
}

const MOST_MINORS = 100;
const KNOWN = new Set(['os_major_version', 'os_minor_versions', 'replace', 'format']);

/**
 * Reads the query string of an import; a scalar given twice counts as given last.
 *
 * @param queryString without the leading `?`, exactly as received.
 * @throws ListQueryError 400 for a malformed percent escape, 422 for unknown names; ParameterError for a bad value.
 */
export function readImportParameters(queryString: string): ImportParameters {
  const entries = decodeQuery(queryString);
  const given = (name: string): QueryEntry[] => entries.filter((entry) => entry.name === name);
  const parameters = {
    osMajorVersion: readMajor(given('os_major_version').pop()),
    osMinorVersions: readMinors(given('os_minor_versions')),
    replace: readReplace(given('replace').pop()),
  };
  const unknown = new Set(entries.map(({ name }) => name).filter((name) => !KNOWN.has(name)));
  if (unknown.size > 0) throw unpermittedParameters([...unknown]);
  return parameters;
}

function readMajor(entry: QueryEntry | undefined): number | undefined {
  if (!entry) return undefined;
  return requireOsVersion('os_major_version', entry.form === 'scalar' ? toInteger(entry.value) : undefined);
}

function readMinors(entries: readonly QueryEntry[]): number[] | undefined {
  if (entries.length === 0) return undefined;
  if (entries.some(({ form }) => form === 'entry')) throw new ParameterError('os_minor_versions must be an array');
  const items = entries.flatMap(({ value = '' }) => value.split(','));
  return requireMinorVersions('os_minor_versions', items.map(toInteger));
}

function readReplace(entry: QueryEntry | undefined): boolean {
  if (!entry) return false;
  const word = entry.form === 'scalar' ? (entry.value ?? '').toLowerCase() : '';
  if (word === 'true' || word === '1' || word === 'on') return true;
  if (word === 'false' || word === '0') return false;
  throw new ParameterError('replace must be either true or false');
}

function toInteger(text: string | undefined): bigint | undefined {
  const digits = /^[ \t\n\v\f\r]*(-?[0-9]{1,30})[ \t\n\v\f\r]*$/.exec(text ?? '')?.[1];
  return digits === undefined ? undefined : BigInt(digits);
}

/** A version of an operating system. @param value undefined for anything that is no whole number */
function requireOsVersion(name: string, value: bigint | undefined): number {
  if (value === undefined) throw new ParameterError(`${name} must be an integer`);
  if (value < 0n) throw new ParameterError(`${name} must be greater than or equal to 0`);
  if (value > BigInt(GREATEST_OS_VERSION)) {
    throw new ParameterError(`${name} must be less than or equal to ${GREATEST_OS_VERSION}`);
  }
  return Number(value);
}

/** Minors in ascending order, each once; at most 100 (rule compliance-29). @throws ParameterError */
function requireMinorVersions(name: string, values: readonly (bigint | undefined)[]): number[] {
  const minors = new Set(values.map((value) => requireOsVersion(name, value)));
  if (minors.size > MOST_MINORS) throw new ParameterError(`${name} can not have more than ${MOST_MINORS} elements`);
  return [...minors].sort((a, b) => a - b);
}
