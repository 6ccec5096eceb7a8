import type { Reader } from 'protobufjs/minimal';
import type { LabelPair } from '../incoming-series';
import { RefusedSeries } from '../refusals';

export const MAX_LABELS = 200;
/** Maximum number of bytes of a name in an error message. */
const MAX_SHOWN_BYTES = 100;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The message cannot be read. */
export class MalformedWrite extends Error {}

export function readEnd(reader: Reader): number {
  const length = reader.uint32();
  const end = reader.pos + length;
  if (end > reader.len) throw new MalformedWrite('a field ends after the message');
  return end;
}

export function requireEnd(reader: Reader, end: number): void {
  if (reader.pos !== end) throw new MalformedWrite('a field ends after the message that it is in');
}

export function readSlice(reader: Reader, bytes: Buffer): Buffer {
  const end = readEnd(reader);
  const slice = bytes.subarray(reader.pos, end);
  reader.pos = end;
  return slice;
}

export function readPair(name: Buffer, value: Buffer): LabelPair | RefusedSeries {
  try {
    return [utf8.decode(name), utf8.decode(value)];
  } catch {
    const label = looseText(name.subarray(0, MAX_SHOWN_BYTES));
    return new RefusedSeries('invalid_label', label, `label ${JSON.stringify(label)} is not UTF-8`);
  }
}

/** Text for display only; NUL is removed because the database cannot store it. */
export function looseText(bytes: Buffer): string {
  return bytes.toString().replaceAll('\0', '');
}

export function labelTooLong(name: Buffer): RefusedSeries {
  const label = looseText(name.subarray(0, MAX_SHOWN_BYTES));
  return new RefusedSeries('labels_too_long', label, `label ${JSON.stringify(label)} is too long`);
}

/** @param name name of the last label that was read */
export function tooManyLabels(name: Buffer): RefusedSeries {
  const last = looseText(name.subarray(0, MAX_SHOWN_BYTES));
  return new RefusedSeries(
    'too_many_labels',
    last,
    `more than ${MAX_LABELS} labels, the last is ${JSON.stringify(last)}`,
  );
}
