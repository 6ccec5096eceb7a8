import { TextDecoder } from 'node:util';
import { DescriptorError } from './descriptor-error';

export const MAX_DOCUMENT_BYTES = 10 * 1024 * 1024;

const MARKS = [
  { bytes: [0x00, 0x00, 0xfe, 0xff], encoding: null },
  { bytes: [0xff, 0xfe, 0x00, 0x00], encoding: null },
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  // No byte order mark, but `<?` or `<!` with two bytes per character.
  { bytes: [0x00, 0x3c, 0x00], encoding: 'utf-16be' },
  { bytes: [0x3c, 0x00], encoding: 'utf-16le' },
] as const;

/** The declaration, if any, is at the very start, and is ASCII in the encodings that remain here. */
const DECLARATION = /^<\?xml\s[^>]*?\sencoding\s*=\s*["']([A-Za-z][\w.:-]*)["']/;

/**
 * Decodes an XML document by its byte order mark or declaration; UTF-8 without either.
 * @throws DescriptorError when it is over 10 MiB, its encoding is unknown, or bytes do not fit the encoding.
 */
export function decodeXml(xml: Uint8Array): string {
  if (xml.length > MAX_DOCUMENT_BYTES) throw new DescriptorError('The descriptor is larger than 10 MiB');
  const encoding = getEncoding(xml);
  const decoder = getDecoder(encoding);
  try {
    return decoder.decode(xml);
  } catch {
    throw new DescriptorError(`The descriptor contains bytes that are not valid ${encoding}`);
  }
}

function getDecoder(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    throw new DescriptorError(`The encoding ${encoding} is not supported`);
  }
}

function getEncoding(xml: Uint8Array): string {
  const mark = MARKS.find(({ bytes }) => bytes.every((byte, at) => xml[at] === byte));
  if (mark?.encoding === null) throw new DescriptorError('The encoding UTF-32 is not supported');
  if (mark) return mark.encoding;
  const declared = DECLARATION.exec(Buffer.from(xml.subarray(0, 256)).toString('latin1'))?.[1];
  // A declaration that could be read byte by byte cannot be in an encoding with two or four bytes per character.
  if (declared && /^(utf-(16|32)|ucs-|iso-10646-ucs)/i.test(declared)) {
    throw new DescriptorError(`The descriptor is not in its declared encoding ${declared}`);
  }
  return declared ?? 'utf-8';
}
