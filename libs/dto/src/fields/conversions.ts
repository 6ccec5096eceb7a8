import { parseUuid } from '@wardstone/pagination';

const WHOLE_NUMBER = /^[+-]?[0-9]+$/;
const NUMBER = /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:e[+-]?[0-9]+)?$/i;

/** Each returns the value unchanged when it is not text of the kind. */
export function toInteger(value: unknown): unknown {
  const number = typeof value === 'string' && WHOLE_NUMBER.test(value) ? Number(value) : value;
  return number === 0 ? 0 : number; // never -0
}

export const toNumber = (value: unknown): unknown =>
  typeof value === 'string' && NUMBER.test(value) ? Number(value) : value;

export function toBoolean(value: unknown): unknown {
  const word = typeof value === 'string' ? value.toLowerCase() : undefined;
  if (word === 'true') return true;
  return word === 'false' ? false : value;
}

/** Lower case with dashes. */
export const toUuid = (value: unknown): unknown => (typeof value === 'string' ? (parseUuid(value) ?? value) : value);
