import { isUtf8 } from 'node:buffer';

export interface DecodedSlice {
  /** Characters up to the first ill-formed sequence, or all complete ones. */
  text: string;
  isIllFormed: boolean;
}

const NOTHING = new Uint8Array(0);

/** Bytes at the end of `bytes` that begin a character but do not complete it (0-3). */
function incompleteTail(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0b1100_0000) === 0b1000_0000) continue;
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return needed > back ? back : 0;
  }
  return 0;
}

/** Length of the prefix that ends before the first ill-formed sequence. Slow; asked once, for the error's position. */
function wellFormedPrefix(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const length = [1, 2, 3, 4].find((n) => at + n <= bytes.length && isUtf8(bytes.subarray(at, at + n)));
    if (length === undefined) return at;
    at += length;
  }
  return at;
}

/** Incremental UTF-8 that never replaces: characters split over slices stay whole, ill-formed bytes are reported. */
export class StrictUtf8Decoder {
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

  /** Whether the input stopped inside a character. */
  endsIncomplete(): boolean {
    return this.held.length > 0;
  }
}

const toText = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
