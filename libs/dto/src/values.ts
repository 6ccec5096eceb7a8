import { parseUuid } from '@wardstone/pagination';
import type { MapValue } from '@wardstone/terms';

/** A number, or the text for "no value". */
export type Double = number | 'NaN';

/** A value of `Map<String,Object>`. */
export type { MapValue };

export type TextMap = Readonly<Record<string, string>>;
export type ObjectMap = Readonly<Record<string, MapValue>>;

/** An object with the relation as its only key. */
export type Link = Readonly<Record<string, { readonly href: string }>>;

export function toLink(rel: string, href: string): Link {
  return { [rel]: { href } };
}

/** Relation and URL of a link. */
export function linkParts(link: Link): { rel: string; href: string } {
  const [rel = ''] = Object.keys(link);
  return { rel, href: link[rel]?.href ?? '' };
}

/** Sort field and direction of a list. */
export interface Sort<F extends string> {
  readonly field: F;
  readonly descends: boolean;
}

/** A JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const WHOLE_NUMBER = /^[+-]?[0-9]+$/;
const NUMBER = /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:e[+-]?[0-9]+)?$/i;

/** Returns the value unchanged if it is not an integer or its text. */
export function toInteger(value: unknown): unknown {
  const number = typeof value === 'string' && WHOLE_NUMBER.test(value) ? Number(value) : value;
  return number === 0 ? 0 : number; // avoids -0
}

export const toNumber = (value: unknown): unknown =>
  typeof value === 'string' && NUMBER.test(value) ? Number(value) : value;

export function toBoolean(value: unknown): unknown {
  const word = typeof value === 'string' ? value.toLowerCase() : undefined;
  if (word === 'true') return true;
  return word === 'false' ? false : value;
}

/** Converts to lower case with dashes. */
export const toUuid = (value: unknown): unknown => (typeof value === 'string' ? (parseUuid(value) ?? value) : value);
