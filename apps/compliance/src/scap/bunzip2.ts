import { Bits } from './bits';
import { decodeBlock } from './bunzip2-block';
import { DocumentError } from './document-error';

const MAGIC = [0x42, 0x5a, 0x68];
const BLOCK_MAGIC = [0x314159, 0x265359];
const END_MAGIC = [0x177245, 0x385090];
const BLOCK_UNIT = 100_000;
/** No block is longer: 900 000 symbols of at most 20 bits each, and the tables before them. */
const MOST_BLOCK_BYTES = 2.5 * 1024 * 1024;

/** Compressed bytes in, plain bytes out: write() any number of times, then end(). */
export interface Decompressor {
  write(bytes: Uint8Array): void;
  end(): void;
}

export const notBzip2 = (): DocumentError => new DocumentError('invalid', 'not a bzip2 stream');

/**
 * Decompresses bzip2, also several streams in a row, and verifies every checksum. Works on a block as soon as enough
 * input is there to hold the longest one; what a block holds is handed on in small pieces, so that whoever takes them can
 * stop a bomb. The obsolete randomised blocks (before version 0.9.5) are refused.
 *
 * @throws DocumentError for anything else than bzip2, and what `take` throws
 */
export class Bunzip2 implements Decompressor {
  private bits = new Bits(new Uint8Array(0));
  private pending: Uint8Array[] = [];
  private pendingBytes = 0;
  /** Most bytes of a block of the stream that is being read, before its runs are expanded; undefined between streams. */
  private blockBytes?: number;
  /** Kept from block to block: zeroing a new one takes longer than many a block. */
  private scratch = new Uint32Array(0);
  private streamCrc = 0;
  private hasStream = false;

  /** @param checkDeadline called for every part of a stream; throws when the time is up */
  constructor(
    private readonly take: (bytes: Uint8Array) => void,
    private readonly checkDeadline: () => void = () => {},
  ) {}

  write(bytes: Uint8Array): void {
    this.pending.push(bytes);
    this.pendingBytes += bytes.length;
    if (this.bits.bytesLeft() + this.pendingBytes < 2 * MOST_BLOCK_BYTES) return;
    this.gather();
    while (this.bits.bytesLeft() >= MOST_BLOCK_BYTES) this.step();
  }

  end(): void {
    this.gather();
    while (this.bits.bytesLeft() > 0) this.step();
    if (this.blockBytes !== undefined || !this.hasStream) throw notBzip2();
  }

  private gather(): void {
    this.bits = new Bits(Buffer.concat([this.bits.rest(), ...this.pending]), this.bits.offset());
    this.pending = [];
    this.pendingBytes = 0;
  }

  private step(): void {
    this.checkDeadline();
    try {
      if (this.blockBytes === undefined) this.openStream();
      else this.readPart(this.blockBytes);
    } catch (error) {
      throw error instanceof RangeError ? notBzip2() : error;
    }
  }

  private openStream(): void {
    const isStream = MAGIC.every((byte) => this.bits.read(8) === byte);
    const level = this.bits.read(8) - 0x30;
    if (!isStream || level < 1 || level > 9) throw notBzip2();
    this.blockBytes = level * BLOCK_UNIT;
    this.streamCrc = 0;
    this.hasStream = true;
  }

  private readPart(blockBytes: number): void {
    const magic = [this.bits.read(24), this.bits.read(24)];
    const crc = this.bits.readUint32();
    if (isSame(magic, END_MAGIC)) {
      if (crc !== this.streamCrc) throw notBzip2();
      this.bits.alignToByte();
      this.blockBytes = undefined;
    } else if (isSame(magic, BLOCK_MAGIC)) {
      if (this.scratch.length < blockBytes) this.scratch = new Uint32Array(blockBytes);
      if (decodeBlock(this.bits, blockBytes, this.scratch, this.take) !== crc) throw notBzip2();
      this.streamCrc = (((this.streamCrc << 1) | (this.streamCrc >>> 31)) ^ crc) >>> 0;
    } else {
      throw notBzip2();
    }
  }
}

const isSame = (a: readonly number[], b: readonly number[]): boolean => a.every((part, index) => part === b[index]);
