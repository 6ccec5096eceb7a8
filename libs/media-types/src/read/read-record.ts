import {
  type Dialect,
  type DtoClass,
  type Field,
  findLongList,
  isFields,
  type Problem,
  readerOf,
  toBoolean,
  toInteger,
  toNumber,
} from '@wardstone/dto';
import type { Sent } from '../nest/parsed';
import { BodyError } from './xml-tree';

const CONVERSIONS: Partial<Record<Field['kind'], (value: unknown) => unknown>> = {
  integer: toInteger,
  time: toInteger,
  number: toNumber,
  double: toNumber,
  boolean: toBoolean,
};

/**
 * Numbers and flags may come as text; any field may be missing; null counts as missing, also in lists of texts; links are
 * ignored. What cannot be read stays as it is, for the rules to refuse.
 */
const DIALECT: Dialect = {
  taking: (field) => {
    const take = takingOf(field);
    return (sent, name) => (sent === undefined || sent === null ? undefined : take(sent, name));
  },
  mayBeMissing: () => true,
  mayBeWrong: () => false,
  judgesItems: true,
};

function takingOf(field: Field): (sent: unknown, name: string) => unknown {
  switch (field.kind) {
    case 'link':
    case 'links':
      return () => undefined;
    case 'list':
      return (sent) => (Array.isArray(sent) ? itemsOf(sent, field.items) : sent);
    case 'record':
      return (sent, name) => (isFields(sent) ? fieldsOf(sent, field.of(), name) : sent);
    case 'records':
      return (sent, name) =>
        Array.isArray(sent)
          ? sent.map((item, index) => fieldsOf(item, field.of(), `Item ${index} of field ${name}`))
          : sent;
    default:
      return (sent) => valueOf(sent, field.kind);
  }
}

function itemsOf(items: readonly unknown[], kind: Field['kind']): unknown[] {
  const given = kind === 'string' ? items.filter((item) => item !== null) : items;
  return given.map((item) => valueOf(item, kind));
}

/** Blanks around a number or flag do not matter. */
function valueOf(value: unknown, kind: Field['kind']): unknown {
  const convert = CONVERSIONS[kind];
  if (!convert) return value;
  const read = convert(typeof value === 'string' ? value.trim() : value);
  return typeof read === 'string' ? value : read;
}

function fieldsOf(sent: unknown, dto: DtoClass, path: string): object {
  if (!isFields(sent)) throw new BodyError(`${path} must be an object`);
  const { fields, problem } = readerOf(dto, DIALECT)(sent);
  if (problem) throw new BodyError(`Field ${wordsOf(problem)}`);
  return fields;
}

/** Reads a record of a class. `path` is what messages call it. @throws BodyError */
export function readRecord<T extends object>(sent: unknown, dto: DtoClass<T>, path: string): Sent<T> {
  const long = isFields(sent) ? findLongList(sent, dto) : undefined;
  if (long) throw new BodyError(`Field ${long.path} must have at most ${long.most} items`);
  return fieldsOf(sent, dto, path);
}

/** What is wrong with a field, in the words of the contract. */
function wordsOf({ name, field, value, message }: Problem): string {
  switch (field.kind) {
    case 'textMap':
    case 'objectMap':
      // The rule itself says which entry comes first.
      return message;
    case 'record':
      return `${name} must be an object`;
    case 'records':
      return `${name} must be a list`;
    case 'list':
      if (!Array.isArray(value)) return `${name} must be a list`;
      return `${name} ${wordsFor(
        value.find((item) => !isRight(item, field.items)),
        field.items,
      )}`;
    default:
      return `${name} ${wordsFor(value, field.kind)}`;
  }
}

function isRight(item: unknown, kind: Field['kind']): boolean {
  return kind === 'integer' ? Number.isSafeInteger(item) : typeof item === 'string' && !item.includes('\0');
}

function wordsFor(value: unknown, kind: Field['kind']): string {
  switch (kind) {
    case 'integer':
    case 'time':
      return 'must be a whole number';
    case 'number':
    case 'double':
      return 'must be a finite number';
    case 'boolean':
      return 'must be true or false';
    default:
      return typeof value === 'string' ? 'must not contain null characters' : 'must be a text';
  }
}
