import { getMetadataStorage, type ValidationArguments, ValidationTypes } from 'class-validator';
import { type Fields, isFields } from '../values';
import { type DtoClass, type Field, getFields, type Parameter, getParameters } from './registry';

/** A field with an invalid value. */
export interface Problem<F extends Parameter = Field> {
  readonly name: string;
  readonly field: F;
  /** Converted value; undefined if missing. */
  readonly value: unknown;
  /** Text of the violated rule, starting with the name. */
  readonly message: string;
}

/** How a contract reads sent values; the rules of the fields are the same for all. */
export interface Dialect<F extends Parameter = Field> {
  /** Creates the function that converts a sent value of the field; undefined means missing. */
  taking: (field: F) => (sent: unknown, name: string, all: Fields) => unknown;
  mayBeMissing: (field: F) => boolean;
  /** Whether an invalid value counts as missing. */
  mayBeWrong: (field: F) => boolean;
  /** Whether items of lists are validated with the list. */
  judgesItems: boolean;
  /** Throws if a sent value contradicts the fields before it. */
  agrees?: (field: F, name: string, value: unknown, before: Fields) => void;
}

/** The fields read up to the first invalid one. */
export interface Reading<F extends Parameter = Field> {
  readonly fields: Fields;
  readonly problem?: Problem<F> | undefined;
}

interface Rule {
  holds: (value: unknown) => boolean;
  messageOf: (value: unknown) => string;
}

type Read<F extends Parameter> = (sent: Fields) => Reading<F>;

const prepared = new WeakMap<object, WeakMap<DtoClass, unknown>>();

/**
 * Reads objects by the declaration of their class, field by field in order; undeclared members are ignored. The rules
 * of class-validator decide. Prepared once, because a report has many items.
 */
export function makeReader<F extends Parameter>(dto: DtoClass, dialect: Dialect<F>): Read<F> {
  const readers = (prepared.get(dialect) ?? new WeakMap()) as WeakMap<DtoClass, Read<F>>;
  prepared.set(dialect, readers);
  const reader = readers.get(dto) ?? prepare(dto, dialect);
  readers.set(dto, reader);
  return reader;
}

function prepare<F extends Parameter>(dto: DtoClass, dialect: Dialect<F>): Read<F> {
  const readers = (getParameters(dto) as readonly (readonly [string, F])[]).map(([name, field]) => ({
    name,
    field,
    take: dialect.taking(field),
    rules: field.nullable ? getRules(dto, name, dialect).map(orNull) : getRules(dto, name, dialect),
    mayBeMissing: dialect.mayBeMissing(field),
    mayBeWrong: dialect.mayBeWrong(field),
  }));
  return (sent) => {
    const fields: Record<string, unknown> = {};
    for (const { name, field, take, rules, mayBeMissing, mayBeWrong } of readers) {
      // `__proto__` and other inherited names count as data or as absent.
      const value = take(Object.hasOwn(sent, name) ? sent[name] : undefined, name, sent);
      if (value === undefined && mayBeMissing) continue;
      const broken = rules.find(({ holds }) => !holds(value));
      if (!broken) {
        dialect.agrees?.(field, name, value, fields);
        fields[name] = value;
      } else if (!mayBeWrong) return { fields, problem: { name, field, value, message: broken.messageOf(value) } };
    }
    return { fields };
  };
}

const orNull = ({ holds, messageOf }: Rule): Rule => ({ holds: (value) => value === null || holds(value), messageOf });

/** The rules of class-validator for a field. */
function getRules(dto: DtoClass, name: string, { judgesItems }: { judgesItems: boolean }): readonly Rule[] {
  const storage = getMetadataStorage();
  return storage
    .getTargetValidationMetadatas(dto, '', false, false)
    .filter(({ propertyName, type }) => propertyName === name && type === ValidationTypes.CUSTOM_VALIDATION)
    .filter(({ each }) => judgesItems || !each)
    .flatMap(({ constraintCls, constraints, each, message }) =>
      storage.getTargetValidatorConstraints(constraintCls).map(({ instance }): Rule => {
        const given: ValidationArguments = {
          constraints,
          property: name,
          targetName: dto.name,
          object: {},
          value: null,
        };
        const isRight = (value: unknown): boolean => instance.validate(value, given) === true;
        return {
          holds: each ? (value) => (Array.isArray(value) ? value.every(isRight) : isRight(value)) : isRight,
          messageOf: (value) => {
            const args = { ...given, value };
            const said = typeof message === 'function' ? message(args) : message;
            return withTokens(said || instance.defaultMessage?.(args) || '', { name, constraints: constraints ?? [] });
          },
        };
      }),
    );
}

type Constraint = string | number | boolean | undefined | readonly string[];

/** Replaces the tokens of class-validator in a message. */
function withTokens(
  message: string,
  { name, constraints }: { name: string; constraints: readonly Constraint[] },
): string {
  return message.replace(/\$(?:property|constraint([0-9]+))/g, (token, place?: string) => {
    if (place === undefined) return name;
    const constraint = constraints[Number(place) - 1];
    if (constraint === undefined) return token;
    return Array.isArray(constraint) ? constraint.join(', ') : String(constraint);
  });
}

/** Maximum number of records in a list without a limit of its own. */
const MAX_RECORDS = 1_000;

/** A list with more items than its field allows. */
interface LongList {
  /** Field names from the outermost record to the list. */
  readonly path: string;
  readonly most: number;
}

/**
 * The first list in a sent record that is too long. Checked before validation, because a rule about the length of a
 * list does not stop validators from visiting all items.
 */
export function findLongList(sent: unknown, dto: DtoClass, parents = ''): LongList | undefined {
  if (typeof sent !== 'object' || sent === null) return undefined;
  for (const [name, field] of getFields(dto)) {
    const value = Object.hasOwn(sent, name) ? (sent as Record<string, unknown>)[name] : undefined;
    const path = `${parents}${name}`;
    const most = getMaxItems(field);
    if (Array.isArray(value) && value.length > most) return { path, most };
    if (field.kind !== 'record' && field.kind !== 'records') continue;
    for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) {
      const found = findLongList(item, field.of(), `${path}.`);
      if (found) return found;
    }
  }
  return undefined;
}

/**
 * Path of the first list in the place of a single record. Found before validation, which would visit all of its items.
 */
export function findMisplacedList(sent: unknown, dto: DtoClass, path = ''): string | undefined {
  if (Array.isArray(sent)) return path;
  if (!isFields(sent)) return undefined;
  for (const [name, field] of getFields(dto)) {
    if ((field.kind !== 'record' && field.kind !== 'records') || !Object.hasOwn(sent, name)) continue;
    const value = sent[name];
    for (const item of field.kind === 'records' && Array.isArray(value) ? (value as unknown[]) : [value]) {
      const found = findMisplacedList(item, field.of(), path === '' ? name : `${path}.${name}`);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function getMaxItems(field: Field): number {
  switch (field.kind) {
    case 'records':
      return field.maxItems ?? MAX_RECORDS;
    case 'list':
      return field.maxItems ?? Infinity;
    default:
      return Infinity;
  }
}
