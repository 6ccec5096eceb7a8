import type { Sort } from '@wardstone/dto';
import { invalidParameter } from './invalid-parameter';
import { toStorableId } from './path-id';

/** Query parameters as express parses them. */
export type Query = Readonly<Record<string, unknown>>;

const INTEGER = /^[+-]?[0-9]{1,16}$/;

/** Text of a parameter; of a repeated one the first counts, and an empty one is absent. See rule http-1. */
export function textOf(query: Query, name: string): string | undefined {
  const raw = query[name];
  const value: unknown = Array.isArray(raw) ? raw[0] : raw;
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A whole number, or undefined when absent. @throws invalid_query */
export function integerOf(query: Query, name: string): number | undefined {
  const text = textOf(query, name);
  if (text === undefined) return undefined;
  const number = INTEGER.test(text) ? Number(text) : NaN;
  if (!Number.isSafeInteger(number)) throw invalidParameter(`Parameter ${name} must be a whole number`);
  return number === 0 ? 0 : number; // never -0
}

/** The years 1 to 9999; what lies beyond is no date but a mistake, and more than some columns and pages hold. */
const FIRST_TIME_MS = -62_135_596_800_000;
const LAST_TIME_MS = 253_402_300_799_999;

const CALENDAR = /^[0-9]{4}-[0-9]{2}-[0-9]{2}/;
const ISO_TIME =
  /^([0-9]{4}-[0-9]{2}-[0-9]{2})(?:T([0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?)(Z|[+-][0-9]{2}:[0-9]{2})?)?$/i;

/** A time in ms since the epoch or in ISO 8601, or undefined when absent. @throws invalid_query */
export function timeOf(query: Query, name: string): number | undefined {
  const text = textOf(query, name);
  const time = text !== undefined && CALENDAR.test(text) ? calendarTime(text, name) : integerOf(query, name);
  if (time !== undefined && (time < FIRST_TIME_MS || time > LAST_TIME_MS)) {
    throw invalidParameter(`Parameter ${name} must be a time of the years 1 to 9999, in ms since 1970`);
  }
  return time;
}

/** In UTC unless it names a zone. @throws invalid_query */
function calendarTime(text: string, name: string): number {
  // A plus that was not encoded has become a space on its way.
  const [, date, time = '00:00', zone = 'Z'] = ISO_TIME.exec(text.replace(' ', '+')) ?? [];
  const dayMs = Date.parse(`${date}T00:00Z`);
  const timeMs = Date.parse(`${date}T${time}${zone}`.toUpperCase());
  // A day that its month does not have would become one of the next.
  if (Number.isNaN(timeMs) || new Date(dayMs).toISOString().slice(0, 10) !== date) {
    throw invalidParameter(`Parameter ${name} must be in ms since 1970 or a time such as 2026-01-31T09:30:00Z`);
  }
  return timeMs;
}

/** One of the constants, in any letter case; undefined when absent. @throws invalid_query */
export function constantOf<C extends string>(query: Query, name: string, constants: readonly C[]): C | undefined {
  const text = textOf(query, name)?.toUpperCase();
  if (text === undefined) return undefined;
  const constant = constants.find((candidate) => candidate === text);
  if (constant === undefined) throw invalidParameter(`Parameter ${name} must be one of ${constants.join(', ')}`);
  return constant;
}

/** `name`, `name:asc` or `name:desc`, in any letter case; undefined when absent. @throws invalid_query */
export function sortOf<F extends string>(query: Query, parameter: string, fields: readonly F[]): Sort<F> | undefined {
  const text = textOf(query, parameter)?.toLowerCase();
  if (text === undefined) return undefined;
  const [name, direction = 'asc', ...rest] = text.split(':');
  const field = fields.find((candidate) => candidate.toLowerCase() === name);
  if (field === undefined || rest.length > 0 || !['asc', 'desc'].includes(direction)) {
    const choice = `${fields.join(', ')}, optionally followed by :asc or :desc`;
    throw invalidParameter(`Parameter ${parameter} must be one of ${choice}`);
  }
  return { field, descends: direction === 'desc' };
}

/**
 * `true` or `false` in any case; undefined when absent. Operations of plugins take nothing else, so that a slip does not
 * disable one (rule http-11). @throws invalid_query
 */
export function readFlag(parameters: Query, name: string): boolean | undefined {
  const value = textOf(parameters, name)?.toLowerCase();
  if (value === undefined) return undefined;
  if (value !== 'true' && value !== 'false') throw invalidParameter(`Parameter ${name} must be true or false`);
  return value === 'true';
}

/** An id in the query; undefined when absent. @throws invalid_query */
export function idOf(query: Query, name: string): number | undefined {
  const number = integerOf(query, name);
  return number === undefined ? undefined : toStorableId(number);
}
