import { IsBoolean, IsInt, IsNumber, IsString, Matches, Max, Min } from 'class-validator';
import { toBoolean, toInteger, toNumber, toUuid } from './conversions';

/** The kinds of plain values a field or a list element can have. */
export type ItemKind = 'string' | 'integer' | 'number' | 'boolean' | 'uuid';

export interface Bounds {
  min?: number | undefined;
  max?: number | undefined;
}

interface Item {
  /** `bounds` matter to numbers only. */
  rules: (each: boolean, bounds?: Bounds) => PropertyDecorator[];
  schema: object;
  convert?: (value: unknown) => unknown;
}

/** One table for single fields and for list elements. Messages name the property, never the value. */
export const ITEMS: Readonly<Record<ItemKind, Item>> = {
  string: {
    rules: (each) => [
      IsString({ each }),
      // PostgreSQL's text cannot hold it; unchecked it would surface as a failure of the database.
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
    // Not IsUUID: that one also judges version and variant.
    rules: (each) => [
      Matches(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, { each, message: '$property must be a UUID' }),
    ],
    schema: { type: 'string', format: 'uuid' },
    convert: toUuid,
  },
};
