import { fieldsOf } from '@wardstone/dto';
import type { DtoClass, Field, MapValue } from '@wardstone/dto';
import type { AnyRecord } from '../record/record-view';
import { BodyError } from './body-error';

/** A record as a client sends it: any field may be missing, and none is null. */
export type Sent<T> = { readonly [K in keyof T]?: NonNullable<T[K]> };

const INTEGER = /^[+-]?[0-9]{1,20}$/;
const DOUBLE = /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:e[+-]?[0-9]+)?$/i;
/** As deep as XML may be; also what the database takes without complaint. */
const MAX_DEPTH = 64;

/**
 * Checks what came as a record against its class: every field has its type or is left out. Source: media spec 1.12.
 *
 * Null counts as missing, also in lists of texts; unknown fields and links are ignored, numbers and flags may come as
 * text. Constants of enumerations are not judged, for a field may be of no use to the operation.
 *
 * @param path what the value is called in messages, e.g. `The body`.
 * @throws BodyError naming the field.
 */
export function readRecord(value: unknown, dto: DtoClass, path = 'The body'): AnyRecord {
  if (!isObject(value)) throw new BodyError(`${path} must be an object`);
  const fields = fieldsOf(dto).map(([name, field]) => [name, readField(own(value, name), field, name)] as const);
  return Object.fromEntries(fields.filter(([, read]) => read !== undefined));
}

/** The same for a list of records. @throws BodyError naming the item and its field */
export function readRecords(value: unknown, dto: DtoClass, path = 'The body'): AnyRecord[] {
  return listAt(value, path).map((item, index) => readRecord(item, dto, `Item ${index} of ${lowerFirst(path)}`));
}

function readField(value: unknown, field: Field, name: string): unknown {
  if (value === undefined || value === null) return undefined;
  const path = `Field ${name}`;
  switch (field.kind) {
    case 'string':
    case 'uuid':
      return readText(value, path);
    case 'integer':
    case 'time':
      return readInteger(value, path);
    case 'double':
    case 'number':
      return readDouble(value, path);
    case 'boolean':
      return readFlag(value, path);
    case 'list':
      return field.items === 'integer'
        ? listAt(value, path).map((item) => readInteger(item, path))
        : listAt(value, path).flatMap((item) => (item === null ? [] : [readText(item, path)]));
    case 'textMap':
      return readMap(value, path, (item) => readText(item, path));
    case 'objectMap':
    case 'object':
      return readMap(value, path, (item) => readMapValue(item, path, 1));
    case 'link':
    case 'links':
      return undefined;
    case 'record':
      return readRecord(value, field.of(), path);
    case 'records':
      return readRecords(value, field.of(), path);
  }
}

function readText(value: unknown, path: string): string {
  if (typeof value !== 'string') throw new BodyError(`${path} must be a text`);
  // PostgreSQL's text cannot hold it.
  if (value.includes('\0')) throw new BodyError(`${path} must not contain null characters`);
  return value;
}

function readInteger(value: unknown, path: string): number {
  const number = typeof value === 'string' && INTEGER.test(value.trim()) ? Number(value) : value;
  if (!Number.isSafeInteger(number)) throw new BodyError(`${path} must be a whole number`);
  return number === 0 ? 0 : (number as number); // never -0
}

function readDouble(value: unknown, path: string): number {
  const number = typeof value === 'string' && DOUBLE.test(value.trim()) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) throw new BodyError(`${path} must be a finite number`);
  return number;
}

function readFlag(value: unknown, path: string): boolean {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
  if (word === true || word === 'true') return true;
  if (word === false || word === 'false') return false;
  throw new BodyError(`${path} must be true or false`);
}

function readMap<V>(value: unknown, path: string, readValue: (item: unknown) => V): Readonly<Record<string, V>> {
  if (!isObject(value)) throw new BodyError(`${path} must be an object`);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [readText(key, path), readValue(item)]));
}

function readMapValue(value: unknown, path: string, depth: number): MapValue {
  if (depth > MAX_DEPTH) throw new BodyError(`${path} is nested deeper than ${MAX_DEPTH} levels`);
  if (typeof value === 'string') return readText(value, path);
  if (Array.isArray(value)) return value.map((item) => readMapValue(item, path, depth + 1));
  if (isObject(value)) return readMap(value, path, (item) => readMapValue(item, path, depth + 1));
  return value as MapValue;
}

function listAt(value: unknown, path: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new BodyError(`${path} must be a list`);
  return value;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `__proto__` and its like are data or nothing. */
function own(value: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
