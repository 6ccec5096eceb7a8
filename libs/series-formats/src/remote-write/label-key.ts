/** Maximum length of the label bytes that identify a series; longer ones are refused. */
export const MAX_KEY_BYTES = 16 * 1024;
/** A key that no series can have. */
export const TOO_LONG = '!';
/** First character of a key of symbol numbers. */
export const KEY_OF_NUMBERS = '2'.charCodeAt(0);
/** Usual tag after labels. */
const SAMPLES_TAG = Buffer.of(0x12);

/**
 * The label fields themselves, which start with the byte 10, so that no other kind of key starts with the same
 * character.
 * @param parts alternating start and end positions in the bytes
 */
export function keyOfParts(bytes: Buffer, parts: readonly number[]): string {
  const [start, end] = parts as [number, number];
  if (parts.length === 2 && end < bytes.length) return keyOfFields(bytes, start, end);
  const fields: Buffer[] = [];
  for (let i = 0; i < parts.length; i += 2) fields.push(bytes.subarray(parts[i], parts[i + 1]));
  const joined = Buffer.concat([...fields, SAMPLES_TAG]);
  return keyOfFields(joined, 0, joined.length - 1);
}

/**
 * Two bytes per character, because shorter keys are found faster. For an odd length, the following byte is included: no
 * two labels collide, since a field has at least two bytes.
 */
function keyOfFields(bytes: Buffer, start: number, end: number): string {
  const length = end - start;
  if (length === 0 || length > MAX_KEY_BYTES) return TOO_LONG;
  return bytes.toString('utf16le', start, end + (length % 2));
}
