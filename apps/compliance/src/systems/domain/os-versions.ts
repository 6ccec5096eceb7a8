/** A version of an operating system; decimal digits of any length. */
export interface OsVersion {
  readonly major: string;
  readonly minor: string;
}

/**
 * Parses `8.4`, or a quoted list such as `8.4, 8.5` as one value (rule compliance-19).
 * @returns undefined for an empty text, or if any part is not a version
 */
export function parseOsVersions(text: string): readonly OsVersion[] | undefined {
  const items = text.split(/[\s,]+/).filter((item) => item !== '');
  const versions = items.map((item) => /^([0-9]+)\.([0-9]+)$/.exec(item));
  if (items.length === 0 || versions.includes(null)) return undefined;
  return versions.map((match) => ({ major: match![1]!, minor: match![2]! }));
}
