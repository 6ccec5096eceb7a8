/** Maximum length of a series' label bytes, which identify it; longer ones are refused. */
export const MAX_KEY_BYTES = 16 * 1024;
/** A key that no series has. */
export const TOO_LONG = '!';
/** The character that begins a key of numbers of symbols. */
export const KEY_OF_NUMBERS = '2'.charCodeAt(0);
/** Usual tag after labels. */
const SAMPLES_TAG = Buffer.of(0x12);

/**
 * The fields of labels themselves, which begin with the byte 10: no key of another form begins with such a character.
 *
 * @param parts where they begin and end in the bytes, in turn
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
 * Two bytes a character, for keys are found the faster the fewer they have. Where the bytes are odd, the one behind them
 * belongs to it: no labels end both before it and with it, since a field has two bytes at least.
 */
function keyOfFields(bytes: Buffer, start: number, end: number): string {
  const length = end - start;
  if (length === 0 || length > MAX_KEY_BYTES) return TOO_LONG;
  return bytes.toString('utf16le', start, end + (length % 2));
}
