import { type DtoClass, type Field, fieldsOf } from '@wardstone/dto';

/** An object as JSON has it. */
export type Fields = Readonly<Record<string, unknown>>;

/** Fields as they were read: null counts as missing where it may be sent, and lists are not looked into. */
export type Read<T> = {
  readonly [K in keyof T]: NonNullable<T[K]> extends readonly unknown[] ? readonly unknown[] : NonNullable<T[K]>;
};

/** The fields of an object, or those before the first that is wrong, and what is wrong with that. */
export type Reading<T> =
  | { readonly fields: Read<T>; readonly refusal?: undefined }
  | { readonly fields: Partial<Read<T>>; readonly refusal: string };

interface FieldReader {
  name: string;
  field: Field;
  isRight: (value: unknown) => boolean;
}

/**
 * Reads objects of reports by the declaration of their class, field by field in its order; what is not declared is ignored.
 * JSON means what it says here: a text is no number. Prepared once, for a report has many items.
 */
export function fieldReader<T extends object>(dto: DtoClass<T>): (value: unknown) => Reading<T> {
  const readers = fieldsOf(dto).map(([name, field]): FieldReader => ({ name, field, isRight: ruleOf(name, field) }));
  return (value) => {
    if (!isFields(value)) return { fields: {}, refusal: 'not an object' };
    const fields: Record<string, unknown> = {};
    for (const { name, field, isRight } of readers) {
      const sent = value[name];
      if (isRight(sent)) fields[name] = sent;
      else if (!isMissing(sent, field))
        return { fields: fields as Partial<Read<T>>, refusal: refusalOf(name, field, sent) };
    }
    return { fields: fields as Read<T> };
  };
}

/** The fields if they are all right, or what is wrong. */
export const fieldsOrRefusal = <T>({ fields, refusal }: Reading<T>): Read<T> | string => refusal ?? fields;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isMissing(sent: unknown, { optional, nullable, lenient }: Field): boolean {
  if (lenient === true) return true;
  return optional === true && (sent === undefined || (sent === null && nullable === true));
}

function refusalOf(name: string, field: Field, sent: unknown): string {
  // A function, for what was sent may hold what `replace` understands.
  if (field.reason !== undefined) return field.reason.replace('{value}', () => String(JSON.stringify(sent)));
  return `field ${name} ${field.refusal ?? usualRefusal(field)}`;
}

function ruleOf(name: string, field: Field): FieldReader['isRight'] {
  switch (field.kind) {
    case 'string':
      return textRule(field);
    case 'integer': {
      const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = field;
      return (value) => Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
    }
    case 'time':
      return (value) => Number.isSafeInteger(value) && (value as number) >= 0;
    case 'number':
      return (value) => Number.isFinite(value);
    case 'boolean':
      return (value) => typeof value === 'boolean';
    case 'list':
    case 'records':
      return Array.isArray;
    case 'object':
      return isFields;
    default:
      throw new Error(`${name}: a report holds no ${field.kind}`);
  }
}

function textRule(field: Field & { kind: 'string' }): FieldReader['isRight'] {
  const { values, open, minLength = 0, maxLength = Infinity, pattern } = field;
  const known = open === true || values === undefined ? undefined : new Set<unknown>(values);
  if (known) return (value) => known.has(value);
  return (value) =>
    typeof value === 'string' &&
    value.length >= minLength &&
    value.length <= maxLength &&
    (pattern === undefined || pattern.test(value));
}

function usualRefusal({ kind }: Field): string {
  switch (kind) {
    case 'string':
      return 'must be a text';
    case 'time':
      return 'must be a time';
    case 'list':
    case 'records':
      return 'must be a list';
    default:
      return 'must be an object';
  }
}
