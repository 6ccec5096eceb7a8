const SEPARATOR = '\u0001';
const DIGITS_OF_LENGTH = 4;

/**
 * Converts a version to a text whose byte order is the order of versions: parts between dots compared as integers of
 * any size, a non-numeric part after every numeric one and as text, a shorter version before its continuations ("1.2" <
 * "1.2.0" < "1.10" < "1.a"). See rules compliance-16, compliance-26.
 */
export function versionSortKey(version: string): string {
  return version.split('.').map(partKey).join(SEPARATOR);
}

function partKey(part: string): string {
  if (!/^[0-9]+$/.test(part)) return `t${part}`;
  const digits = part.replace(/^0+(?=[0-9])/, '');
  return `n${String(digits.length).padStart(DIGITS_OF_LENGTH, '0')}${digits}`;
}
