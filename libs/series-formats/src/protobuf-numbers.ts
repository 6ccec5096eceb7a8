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

/** Reads eight bytes as a double. */
export function readFixed64(reader: Reader): number {
  const low = reader.fixed32();
  return reader.fixed32() * HALF + low;
}
