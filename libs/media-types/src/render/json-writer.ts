import { fieldsOf } from '../shape/record-shape';
import type { AnyRecord, AnyShape, Field } from '../shape/record-shape';

type Write = (record: AnyRecord) => string;

const writers = new WeakMap<AnyShape, Write>();

/**
 * Writes records of a shape as JSON: as `JSON.stringify` does, but fields declared as doubles always with a fraction, so
 * that typed clients read a double where they expect one. Shapes without such fields are left to `JSON.stringify`.
 */
export function jsonWriter(shape: AnyShape): Write {
  const known = writers.get(shape);
  if (known) return known;
  const write = holdsDoubles(shape) ? recordWriter(shape) : JSON.stringify;
  writers.set(shape, write);
  return write;
}

function holdsDoubles(shape: AnyShape, seen: Set<AnyShape> = new Set()): boolean {
  if (seen.has(shape)) return false;
  seen.add(shape);
  return fieldsOf(shape).some(
    ([, field]) =>
      field.kind === 'double' ||
      ((field.kind === 'record' || field.kind === 'records') && holdsDoubles(field.shape(), seen)),
  );
}

function recordWriter(shape: AnyShape): Write {
  const members = new Map(fieldsOf(shape).map(([name, field]) => [name, memberWriter(name, field)]));
  return (record) => {
    let json = '';
    // In the order of the record, as JSON.stringify has it.
    for (const name in record) {
      const value = record[name];
      if (value === undefined) continue;
      const member = members.get(name);
      json += (json === '' ? '{' : ',') + (member ? member(value) : `${JSON.stringify(name)}:${JSON.stringify(value)}`);
    }
    return json === '' ? '{}' : `${json}}`;
  };
}

function memberWriter(name: string, field: Field): (value: unknown) => string {
  const key = `${JSON.stringify(name)}:`;
  switch (field.kind) {
    case 'double':
      return (value) => key + (typeof value === 'number' ? doubleText(value) : JSON.stringify(value));
    case 'integer':
    case 'time':
      return (value) => key + (Number.isFinite(value) ? String(value) : JSON.stringify(value));
    case 'record':
      return (value) => key + (value === null ? 'null' : jsonWriter(field.shape())(value as AnyRecord));
    case 'records':
      return (value) => key + (value === null ? 'null' : jsonArray(field.shape(), value as readonly AnyRecord[]));
    default:
      return (value) => key + JSON.stringify(value);
  }
}

export function jsonArray(shape: AnyShape, records: readonly AnyRecord[]): string {
  const write = jsonWriter(shape);
  if (write === JSON.stringify) return JSON.stringify(records);
  let json = '[';
  for (let i = 0; i < records.length; i += 1) json += (i === 0 ? '' : ',') + write(records[i]!);
  return `${json}]`;
}

/** Beyond, numbers are written with a power of ten, which makes them doubles. */
const PLAIN = 1e21;

function doubleText(value: number): string {
  if (Number.isInteger(value) && value < PLAIN && value > -PLAIN) return `${value}.0`;
  return Number.isFinite(value) ? String(value) : 'null';
}
