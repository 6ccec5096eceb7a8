import { type DtoClass, type Field, fieldsOf, findLongList, toBoolean, toInteger, toNumber } from '@wardstone/dto';
import { BodyError } from './body-error';

const CONVERSIONS: Partial<Record<Field['kind'], (value: unknown) => unknown>> = {
  integer: toInteger,
  time: toInteger,
  number: toNumber,
  double: toNumber,
  boolean: toBoolean,
};

/**
 * What came as a record, as an instance of its class: numbers and flags may come as text; null counts as missing, also in
 * lists of texts; unknown fields and links are ignored. What cannot be read stays as it is, for the rules to refuse.
 *
 * @param path what the value is called in messages.
 * @throws BodyError when it is no object, or a list in it is too long
 */
export function decodeRecord(value: unknown, dto: DtoClass, path = 'The body'): object {
  if (!isObject(value)) throw new BodyError(`${path} must be an object`);
  const long = findLongList(value, dto);
  if (long) throw new BodyError(`Field ${long.path} must have at most ${long.most} items`);
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

/** Blanks around a number or flag do not matter. */
function decodeValue(value: unknown, kind: Field['kind']): unknown {
  const convert = CONVERSIONS[kind];
  if (!convert) return value;
  const read = convert(typeof value === 'string' ? value.trim() : value);
  return typeof read === 'string' ? value : read;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
