/** Reads numbers from bytes, most significant bit first. @throws RangeError beyond the last byte */
export class Bits {
  private buffered = 0;
  private bufferedBits = 0;
  private at = 0;

  /** @param skippedBits of the first byte, 0 to 7: they were read before */
  constructor(
    private readonly bytes: Uint8Array,
    skippedBits = 0,
  ) {
    if (skippedBits > 0) this.read(skippedBits);
  }

  /** @param count 1 to 24 */
  read(count: number): number {
    const value = this.peek(count);
    this.skip(count);
    return value;
  }

  readUint32(): number {
    return ((this.read(16) << 16) | this.read(16)) >>> 0;
  }

  /** The next bits, which stay unread; zeros beyond the last byte. @param count 1 to 24 */
  peek(count: number): number {
    while (this.bufferedBits < count) {
      this.buffered = (this.buffered << 8) | (this.bytes[this.at++] ?? 0);
      this.bufferedBits += 8;
    }
    return (this.buffered >>> (this.bufferedBits - count)) & ((1 << count) - 1);
  }

  /** @param count of bits that were peeked at */
  skip(count: number): void {
    this.bufferedBits -= count;
    if (this.at - (this.bufferedBits >> 3) > this.bytes.length) throw new RangeError('the input is cut off');
  }

  alignToByte(): void {
    this.skip(this.bufferedBits & 7);
  }

  /** Whole bytes, the one that is being read included. */
  bytesLeft(): number {
    return this.bytes.length - this.firstByte();
  }

  /** Everything from the byte that is being read; `offset` bits of it are read already. */
  rest(): Uint8Array {
    return this.bytes.subarray(this.firstByte());
  }

  offset(): number {
    return (8 - (this.bufferedBits & 7)) & 7;
  }

  private firstByte(): number {
    return this.at - Math.ceil(this.bufferedBits / 8);
  }
}
