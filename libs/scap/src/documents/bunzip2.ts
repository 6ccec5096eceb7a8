import { DocumentError } from './document-error';

const MAGIC = [0x42, 0x5a, 0x68];
const BLOCK_MAGIC = [0x314159, 0x265359];
const END_MAGIC = [0x177245, 0x385090];
const BLOCK_UNIT = 100_000;
/** Maximum size of a block: 900 000 symbols of at most 20 bits each, and the tables before them. */
const MAX_BLOCK_BYTES = 2.5 * 1024 * 1024;

/** Decompresses bytes: call write() any number of times, then end(). */
export interface Decompressor {
  write(bytes: Uint8Array): void;
  end(): void;
}

export const notBzip2 = (): DocumentError => new DocumentError('invalid', 'not a bzip2 stream');

/**
 * Decompresses bzip2, including concatenated streams, and verifies every checksum. Processes a block once the input can
 * hold the longest one, and passes its content on in small pieces, so that the consumer can stop a decompression bomb.
 * The obsolete randomised blocks (before version 0.9.5) are refused.
 * @throws DocumentError for anything else than bzip2, and what `take` throws
 */
export class Bunzip2 implements Decompressor {
  private bits = new Bits(new Uint8Array(0));
  private pending: Uint8Array[] = [];
  private pendingBytes = 0;
  /** Maximum block size of the current stream, before run-length expansion; undefined between streams. */
  private blockBytes?: number;
  /** Reused for all blocks, because zeroing a new array takes longer than decoding a small block. */
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
    if (this.bits.bytesLeft() + this.pendingBytes < 2 * MAX_BLOCK_BYTES) return;
    this.gather();
    while (this.bits.bytesLeft() >= MAX_BLOCK_BYTES) this.step();
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

/** Reads numbers from bytes, most significant bit first. @throws RangeError beyond the last byte */
class Bits {
  private buffered = 0;
  private bufferedBits = 0;
  private at = 0;

  /** @param skippedBits number of bits of the first byte that were already read, 0 to 7 */
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

  /**
   * The next bits without consuming them; zeros beyond the last byte.
   * @param count 1 to 24
   */
  peek(count: number): number {
    while (this.bufferedBits < count) {
      this.buffered = (this.buffered << 8) | (this.bytes[this.at++] ?? 0);
      this.bufferedBits += 8;
    }
    return (this.buffered >>> (this.bufferedBits - count)) & ((1 << count) - 1);
  }

  /** @param count number of bits that were peeked at */
  skip(count: number): void {
    this.bufferedBits -= count;
    if (this.at - (this.bufferedBits >> 3) > this.bytes.length) throw new RangeError('the input is cut off');
  }

  alignToByte(): void {
    this.skip(this.bufferedBits & 7);
  }

  /** Remaining whole bytes, including the current one. */
  bytesLeft(): number {
    return this.bytes.length - this.firstByte();
  }

  /** Everything from the current byte on; its first `offset` bits are already read. */
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

const POLYNOMIAL = 0x04c11db7;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte << 24;
  for (let bit = 0; bit < 8; bit++) remainder = remainder < 0 ? (remainder << 1) ^ POLYNOMIAL : remainder << 1;
  return remainder;
});

/** CRC-32 of bzip2: most significant bit first, unlike that of gzip. */
const checksum = {
  start: -1,
  add(crc: number, bytes: Uint8Array): number {
    let sum = crc;
    for (const byte of bytes) sum = (sum << 8) ^ TABLE[((sum >>> 24) ^ byte) & 0xff]!;
    return sum;
  },
  end: (crc: number): number => ~crc >>> 0,
};

const MAX_BITS = 20;

/** A canonical prefix code: shorter codes first, equally long ones in the order of their symbols. */
class HuffmanTable {
  private readonly shortest: number;
  /** By length: the first longer code, padded to 20 bits. */
  private readonly limits = new Int32Array(MAX_BITS + 2);
  /** By length: offset from a code to its symbol. */
  private readonly offsets = new Int32Array(MAX_BITS + 2);
  private readonly symbols: Uint16Array;

  /**
   * @param lengths number of bits of each symbol's code, 1 to 20
   * @throws RangeError when there are too many codes of a length
   */
  constructor(lengths: Uint8Array) {
    const counts = new Int32Array(MAX_BITS + 1);
    for (const length of lengths) counts[length]!++;
    this.shortest = lengths.reduce((least, length) => Math.min(least, length), MAX_BITS);
    this.symbols = Uint16Array.from(lengths.keys()).sort((a, b) => lengths[a]! - lengths[b]! || a - b);
    let code = 0;
    let seen = 0;
    for (let length = 1; length <= MAX_BITS; length++) {
      this.offsets[length] = seen - code;
      code += counts[length]!;
      seen += counts[length]!;
      if (code > 1 << length) throw new RangeError('more codes than bits allow');
      this.limits[length] = code << (MAX_BITS - length);
      code <<= 1;
    }
  }

  /** @throws RangeError for an unknown code */
  read(bits: Bits): number {
    const ahead = bits.peek(MAX_BITS);
    let length = this.shortest;
    while (ahead >= this.limits[length]!) if (++length > MAX_BITS) throw new RangeError('not a code');
    bits.skip(length);
    return this.symbols[(ahead >>> (MAX_BITS - length)) + this.offsets[length]!]!;
  }
}

const GROUP_SYMBOLS = 50;
const MAX_SELECTORS = 18_002;
const MAX_CODE_BITS = 20;
const RUN_A = 0;
const RUN_B = 1;
const PIECE_BYTES = 64 * 1024;
/** Number of equal bytes after which a repeat count follows. */
const RUN_START = 4;

const refuse = (): never => {
  throw new RangeError('not a block of bzip2');
};

/**
 * Decodes one block, after its magic number and checksum, and passes its content on in pieces that must be used at
 * once.
 * @param most maximum number of bytes before run-length expansion
 * @param scratch at least as many entries, for internal use
 * @returns the checksum of the content
 * @throws RangeError when the bits are invalid
 */
function decodeBlock(bits: Bits, most: number, scratch: Uint32Array, take: (bytes: Uint8Array) => void): number {
  // Randomised blocks are obsolete; no program has written them this century.
  if (bits.read(1) !== 0) refuse();
  const origin = bits.read(24);
  const { length, counts } = readSymbols(bits, most, scratch);
  if (length === 0 || origin >= length) refuse();
  linkSuccessors(scratch, length, counts);
  return expandRuns(scratch, length, origin, take);
}

/** Undoes Huffman coding, run lengths of zeros and move-to-front: the last column of the sorted block. */
function readSymbols(bits: Bits, most: number, column: Uint32Array): { length: number; counts: Int32Array } {
  const recent = readAlphabet(bits);
  const endOfBlock = recent.length + 1;
  const { selectors, tables } = readTables(bits, recent.length + 2);
  const counts = new Int32Array(256);
  let length = 0;
  let runLength = 0;
  let runWeight = 1;
  for (let read = 0; ; read++) {
    const table = tables[selectors[Math.floor(read / GROUP_SYMBOLS)] ?? refuse()] ?? refuse();
    const symbol = table.read(bits);
    if (symbol === RUN_A || symbol === RUN_B) {
      runLength += runWeight << symbol;
      runWeight <<= 1;
      if (runLength > most) refuse();
      continue;
    }
    if (runLength > 0) {
      if (length + runLength > most) refuse();
      counts[recent[0]!]! += runLength;
      column.fill(recent[0]!, length, length + runLength);
      length += runLength;
      runLength = 0;
      runWeight = 1;
    }
    if (symbol === endOfBlock) return { length, counts };
    if (length === most) refuse();
    const byte = recent[symbol - 1]!;
    for (let place = symbol - 1; place > 0; place--) recent[place] = recent[place - 1]!;
    recent[0] = byte;
    counts[byte]!++;
    column[length++] = byte;
  }
}

/** The bytes that occur, ascending. */
function readAlphabet(bits: Bits): Uint8Array {
  const ranges = bits.read(16);
  const bytes: number[] = [];
  for (let range = 0; range < 16; range++) {
    if (!(ranges & (0x8000 >> range))) continue;
    const used = bits.read(16);
    for (let n = 0; n < 16; n++) if (used & (0x8000 >> n)) bytes.push(range * 16 + n);
  }
  if (bytes.length === 0) refuse();
  return Uint8Array.from(bytes);
}

function readTables(bits: Bits, symbols: number): { selectors: Uint8Array; tables: HuffmanTable[] } {
  const tableCount = bits.read(3);
  const selectorCount = bits.read(15);
  if (tableCount < 2 || tableCount > 6 || selectorCount === 0) refuse();
  const selectors = readSelectors(bits, tableCount, selectorCount);
  const tables = Array.from({ length: tableCount }, () => new HuffmanTable(readCodeLengths(bits, symbols)));
  return { selectors, tables };
}

/** The table for each group of symbols. Some writers pad the list; entries that no block needs are ignored. */
function readSelectors(bits: Bits, tableCount: number, count: number): Uint8Array {
  const recent = Array.from({ length: tableCount }, (_, n) => n);
  const selectors = new Uint8Array(Math.min(count, MAX_SELECTORS));
  for (let n = 0; n < count; n++) {
    let place = 0;
    while (bits.read(1) === 1) if (++place >= tableCount) refuse();
    const [selected] = recent.splice(place, 1) as [number];
    recent.unshift(selected);
    if (n < selectors.length) selectors[n] = selected;
  }
  return selectors;
}

function readCodeLengths(bits: Bits, symbols: number): Uint8Array {
  const lengths = new Uint8Array(symbols);
  let length = bits.read(5);
  for (let symbol = 0; symbol < symbols; symbol++) {
    for (;;) {
      if (length < 1 || length > MAX_CODE_BITS) refuse();
      if (bits.read(1) === 0) break;
      length += bits.read(1) === 0 ? 1 : -1;
    }
    lengths[symbol] = length;
  }
  return lengths;
}

/** Undoes the sorting: stores the index of the next byte in the upper bits of each entry. */
function linkSuccessors(column: Uint32Array, length: number, counts: Int32Array): void {
  const next = new Int32Array(256);
  let sum = 0;
  for (let byte = 0; byte < 256; byte++) {
    next[byte] = sum;
    sum += counts[byte]!;
  }
  for (let n = 0; n < length; n++) {
    const byte = column[n]! & 0xff;
    column[next[byte]!++]! |= n << 8;
  }
}

/** Walks through the text, expands runs of four and more bytes, and computes the checksum. */
function expandRuns(column: Uint32Array, length: number, origin: number, take: (bytes: Uint8Array) => void): number {
  const piece = new Uint8Array(PIECE_BYTES + 256);
  let filled = 0;
  let crc = checksum.start;
  const flush = (): void => {
    crc = checksum.add(crc, piece.subarray(0, filled));
    take(piece.slice(0, filled));
    filled = 0;
  };
  let at = column[origin]! >>> 8;
  let previous = -1;
  let run = 0;
  for (let n = 0; n < length; n++) {
    const entry = column[at]!;
    const byte = entry & 0xff;
    at = entry >>> 8;
    if (run === RUN_START) {
      piece.fill(previous, filled, filled + byte);
      filled += byte;
      run = 0;
      previous = -1;
    } else {
      run = byte === previous ? run + 1 : 1;
      previous = byte;
      piece[filled++] = byte;
    }
    if (filled >= PIECE_BYTES) flush();
  }
  flush();
  return checksum.end(crc);
}
