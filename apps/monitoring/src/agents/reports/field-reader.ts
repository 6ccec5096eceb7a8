import { type Dialect, type DtoClass, type Field, isFields, type Problem, makeReader } from '@wardstone/dto';

/** Fields as read: null counts as missing where it is permitted, and items of lists are not yet validated. */
export type Read<T> = {
  readonly [K in keyof T]: NonNullable<T[K]> extends readonly unknown[] ? readonly unknown[] : NonNullable<T[K]>;
};

/** The fields of an object, or those before the first invalid one with its error. */
export type Reading<T> =
  | { readonly fields: Read<T>; readonly refusal?: undefined }
  | { readonly fields: Partial<Read<T>>; readonly refusal: string };

/** No type coercion: text is not a number. Lists are read item by item, because each may be refused separately. */
const DIALECT: Dialect = {
  taking:
    ({ optional, nullable }) =>
    (sent) =>
      sent === null && optional && nullable ? undefined : sent,
  mayBeMissing: ({ optional }) => optional === true,
  mayBeWrong: ({ lenient }) => lenient === true,
  judgesItems: false,
};

/** Reads objects of reports, so that an invalid one does not reject the others. */
export function fieldReader<T extends object>(dto: DtoClass<T>): (value: unknown) => Reading<T> {
  const read = makeReader(dto, DIALECT);
  return (value) => {
    if (!isFields(value)) return { fields: {}, refusal: 'not an object' };
    const { fields, problem } = read(value);
    if (!problem) return { fields: fields as Read<T> };
    return { fields: fields as Partial<Read<T>>, refusal: toRefusal(problem) };
  };
}

/** The fields if all are valid, otherwise the error. */
export const fieldsOrRefusal = <T>({ fields, refusal }: Reading<T>): Read<T> | string => refusal ?? fields;

function toRefusal({ name, field, value }: Problem): string {
  // A function, because the sent value may contain patterns of `replace`.
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
