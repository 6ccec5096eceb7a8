import { ByteReader, ByteWriter } from './byte-codec';
import type { Points } from './points';

/**
 * The compact form of the points of one series (rule platform-5). Bytes, in this order:
 *
 * - number of points; first time in ms; then per further point the change of the step between times (delta of delta)
 * - the way the values are written, then the values:
 *   - `0`..`6`: multiplied by that power of ten all are whole, and each is written as the difference to the one before
 *   - `XOR`: each as its bits exclusive-or those before: one byte with the number of leading zero bytes (high half) and
 *     of significant bytes (low half), then the significant bytes; a repeated value is a single zero byte
 *
 * Numbers are those of `byte-codec`. Decoding gives the same bits again.
 */
const XOR = 255;
const POWERS_OF_TEN = [1, 10, 100, 1e3, 1e4, 1e5, 1e6] as const;
/** Keeps the difference of two values and its zigzag encoding exact in a double. */
const MAX_WHOLE = 2 ** 50;
/** A varint of 53 bits takes 8 bytes, an exclusive-or 9. */
const MAX_BYTES_PER_POINT = 17;
const MAX_HEAD_BYTES = 2 * 8 + 1;

/** Grows to the largest chunk seen; results are copied out of it. */
let scratch = Buffer.alloc(16 * 1024);

export function encodePoints({ times, values }: Points): Buffer {
  const most = MAX_HEAD_BYTES + times.length * MAX_BYTES_PER_POINT;
  if (scratch.length < most) scratch = Buffer.alloc(most * 2);
  const writer = new ByteWriter(scratch);
  writer.unsigned(times.length);
  if (times.length === 0) return writer.copy();
  writeTimes(writer, times);
  const decimals = commonDecimals(values);
  writer.byte(decimals ?? XOR);
  if (decimals === undefined) writeBits(writer, values);
  else writeWhole(writer, values, POWERS_OF_TEN[decimals]!);
  return writer.copy();
}

/** @throws RangeError if the bytes are not what `encodePoints` made. */
export function decodePoints(bytes: Uint8Array): Points {
  const reader = new ByteReader(bytes);
  const count = reader.unsigned();
  // Each point takes at least one byte of time and one of value.
  if (count > bytes.length) throw new RangeError(`${count} points cannot be in ${bytes.length} bytes`);
  const times = new Float64Array(count);
  const values = new Float64Array(count);
  if (count === 0) return { times, values };
  readTimes(reader, times);
  const way = reader.byte();
  if (way === XOR) readBits(reader, values);
  else readWhole(reader, values, way);
  return { times, values };
}

function writeTimes(writer: ByteWriter, times: Float64Array): void {
  let previous = times[0]!;
  let step = 0;
  writer.signed(previous);
  for (let i = 1; i < times.length; i++) {
    const time = times[i]!;
    writer.signed(time - previous - step);
    step = time - previous;
    previous = time;
  }
}

function readTimes(reader: ByteReader, times: Float64Array): void {
  let time = reader.signed();
  let step = 0;
  times[0] = time;
  for (let i = 1; i < times.length; i++) {
    step += reader.signed();
    time += step;
    times[i] = time;
  }
}

/** The lowest power of ten that makes every value an integer and can be undone exactly; undefined if there is none. */
function commonDecimals(values: Float64Array): number | undefined {
  let decimals = 0;
  for (const value of values) {
    while (!isWholeAt(value, POWERS_OF_TEN[decimals]!)) {
      if (++decimals === POWERS_OF_TEN.length) return undefined;
    }
  }
  // A higher power can lose the precision of a value that a lower one kept.
  const factor = POWERS_OF_TEN[decimals]!;
  return values.every((value) => isWholeAt(value, factor)) ? decimals : undefined;
}

function isWholeAt(value: number, factor: number): boolean {
  const whole = Math.round(value * factor);
  // Minus zero would be decoded as zero.
  return whole / factor === value && Math.abs(whole) <= MAX_WHOLE && !Object.is(value, -0);
}

function writeWhole(writer: ByteWriter, values: Float64Array, factor: number): void {
  let previous = 0;
  for (const value of values) {
    const whole = Math.round(value * factor);
    writer.signed(whole - previous);
    previous = whole;
  }
}

function readWhole(reader: ByteReader, values: Float64Array, decimals: number): void {
  const factor = POWERS_OF_TEN[decimals];
  if (factor === undefined) throw new RangeError(`values are not written in a way ${decimals}`);
  let whole = 0;
  for (let i = 0; i < values.length; i++) {
    whole += reader.signed();
    values[i] = whole / factor;
  }
}

function writeBits(writer: ByteWriter, values: Float64Array): void {
  const bits = new DataView(new ArrayBuffer(16));
  for (const value of values) {
    bits.setFloat64(0, value);
    bits.setUint32(8, bits.getUint32(0) ^ bits.getUint32(8));
    bits.setUint32(12, bits.getUint32(4) ^ bits.getUint32(12));
    let first = 0;
    while (first < 8 && bits.getUint8(8 + first) === 0) first++;
    let last = 8;
    while (last > first && bits.getUint8(7 + last) === 0) last--;
    writer.byte(first === 8 ? 0 : (first << 4) | (last - first));
    for (let i = first; i < last; i++) writer.byte(bits.getUint8(8 + i));
    bits.setFloat64(8, value);
  }
}

function readBits(reader: ByteReader, values: Float64Array): void {
  const bits = new DataView(new ArrayBuffer(8));
  for (let i = 0; i < values.length; i++) {
    const head = reader.byte();
    const first = head >> 4;
    const last = first + (head & 15);
    if (last > 8) throw new RangeError('a value has more than 8 bytes');
    for (let at = first; at < last; at++) bits.setUint8(at, bits.getUint8(at) ^ reader.byte());
    values[i] = bits.getFloat64(0);
  }
}
