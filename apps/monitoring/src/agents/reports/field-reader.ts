import { type Dialect, type DtoClass, type Field, isFields, type Problem, readerOf } from '@wardstone/dto';

/** Fields as they were read: null counts as missing where it may be sent, and lists are not looked into. */
export type Read<T> = {
  readonly [K in keyof T]: NonNullable<T[K]> extends readonly unknown[] ? readonly unknown[] : NonNullable<T[K]>;
};

/** The fields of an object, or those before the first that is wrong, and what is wrong with that. */
export type Reading<T> =
  | { readonly fields: Read<T>; readonly refusal?: undefined }
  | { readonly fields: Partial<Read<T>>; readonly refusal: string };

/** No type coercion: a text is no number. Lists are read item by item, for each may be refused alone. */
const DIALECT: Dialect = {
  taking:
    ({ optional, nullable }) =>
    (sent) =>
      sent === null && optional && nullable ? undefined : sent,
  mayBeMissing: ({ optional }) => optional === true,
  mayBeWrong: ({ lenient }) => lenient === true,
  judgesItems: false,
};

/** Reads objects of reports; what is wrong with one must not keep out the others. */
export function fieldReader<T extends object>(dto: DtoClass<T>): (value: unknown) => Reading<T> {
  const read = readerOf(dto, DIALECT);
  return (value) => {
    if (!isFields(value)) return { fields: {}, refusal: 'not an object' };
    const { fields, problem } = read(value);
    if (!problem) return { fields: fields as Read<T> };
    return { fields: fields as Partial<Read<T>>, refusal: refusalOf(problem) };
  };
}

/** The fields if they are all right, or what is wrong. */
export const fieldsOrRefusal = <T>({ fields, refusal }: Reading<T>): Read<T> | string => refusal ?? fields;

function refusalOf({ name, field, value }: Problem): string {
  // A function, for what was sent may hold what `replace` understands.
  if (field.reason !== undefined) return field.reason.replace('{value}', () => String(JSON.stringify(value)));
  return `field ${name} ${field.refusal ?? usualRefusal(field)}`;
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
