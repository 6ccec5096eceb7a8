import {
  type Dialect,
  type DtoClass,
  type Fields,
  type Parameter,
  makeReader,
  toBoolean,
  toInteger,
} from '@wardstone/dto';
import { ApiError, type ErrorType, MonitoringError } from '@wardstone/errors';
import { ALERT_PAGING, ListQueryError, type PageWindow, parsePage, PS_PAGING } from '@wardstone/pagination';
import { invalidParameter } from './invalid-parameter';
import { parsePathId, toStorableId } from './path-id';

/**
 * Reads a query as an object of a class.
 * @param query as parsed by express
 * @throws invalid_query, or the error of the field; its message names the first wrong parameter in order of declaration
 */
export function readQuery<T extends object>(query: Fields, dto: DtoClass<T>): T {
  const { fields, problem } = makeReader(dto, DIALECT)(query);
  if (!problem) return fields as T;
  const { name, field, value } = problem;
  throw toRefusal(nameIn(query, name, field), field, toWords(field, value));
}

/** Converts text; a parameter may have an alias, set two fields, and exclude or require an earlier one. */
const DIALECT: Dialect<Parameter> = {
  taking: (parameter) => {
    const { optional, default: fallback } = parameter;
    return (_sent, name, query) => {
      const used = nameIn(query, name, parameter);
      if (used !== name && toText(query, name) !== undefined) throw refuseBoth(name, used);
      const value = toValue(query, used, parameter);
      if (value === undefined && optional !== true) throw toRefusal(name, parameter, describeAbsence(parameter));
      return value ?? fallback;
    };
  },
  mayBeMissing: () => true,
  mayBeWrong: () => false,
  judgesItems: true,
  agrees: ({ excludes, needs, default: fallback }, name, value, before) => {
    if (value === fallback) return;
    if (excludes !== undefined && before[excludes] !== undefined) throw refuseBoth(excludes, name);
    if (needs !== undefined && value !== false && before[needs] === undefined) {
      throw invalidParameter(`Parameter ${name} needs the parameter ${needs}`);
    }
  },
};

/** Text of a parameter; of a repeated one the first counts, and an empty one is absent. See rule http-1. */
function toText(query: Fields, name: string): string | undefined {
  const raw = query[name];
  const value: unknown = Array.isArray(raw) ? raw[0] : raw;
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The name under which a parameter was given. */
function nameIn(query: Fields, name: string, { alias }: Parameter): string {
  return alias !== undefined && toText(query, alias) !== undefined ? alias : name;
}

/** Undefined if the parameter is absent. */
function toValue(query: Fields, name: string, parameter: Parameter): unknown {
  if (parameter.kind === 'page') return toPage(query, parameter);
  const text = toText(query, name);
  // Any value of a flag is valid, even an empty one.
  if (parameter.kind === 'flag') return query[name] === undefined ? undefined : text?.toLowerCase() === 'true';
  return text === undefined ? undefined : converted(text, name, parameter);
}

/** Values that cannot be converted stay text, so that a rule refuses them. */
function converted(text: string, name: string, parameter: Parameter): unknown {
  switch (parameter.kind) {
    case 'string':
      return parameter.values ? text.toUpperCase() : text;
    case 'integer':
      return toInteger(text);
    case 'id': {
      const number = toInteger(text);
      return Number.isSafeInteger(number) ? toStorableId(number as number) : text;
    }
    case 'time':
      return toTime(text, name);
    case 'boolean':
      return toBoolean(text);
    case 'ids':
      return text.split(',').map((part) => idIn(part, name, parameter.of));
    case 'sort':
      return getSort(text, name, parameter.fields);
    case 'list': {
      // A list without any item is absent.
      const chosen = chosenConstants(text, parameter.values ?? []);
      if (!chosen) throw toRefusal(name, parameter, describeAbsence(parameter));
      return chosen.length === 0 ? undefined : chosen;
    }
    default:
      throw new Error(`${name}: a query holds no ${parameter.kind}`);
  }
}

/** Years 1 to 9999; other times are mistakes, and exceed some columns and pages. */
const FIRST_TIME_MS = -62_135_596_800_000;
const LAST_TIME_MS = 253_402_300_799_999;

const CALENDAR = /^[0-9]{4}-[0-9]{2}-[0-9]{2}/;
const ISO_TIME =
  /^([0-9]{4}-[0-9]{2}-[0-9]{2})(?:T([0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?)(Z|[+-][0-9]{2}:[0-9]{2})?)?$/i;

/**
 * Parses a time in ms since the epoch or in ISO 8601.
 * @throws invalid_query
 */
function toTime(text: string, name: string): unknown {
  const time = CALENDAR.test(text) ? calendarTime(text, name) : toInteger(text);
  if (Number.isSafeInteger(time) && ((time as number) < FIRST_TIME_MS || (time as number) > LAST_TIME_MS)) {
    throw invalidParameter(`Parameter ${name} must be a time of the years 1 to 9999, in ms since 1970`);
  }
  return time;
}

/**
 * UTC unless it has a zone.
 * @throws invalid_query
 */
function calendarTime(text: string, name: string): number {
  // A plus that was not encoded arrives as a blank.
  const [, date, time = '00:00', zone = 'Z'] = ISO_TIME.exec(text.replace(' ', '+')) ?? [];
  const dayMs = Date.parse(`${date}T00:00Z`);
  const timeMs = Date.parse(`${date}T${time}${zone}`.toUpperCase());
  // A nonexistent day would become one of the next month.
  if (Number.isNaN(timeMs) || new Date(dayMs).toISOString().slice(0, 10) !== date) {
    throw invalidParameter(`Parameter ${name} must be in ms since 1970 or a time such as 2026-01-31T09:30:00Z`);
  }
  return timeMs;
}

/**
 * Parses `name`, `name:asc` or `name:desc`, in any letter case.
 * @throws invalid_query
 */
function getSort(text: string, parameter: string, fields: readonly string[]): object {
  const [name, direction = 'asc', ...rest] = text.toLowerCase().split(':');
  const field = fields.find((candidate) => candidate.toLowerCase() === name);
  if (field === undefined || rest.length > 0 || !['asc', 'desc'].includes(direction)) {
    const choice = `${fields.join(', ')}, optionally followed by :asc or :desc`;
    throw invalidParameter(`Parameter ${parameter} must be one of ${choice}`);
  }
  return { field, descends: direction === 'desc' };
}

function idIn(part: string, name: string, of: string): number {
  const id = parsePathId(part);
  if (id === undefined) throw invalidParameter(`Parameter ${name} must list ids of ${of}, which "${part}" is not`);
  return id;
}

function toPage(query: Fields, { sizeParameter, optional }: Parameter & { kind: 'page' }): PageWindow | undefined {
  const isPaged = toText(query, 'page') !== undefined || toText(query, sizeParameter) !== undefined;
  if (optional === true && !isPaged) return undefined;
  try {
    return parsePage(query, sizeParameter === 'size' ? ALERT_PAGING : PS_PAGING);
  } catch (error) {
    throw error instanceof ListQueryError ? invalidParameter(error.message) : error;
  }
}

function describeAbsence(parameter: Parameter): string {
  switch (parameter.kind) {
    case 'ids':
      return `must list the ids of ${parameter.of}, separated by commas`;
    case 'list':
      return `must list some of ${parameter.values!.join(', ')}`;
    default:
      return 'must be given';
  }
}

/** Error text of a violated rule. */
function toWords(parameter: Parameter, value: unknown): string {
  switch (parameter.kind) {
    case 'string':
      return parameter.values ? `must be one of ${parameter.values.join(', ')}` : 'must not contain null characters';
    case 'boolean':
      return 'must be true or false';
    case 'integer': {
      const { min = -Infinity, max = Infinity, refusal = `must be from ${min} to ${max}` } = parameter;
      return Number.isSafeInteger(value) ? refusal : 'must be a whole number';
    }
    default:
      return 'must be a whole number';
  }
}

function toRefusal(name: string, parameter: Parameter, usual: string): ApiError {
  return new ApiError(getParameterError(parameter), `Parameter ${name} ${usual}`);
}

/** Errors that parameters may declare by name. */
const ERRORS = new Map<string, ErrorType>(
  [MonitoringError.invalid_query, MonitoringError.drift_category_not_found].map((kind) => [kind.type, kind]),
);

/** The error of an invalid parameter. */
export function getParameterError({ error = 'invalid_query' }: Parameter): ErrorType {
  const kind = ERRORS.get(error);
  if (!kind) throw new Error(`no parameter may declare the error ${error}`);
  return kind;
}

function refuseBoth(name: string, other: string): ApiError {
  return invalidParameter(`Only one of the parameters ${name} and ${other} may be given`);
}

/**
 * Parses comma-separated constants, case-insensitive, without duplicates. See rule reports-1. Blanks and empty items
 * are ignored; undefined if one is unknown.
 */
export function chosenConstants<C extends string>(text: string, constants: readonly C[]): C[] | undefined {
  const items = text
    .split(',')
    .map((item) => item.trim().toUpperCase())
    .filter((item) => item !== '');
  const chosen = items.map((item) => constants.find((constant) => constant.toUpperCase() === item));
  return chosen.includes(undefined) ? undefined : [...new Set(chosen as C[])];
}
