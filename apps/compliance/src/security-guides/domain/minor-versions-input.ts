import { ParameterError } from '../../api/domain/parameter-error';
import { GREATEST_OS_VERSION } from './os-major-version';

const MOST_MINORS = 100;

/** A version of an operating system. @param value undefined for anything that is no whole number */
export function requireOsVersion(name: string, value: bigint | undefined): number {
  if (value === undefined) throw new ParameterError(`${name} must be an integer`);
  if (value < 0n) throw new ParameterError(`${name} must be greater than or equal to 0`);
  if (value > BigInt(GREATEST_OS_VERSION)) {
    throw new ParameterError(`${name} must be less than or equal to ${GREATEST_OS_VERSION}`);
  }
  return Number(value);
}

/** Minors in ascending order, each once; at most 100 (compliance spec G2). @throws ParameterError */
export function requireMinorVersions(name: string, values: readonly (bigint | undefined)[]): number[] {
  const minors = new Set(values.map((value) => requireOsVersion(name, value)));
  if (minors.size > MOST_MINORS) throw new ParameterError(`${name} can not have more than ${MOST_MINORS} elements`);
  return [...minors].sort((a, b) => a - b);
}

/** The key `os_minor_versions` of a body: a JSON array of integers. @throws ParameterError */
export function readMinorVersions(value: unknown): number[] {
  const name = 'os_minor_versions';
  if (!Array.isArray(value)) throw new ParameterError(`${name} must be an array`);
  return requireMinorVersions(
    name,
    value.map((item: unknown) => (Number.isInteger(item) ? BigInt(item as number) : undefined)),
  );
}
