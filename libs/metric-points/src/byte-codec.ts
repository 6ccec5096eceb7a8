const HIGH_BITS = 2 ** 32;

/** Writes into given bytes. Whole numbers are varints of 7 bits a byte, lowest first; signed ones are zigzagged. */
export class ByteWriter {
  private length = 0;

  constructor(private readonly bytes: Buffer) {}

  byte(value: number): void {
    this.bytes[this.length++] = value;
  }

  /** A whole number from 0 to 2^53 - 1. */
  unsigned(value: number): void {
    let rest = value;
    while (rest >= HIGH_BITS) {
      this.bytes[this.length++] = (rest % 128) | 128;
      rest = Math.floor(rest / 128);
    }
    while (rest >= 128) {
      this.bytes[this.length++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    this.bytes[this.length++] = rest;
  }

  /** A whole number whose double is below 2^53. */
  signed(value: number): void {
    this.unsigned(value < 0 ? -2 * value - 1 : 2 * value);
  }

  /** Any double. */
  double(value: number): void {
    this.length = this.bytes.writeDoubleLE(value, this.length);
  }

  copy(): Buffer {
    return Buffer.from(this.bytes.subarray(0, this.length));
  }
}

/** Reads what `ByteWriter` wrote. */
export class ByteReader {
  private at = 0;

  private view?: DataView;

  constructor(private readonly bytes: Uint8Array) {}

  byte(): number {
    const byte = this.bytes[this.at++];
    if (byte === undefined) throw new RangeError('the bytes end too early');
    return byte;
  }

  unsigned(): number {
    let value = this.byte();
    if (value < 128) return value;
    value &= 127;
    let weight = 128;
    for (;;) {
      const byte = this.byte();
      value += (byte & 127) * weight;
      if (byte < 128) return value;
      weight *= 128;
      if (weight > Number.MAX_SAFE_INTEGER) throw new RangeError('a number has more than 53 bits');
    }
  }

  signed(): number {
    const value = this.unsigned();
    // Fast path, because most values are small.
    if (value < 2 ** 31) return (value >>> 1) ^ -(value & 1);
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
  }

  double(): number {
    const { buffer, byteOffset, byteLength } = this.bytes;
    this.view ??= new DataView(buffer, byteOffset, byteLength);
    const value = this.view.getFloat64(this.at, true);
    this.at += 8;
    return value;
  }
}
