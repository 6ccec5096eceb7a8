import { IsBoolean, IsInt, IsNumber, IsString, Matches, Max, Min, ValidateBy } from 'class-validator';
import { isFields, type MapValue, toBoolean, toInteger, toNumber, toUuid } from '../values';

/** Kinds of plain values of a field or a list element. */
export type ItemKind = 'string' | 'integer' | 'number' | 'boolean' | 'uuid';

export interface Bounds {
  min?: number | undefined;
  max?: number | undefined;
}

interface Item {
  /** `bounds` apply only to numbers. */
  rules: (each: boolean, bounds?: Bounds) => PropertyDecorator[];
  schema: object;
  convert?: (value: unknown) => unknown;
}

/** One table for fields and for list elements. Messages name the property, never the value. */
export const ITEMS: Readonly<Record<ItemKind, Item>> = {
  string: {
    rules: (each) => [
      IsString({ each }),
      // PostgreSQL's text cannot store NUL; unchecked, it would cause a database error.
      Matches(/^[^\0]*$/, { each, message: '$property must not contain null bytes' }),
    ],
    schema: { type: 'string' },
  },
  integer: {
    // Beyond the safe range JSON numbers have already lost digits.
    rules: (each, { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = {}) => [
      IsInt({ each }),
      Min(min, { each }),
      Max(max, { each }),
    ],
    schema: { type: 'integer' },
    convert: toInteger,
  },
  number: {
    rules: (each, { min = -Infinity, max = Infinity } = {}) => [
      IsNumber({}, { each }),
      Min(min, { each }),
      Max(max, { each }),
    ],
    schema: { type: 'number' },
    convert: toNumber,
  },
  boolean: { rules: (each) => [IsBoolean({ each })], schema: { type: 'boolean' }, convert: toBoolean },
  uuid: {
    // IsUUID would also check version and variant.
    rules: (each) => [
      Matches(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, { each, message: '$property must be a UUID' }),
    ],
    schema: { type: 'string', format: 'uuid' },
    convert: toUuid,
  },
};

/** Maximum depth of XML; the database accepts it, too. */
const MAX_DEPTH = 64;

const NULLS = 'must not contain null characters';

/** Creates a rule from a function that returns a value's error, or undefined if it is valid. */
export function rule(name: string, problemOf: (value: unknown) => string | undefined): PropertyDecorator {
  return ValidateBy({
    name,
    validator: {
      validate: (value) => problemOf(value) === undefined,
      defaultMessage: (args) => `$property ${problemOf(args?.value) ?? ''}`,
    },
  });
}

export const IsTextMap = (): PropertyDecorator =>
  rule('isTextMap', (value) =>
    isFields(value) ? getFirst(Object.entries(value), textEntryProblem) : 'must be an object',
  );

export const IsObjectMap = (): PropertyDecorator =>
  rule('isObjectMap', (value) => (isFields(value) ? mapProblem(value, 1) : 'must be an object'));

function textEntryProblem([key, value]: [string, unknown]): string | undefined {
  if (key.includes('\0')) return NULLS;
  if (typeof value !== 'string') return 'must be a text';
  return value.includes('\0') ? NULLS : undefined;
}

function mapProblem(map: Readonly<Record<string, unknown>>, depth: number): string | undefined {
  return getFirst(Object.entries(map), ([key, value]) =>
    key.includes('\0') ? NULLS : valueProblem(value as MapValue, depth),
  );
}

function valueProblem(value: MapValue, depth: number): string | undefined {
  if (depth > MAX_DEPTH) return `is nested deeper than ${MAX_DEPTH} levels`;
  if (typeof value === 'string') return value.includes('\0') ? NULLS : undefined;
  if (Array.isArray(value)) return getFirst(value as readonly MapValue[], (item) => valueProblem(item, depth + 1));
  return isFields(value) ? mapProblem(value, depth + 1) : undefined;
}

function getFirst<T>(items: readonly T[], problemOf: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const problem = problemOf(item);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
