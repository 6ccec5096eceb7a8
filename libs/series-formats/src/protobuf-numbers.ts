import type { Reader } from 'protobufjs/minimal';

const HALF = 2 ** 32;

/**
 * Reads a 64-bit varint as a double; the reader's own method creates an object.
 * @throws Error as the reader does
 */
export function readUint64(reader: Reader): number {
  const { buf, len } = reader;
  let number = 0;
  let factor = 1;
  for (let i = 0; i < 10 && reader.pos < len; i++) {
    const byte = buf[reader.pos++]!;
    number += (byte & 127) * factor;
    if (byte < 128) return number;
    factor *= 128;
  }
  throw new Error('invalid varint encoding');
}

/** Reads a signed varint as a double, since times beyond its precision are out of bounds anyway. */
export function readInt64(reader: Reader): number {
  const number = readUint64(reader);
  return number >= 2 ** 63 ? number - 2 ** 64 : number;
}

/** Reads a zigzagged varint as a double. */
export function readSint64(reader: Reader): number {
  const number = readUint64(reader);
  return number % 2 === 1 ? -(number + 1) / 2 : number / 2;
}

/** Reads eight bytes as a double. */
export function readFixed64(reader: Reader): number {
  const low = reader.fixed32();
  return reader.fixed32() * HALF + low;
}
