import type { Bits } from './bits';

const MOST_BITS = 20;

/** A canonical prefix code: shorter codes first, among equally long ones in the order of their symbols. */
export class HuffmanTable {
  private readonly shortest: number;
  /** By length: the first code that is longer, filled up to 20 bits. */
  private readonly limits = new Int32Array(MOST_BITS + 2);
  /** By length: what to add to a code to find its symbol. */
  private readonly offsets = new Int32Array(MOST_BITS + 2);
  private readonly symbols: Uint16Array;

  /** @param lengths bits of each symbol's code, 1 to 20 @throws RangeError when there are too many codes of a length */
  constructor(lengths: Uint8Array) {
    const counts = new Int32Array(MOST_BITS + 1);
    for (const length of lengths) counts[length]!++;
    this.shortest = lengths.reduce((least, length) => Math.min(least, length), MOST_BITS);
    this.symbols = Uint16Array.from(lengths.keys()).sort((a, b) => lengths[a]! - lengths[b]! || a - b);
    let code = 0;
    let seen = 0;
    for (let length = 1; length <= MOST_BITS; length++) {
      this.offsets[length] = seen - code;
      code += counts[length]!;
      seen += counts[length]!;
      if (code > 1 << length) throw new RangeError('more codes than bits allow');
      this.limits[length] = code << (MOST_BITS - length);
      code <<= 1;
    }
  }

  /** @throws RangeError when no code begins like this */
  read(bits: Bits): number {
    const ahead = bits.peek(MOST_BITS);
    let length = this.shortest;
    while (ahead >= this.limits[length]!) if (++length > MOST_BITS) throw new RangeError('not a code');
    bits.skip(length);
    return this.symbols[(ahead >>> (MOST_BITS - length)) + this.offsets[length]!]!;
  }
}
