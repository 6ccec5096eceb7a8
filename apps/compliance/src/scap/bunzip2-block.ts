import type { Bits } from './bits';
import { checksum } from './bunzip2-checksum';
import { HuffmanTable } from './huffman-table';

const GROUP_SYMBOLS = 50;
const MOST_SELECTORS = 18_002;
const MOST_CODE_BITS = 20;
const RUN_A = 0;
const RUN_B = 1;
const PIECE_BYTES = 64 * 1024;
/** After so many equal bytes comes the number of further ones. */
const RUN_START = 4;

const refuse = (): never => {
  throw new RangeError('not a block of bzip2');
};

/**
 * Decodes one block, behind its magic number and checksum; hands its content on in pieces that must be used at once.
 *
 * @param most bytes of the block before its runs are expanded
 * @param scratch as many entries or more, for the decoder's own use
 * @returns the checksum of the content @throws RangeError when the bits make no sense
 */
export function decodeBlock(bits: Bits, most: number, scratch: Uint32Array, take: (bytes: Uint8Array) => void): number {
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

/** Which table is for which group of symbols. Some writers pad their number; what no block needs is ignored. */
function readSelectors(bits: Bits, tableCount: number, count: number): Uint8Array {
  const recent = Array.from({ length: tableCount }, (_, n) => n);
  const selectors = new Uint8Array(Math.min(count, MOST_SELECTORS));
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
      if (length < 1 || length > MOST_CODE_BITS) refuse();
      if (bits.read(1) === 0) break;
      length += bits.read(1) === 0 ? 1 : -1;
    }
    lengths[symbol] = length;
  }
  return lengths;
}

/** Undoes the sorting: beside each byte of the column, in its upper bits, where the next byte of the text is. */
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

/** Walks through the text, expands runs of four and more, and sums it up. */
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
