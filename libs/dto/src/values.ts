/** A number, or the text that stands for "no value" where there is no data. */
export type Double = number | 'NaN';

/** A value of `Map<String,Object>`. */
export type MapValue = string | number | boolean | null | readonly MapValue[] | { readonly [key: string]: MapValue };

export type TextMap = Readonly<Record<string, string>>;
export type ObjectMap = Readonly<Record<string, MapValue>>;

/** An object whose single key is the relation. */
export type Link = Readonly<Record<string, { readonly href: string }>>;

/** The order of a list: a field, and whether the list begins at its other end. */
export interface Sort<F extends string> {
  readonly field: F;
  readonly descends: boolean;
}

/** An object as JSON has it. */
export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
