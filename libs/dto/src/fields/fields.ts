import {
  Allow,
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
import { type DtoClass, field, type FieldOptions } from './registry';
import { IsObjectMap, IsTextMap, type ItemKind, ITEMS } from './rules';
import type { Double, Link, ObjectMap, TextMap } from '../values';

/** Drops members without a value, so that documents omit them. */
const given = (schema: Record<string, unknown>): object =>
  Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined));

interface StringFieldOptions extends FieldOptions<string> {
  /** In UTF-16 code units. */
  minLength?: number;
  maxLength?: number;
  pattern?: RegExp;
  /** Documentation only, e.g. `date-time`. */
  format?: string;
}

/** Text, without NUL characters. */
export function StringField(description: string, options: StringFieldOptions = {}): PropertyDecorator {
  const { minLength, maxLength, pattern, format } = options;
  return field(description, options, {
    type: { kind: 'string', minLength, maxLength, pattern },
    rules: [
      ...ITEMS.string.rules(false),
      ...(minLength === undefined ? [] : [MinLength(minLength)]),
      ...(maxLength === undefined ? [] : [MaxLength(maxLength)]),
      ...(pattern === undefined ? [] : [Matches(pattern)]),
    ],
    schema: given({ ...ITEMS.string.schema, minLength, maxLength, format, pattern: pattern?.source }),
  });
}

interface NumberFieldOptions extends FieldOptions<number> {
  min?: number;
  max?: number;
}

function numeric(kind: 'integer' | 'number', description: string, options: NumberFieldOptions): PropertyDecorator {
  const { min, max } = options;
  const { rules, schema, convert } = ITEMS[kind];
  return field(description, options, {
    type: { kind, min, max },
    rules: rules(false, { min, max }),
    schema: given({ ...schema, minimum: min, maximum: max }),
    ...(convert && { convert }),
  });
}

/** An integer in the safe range of JavaScript; decimal text is accepted. */
export const IntField = (description: string, options: NumberFieldOptions = {}): PropertyDecorator =>
  numeric('integer', description, options);

/** A finite number; decimal text is accepted. */
export const NumberField = (description: string, options: NumberFieldOptions = {}): PropertyDecorator =>
  numeric('number', description, options);

/** A number or, in responses, `"NaN"` for no data; always written with a fraction. */
export function DoubleField(description: string, options: FieldOptions<Double> = {}): PropertyDecorator {
  const { rules, convert } = ITEMS.number;
  return field(description, options, {
    type: { kind: 'double' },
    rules: rules(false),
    schema: { anyOf: [{ type: 'number' }, { type: 'string', enum: ['NaN'] }] },
    ...(convert && { convert }),
  });
}

/** Milliseconds since the epoch, UTC; 0 means "not set". Pages show the date. */
export function TimeField(
  description: string,
  options: Pick<NumberFieldOptions, 'min'> & FieldOptions<number> = {},
): PropertyDecorator {
  const { rules, convert } = ITEMS.integer;
  return field(description, options, {
    type: { kind: 'time' },
    rules: rules(false, { min: options.min }),
    schema: { type: 'integer', format: 'int64' },
    ...(convert && { convert }),
  });
}

/** `true` or `false`, in JSON or as text in any letter case. */
export const BooleanField = (description: string, options: FieldOptions<boolean> = {}): PropertyDecorator =>
  field(description, options, { ...ITEMS.boolean, type: { kind: 'boolean' }, rules: ITEMS.boolean.rules(false) });

interface EnumFieldOptions<T extends string> extends FieldOptions<T> {
  values: readonly T[];
  /** Name of the shared schema in the document; without it the values are listed inline. */
  name?: string;
  /** Accepts any text, because the operation checks it only when it uses the field. */
  open?: boolean;
}

/** One of the given texts, exactly. */
export function EnumField<T extends string>(description: string, options: EnumFieldOptions<T>): PropertyDecorator {
  const { values, name, open = false } = options;
  return field(description, options, {
    type: { kind: 'string', values, open },
    rules: open ? ITEMS.string.rules(false) : [IsIn([...values])],
    schema: given({ enum: [...values], enumName: name }),
  });
}

/** A UUID in any letter case, with or without dashes; read as lower case with dashes. */
export const UuidField = (description: string, options: FieldOptions<string> = {}): PropertyDecorator =>
  field(description, options, { ...ITEMS.uuid, type: { kind: 'uuid' }, rules: ITEMS.uuid.rules(false) });

/** Called through an arrow function on the key `type`, by which Swagger recognises a deferred class. */
type Shape = () => DtoClass;

interface ArrayFieldOptions extends FieldOptions<readonly unknown[]> {
  /** Kind of the elements, or a function that returns their class. */
  of: ItemKind | Shape;
  minItems?: number;
  maxItems?: number;
  /** Permitted texts. */
  values?: readonly string[];
}

/** A list; every element follows the rules of its kind or class. */
export function ArrayField(description: string, options: ArrayFieldOptions): PropertyDecorator {
  const { of, minItems, maxItems, values } = options;
  const sizes = [
    IsArray(),
    ...(minItems === undefined ? [] : [ArrayMinSize(minItems)]),
    ...(maxItems === undefined ? [] : [ArrayMaxSize(maxItems)]),
  ];
  const bounds = { minItems, maxItems };
  if (typeof of === 'function') {
    return field(description, options, {
      type: { kind: 'records', of, maxItems },
      rules: [Type(of as () => new () => object), ...sizes, IsObject({ each: true }), ValidateNested({ each: true })],
      schema: given({ type: () => of(), isArray: true, ...bounds }),
    });
  }
  const { rules, schema, convert } = ITEMS[of];
  return field(description, options, {
    type: { kind: 'list', items: of, values, maxItems },
    rules: [...sizes, ...rules(true), ...(values ? [IsIn([...values], { each: true })] : [])],
    schema: given({ type: 'array', items: given({ ...schema, enum: values }), ...bounds }),
    ...(convert && { convert: (value: unknown) => (Array.isArray(value) ? value.map(convert) : value) }),
  });
}

interface ObjectFieldOptions extends FieldOptions<object> {
  /** Returns the class of the object; without it any members are allowed. */
  of?: Shape;
}

/** A nested object, or a map with arbitrary keys. */
export function ObjectField(description: string, options: ObjectFieldOptions = {}): PropertyDecorator {
  const { of } = options;
  if (!of) {
    const schema = { type: 'object', additionalProperties: true };
    return field(description, options, { type: { kind: 'object' }, rules: [IsObject()], schema });
  }
  return field(description, options, {
    type: { kind: 'record', of },
    rules: [Type(of as () => new () => object), IsObject(), ValidateNested()],
    schema: { type: () => of() },
  });
}

/** `Map<String,String>`. */
export const TextMapField = (description: string, options: FieldOptions<TextMap> = {}): PropertyDecorator =>
  field(description, options, {
    type: { kind: 'textMap' },
    rules: [IsTextMap()],
    schema: { type: 'object', additionalProperties: { type: 'string' } },
  });

/** `Map<String,Object>`; XML states each value's type. */
export const ObjectMapField = (description: string, options: FieldOptions<ObjectMap> = {}): PropertyDecorator =>
  field(description, options, {
    type: { kind: 'objectMap' },
    rules: [IsObjectMap()],
    schema: { type: 'object', additionalProperties: true },
  });

const LINK = {
  type: 'object',
  additionalProperties: { type: 'object', required: ['href'], properties: { href: { type: 'string' } } },
};

/** A link to a related record; ignored in bodies. */
export const LinkField = (description: string, options: FieldOptions<Link> = {}): PropertyDecorator =>
  field(description, options, { type: { kind: 'link' }, rules: [Allow()], schema: LINK });

/** Links to parts of a record; ignored in bodies. */
export const LinksField = (description: string, options: FieldOptions<readonly Link[]> = {}): PropertyDecorator =>
  field(description, options, { type: { kind: 'links' }, rules: [Allow()], schema: { type: 'array', items: LINK } });
