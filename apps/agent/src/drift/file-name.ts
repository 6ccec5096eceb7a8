import { isUtf8 } from 'node:buffer';

/**
 * Converts a name that was read as Latin-1 to text. Invalid UTF-8 bytes become `\xff`, and a backslash before an x
 * becomes `\x5cx`, so that different names have different texts.
 */
export function toDisplayName(latin1: string): string {
  const bytes = Buffer.from(latin1, 'latin1');
  if (isUtf8(bytes)) return bytes.toString().replaceAll('\\x', String.raw`\x5cx`);
  return latin1.replaceAll(/[\\\x80-\xff]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);
}
