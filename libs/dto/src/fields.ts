import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsIn,
  IsObject,
  Matches,
  MaxLength,
  MinLength,
  ValidateNested,
} from 'class-validator';
import { Type } from 'class-transformer';
import { field } from './field';
import type { FieldOptions } from './field';
import { ITEMS } from './rules';
import type { ItemKind } from './rules';

/** Drops members without a value, so that documents do not show them. */
const given = (schema: Record<string, unknown>): object =>
  Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined));

export interface StringFieldOptions extends FieldOptions<string> {
  /** In UTF-16 units. */
  minLength?: number;
  maxLength?: number;
  pattern?: RegExp;
  /** Documentation only, e.g. `date-time`. */
  format?: string;
}

/** Text, without NUL characters. */
export function StringField(options: StringFieldOptions): PropertyDecorator {
  const { minLength, maxLength, pattern, format } = options;
  return field(options, {
    rules: [
      ...ITEMS.string.rules(false),
      ...(minLength === undefined ? [] : [MinLength(minLength)]),
      ...(maxLength === undefined ? [] : [MaxLength(maxLength)]),
      ...(pattern === undefined ? [] : [Matches(pattern)]),
    ],
    schema: given({ ...ITEMS.string.schema, minLength, maxLength, format, pattern: pattern?.source }),
  });
}

export interface NumberFieldOptions extends FieldOptions<number> {
  min?: number;
  max?: number;
}

function numeric(kind: 'integer' | 'number', options: NumberFieldOptions): PropertyDecorator {
  const { min, max } = options;
  const { rules, schema, convert } = ITEMS[kind];
  return field(options, {
    rules: rules(false, { min, max }),
    schema: given({ ...schema, minimum: min, maximum: max }),
    ...(convert && { convert }),
  });
}

/** A whole number that JavaScript holds exactly; decimal text counts. */
export const IntField = (options: NumberFieldOptions): PropertyDecorator => numeric('integer', options);

/** A finite number; decimal text counts. */
export const NumberField = (options: NumberFieldOptions): PropertyDecorator => numeric('number', options);

/** `true` or `false`, as JSON or as text in any letter case. */
export const BooleanField = (options: FieldOptions<boolean>): PropertyDecorator =>
  field(options, { ...ITEMS.boolean, rules: ITEMS.boolean.rules(false) });

export interface EnumFieldOptions<T extends string> extends FieldOptions<T> {
  values: readonly T[];
  /** Name of the shared schema in the document; without it the values are listed in place. */
  name?: string;
}

/** One of the given words, exactly. */
export function EnumField<T extends string>(options: EnumFieldOptions<T>): PropertyDecorator {
  const { values, name } = options;
  return field(options, {
    rules: [IsIn([...values])],
    schema: given({ enum: [...values], enumName: name }),
  });
}

/** A UUID in any letter case, with or without dashes; read as lower case with dashes. */
export const UuidField = (options: FieldOptions<string>): PropertyDecorator =>
  field(options, { ...ITEMS.uuid, rules: ITEMS.uuid.rules(false) });

/** In schemas it is called through an arrow on the key `type`: Swagger knows a deferred class by that very name. */
type Shape = () => new () => object;

export interface ArrayFieldOptions extends FieldOptions<readonly unknown[]> {
  /** Kind of the elements, or a function that names their class. */
  of: ItemKind | Shape;
  minItems?: number;
  maxItems?: number;
}

/** A list; every element obeys the rules of its kind or class. */
export function ArrayField(options: ArrayFieldOptions): PropertyDecorator {
  const { of, minItems, maxItems } = options;
  const sizes = [
    IsArray(),
    ...(minItems === undefined ? [] : [ArrayMinSize(minItems)]),
    ...(maxItems === undefined ? [] : [ArrayMaxSize(maxItems)]),
  ];
  const bounds = { minItems, maxItems };
  if (typeof of === 'function') {
    return field(options, {
      rules: [Type(of), ...sizes, IsObject({ each: true }), ValidateNested({ each: true })],
      schema: given({ type: () => of(), isArray: true, ...bounds }),
    });
  }
  const { rules, schema, convert } = ITEMS[of];
  return field(options, {
    rules: [...sizes, ...rules(true)],
    schema: given({ type: 'array', items: schema, ...bounds }),
    ...(convert && { convert: (value: unknown) => (Array.isArray(value) ? value.map(convert) : value) }),
  });
}

export interface ObjectFieldOptions extends FieldOptions<object> {
  /** Names the class of the object; without it any members are allowed. */
  of?: Shape;
}

/** A nested object, or a map with free keys. */
export function ObjectField(options: ObjectFieldOptions): PropertyDecorator {
  const { of } = options;
  return of
    ? field(options, { rules: [Type(of), IsObject(), ValidateNested()], schema: { type: () => of() } })
    : field(options, { rules: [IsObject()], schema: { type: 'object', additionalProperties: true } });
}
