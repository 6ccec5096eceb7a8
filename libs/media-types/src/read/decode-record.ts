import { fieldsOf } from '@wardstone/dto';
import type { DtoClass, Field } from '@wardstone/dto';
import { BodyError } from './body-error';

const INTEGER = /^[+-]?[0-9]{1,20}$/;
const DOUBLE = /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:e[+-]?[0-9]+)?$/i;

/**
 * What came as a record, as an instance of its class: numbers and flags may come as text; null counts as missing, also in
 * lists of texts; unknown fields and links are ignored. What cannot be read stays as it is, for the rules to refuse.
 *
 * @param path what the value is called in messages.
 * @throws BodyError when it is no object
 */
export function decodeRecord(value: unknown, dto: DtoClass, path = 'The body'): object {
  if (!isObject(value)) throw new BodyError(`${path} must be an object`);
  return decode(value, dto);
}

function decode(value: Readonly<Record<string, unknown>>, dto: DtoClass): object {
  // No constructor: it would set every field, and a missing one is not there.
  const record = Object.create(dto.prototype as object) as Record<string, unknown>;
  for (const [name, field] of fieldsOf(dto)) {
    // `__proto__` and its like are data or nothing.
    const sent = Object.hasOwn(value, name) ? value[name] : undefined;
    if (sent === undefined || sent === null || field.kind === 'link' || field.kind === 'links') continue;
    record[name] = decodeField(sent, field);
  }
  return record;
}

function decodeField(value: unknown, field: Field): unknown {
  switch (field.kind) {
    case 'list':
      return Array.isArray(value) ? decodeItems(value, field.items) : value;
    case 'record':
      return isObject(value) ? decode(value, field.of()) : value;
    case 'records':
      return Array.isArray(value)
        ? value.map((item: unknown) => (isObject(item) ? decode(item, field.of()) : item))
        : value;
    default:
      return decodeValue(value, field.kind);
  }
}

function decodeItems(items: readonly unknown[], kind: Field['kind']): unknown[] {
  const given = kind === 'string' ? items.filter((item) => item !== null) : items;
  return given.map((item) => decodeValue(item, kind));
}

function decodeValue(value: unknown, kind: Field['kind']): unknown {
  const text = typeof value === 'string' ? value.trim() : undefined;
  switch (kind) {
    case 'integer':
    case 'time': {
      const number = text !== undefined && INTEGER.test(text) ? Number(text) : value;
      return number === 0 ? 0 : number; // never -0
    }
    case 'number':
    case 'double':
      return text !== undefined && DOUBLE.test(text) ? Number(text) : value;
    case 'boolean': {
      const word = text?.toLowerCase();
      return word === 'true' || word === 'false' ? word === 'true' : value;
    }
    default:
      return value;
  }
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
