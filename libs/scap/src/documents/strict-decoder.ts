import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';

export interface DecodedSlice {
  /** Text up to the first ill-formed sequence, or all complete characters. */
  text: string;
  isIllFormed: boolean;
}

const NOTHING = new Uint8Array(0);

/** Number of bytes at the end of `bytes` that start an incomplete character (0-3). */
function incompleteTail(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0b1100_0000) === 0b1000_0000) continue;
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return needed > back ? back : 0;
  }
  return 0;
}

/** Length of the prefix before the first ill-formed sequence. Slow; only called to find the position of an error. */
function wellFormedPrefix(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const length = [1, 2, 3, 4].find((n) => at + n <= bytes.length && isUtf8(bytes.subarray(at, at + n)));
    if (length === undefined) return at;
    at += length;
  }
  return at;
}

/**
 * Incremental UTF-8 decoder without replacement characters: keeps characters that are split across chunks, and reports
 * ill-formed bytes.
 */
class StrictUtf8Decoder {
  private held: Uint8Array = NOTHING;

  decode(slice: Uint8Array): DecodedSlice {
    const bytes = this.held.length === 0 ? slice : Buffer.concat([this.held, slice]);
    const tail = incompleteTail(bytes);
    const complete = bytes.subarray(0, bytes.length - tail);
    if (!isUtf8(complete)) {
      return { text: toText(complete.subarray(0, wellFormedPrefix(complete))), isIllFormed: true };
    }
    this.held = tail === 0 ? NOTHING : Uint8Array.from(bytes.subarray(bytes.length - tail));
    return { text: toText(complete), isIllFormed: false };
  }

  endsIncomplete(): boolean {
    return this.held.length > 0;
  }
}

/** The same for UTF-16, whose ill-formed units Node.js reports without the text before them. */
class StrictUtf16Decoder {
  private readonly decoder: TextDecoder;

  constructor(encoding: string) {
    this.decoder = new TextDecoder(encoding, { fatal: true });
  }

  decode(slice: Uint8Array): DecodedSlice {
    try {
      return { text: this.decoder.decode(slice, { stream: true }), isIllFormed: false };
    } catch {
      return { text: '', isIllFormed: true };
    }
  }

  endsIncomplete(): boolean {
    try {
      return this.decoder.decode() !== '';
    } catch {
      return true;
    }
  }
}

/** First bytes of a document in UTF-16: a byte order mark, or `<` in two bytes. */
const UTF16_BEGINNINGS = [
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
  { bytes: [0x3c, 0x00], encoding: 'utf-16le' },
  { bytes: [0x00, 0x3c], encoding: 'utf-16be' },
];

/**
 * Decodes an XML document in chunks, as UTF-16 if it starts accordingly (XML 1.0, appendix F), otherwise as UTF-8.
 * Never inserts replacement characters.
 */
export class StrictDecoder {
  private first: Uint8Array = NOTHING;
  private decoder?: StrictUtf8Decoder | StrictUtf16Decoder;

  get isUtf16(): boolean {
    return this.decoder instanceof StrictUtf16Decoder;
  }

  decode(slice: Uint8Array): DecodedSlice {
    if (this.decoder) return this.decoder.decode(slice);
    const bytes = Buffer.concat([this.first, slice]);
    this.first = bytes;
    if (bytes.length < 2) return { text: '', isIllFormed: false };
    const utf16 = UTF16_BEGINNINGS.find((beginning) => beginning.bytes.every((byte, at) => bytes[at] === byte));
    this.decoder = utf16 ? new StrictUtf16Decoder(utf16.encoding) : new StrictUtf8Decoder();
    return this.decoder.decode(bytes);
  }

  /** Whether the input ended within a character. */
  endsIncomplete(): boolean {
    return this.decoder ? this.decoder.endsIncomplete() : this.first.length > 0;
  }
}

const toText = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
