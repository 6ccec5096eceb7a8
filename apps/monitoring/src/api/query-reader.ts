import { type DtoClass, type Parameter, parametersOf } from '@wardstone/dto';
import { ApiError, type ErrorType, MonitoringError } from '@wardstone/errors';
import { ALERT_PAGING, ListQueryError, type PageWindow, parsePage, PS_PAGING } from '@wardstone/pagination';
import { chosenConstants } from './domain/chosen-constants';
import { invalidParameter } from './invalid-parameter';
import { parsePathId } from './path-id';
import { constantOf, idOf, integerOf, type Query, readFlag, sortOf, textOf, timeOf } from './query-values';

type Values = Record<string, unknown>;
type ValueReader = (query: Query) => unknown;

/**
 * Makes a query an object of a class. It is prepared once, so that a request costs no look at the declarations.
 *
 * @throws invalid_query, or what the field says, naming the first wrong parameter in the order of declaration
 */
export function queryReader<T extends object>(dto: DtoClass<T>): (query: Query) => T {
  const readers = parametersOf(dto).map(([name, parameter]) => [name, readerOf(name, parameter)] as const);
  return (query) => {
    const values: Values = {};
    for (const [name, read] of readers) {
      const value = read(query, values);
      if (value !== undefined) values[name] = value;
    }
    return values as T;
  };
}

function readerOf(name: string, parameter: Parameter): (query: Query, before: Values) => unknown {
  const { excludes, needs, default: fallback } = parameter;
  const read = parameter.alias === undefined ? valueReader(name, parameter) : eitherName(name, parameter);
  return (query, before) => {
    const value = read(query);
    if (value === undefined) {
      if (parameter.optional !== true) throw refusalOf(name, parameter, absenceOf(parameter));
      return fallback;
    }
    if (excludes !== undefined && before[excludes] !== undefined) throw onlyOneOf(excludes, name);
    if (needs !== undefined && value !== false && before[needs] === undefined) {
      throw invalidParameter(`Parameter ${name} needs the parameter ${needs}`);
    }
    return value;
  };
}

function eitherName(name: string, parameter: Parameter): ValueReader {
  const alias = parameter.alias!;
  const [read, readAlias] = [valueReader(name, parameter), valueReader(alias, parameter)];
  return (query) => {
    if (textOf(query, alias) === undefined) return read(query);
    if (textOf(query, name) !== undefined) throw onlyOneOf(name, alias);
    return readAlias(query);
  };
}

function absenceOf(parameter: Parameter): string {
  switch (parameter.kind) {
    case 'ids':
      return `must list the ids of ${parameter.of}, separated by commas`;
    case 'list':
      return `must list some of ${parameter.values!.join(', ')}`;
    default:
      return 'must be given';
  }
}

/** Reads undefined where the parameter is absent. */
function valueReader(name: string, parameter: Parameter): ValueReader {
  switch (parameter.kind) {
    case 'string': {
      const { values } = parameter;
      return values ? (query) => constantOf(query, name, values) : (query) => textOf(query, name);
    }
    case 'integer':
      return (query) => within(integerOf(query, name), name, parameter);
    case 'id':
      return (query) => idOf(query, name);
    case 'time':
      return (query) => timeOf(query, name);
    case 'boolean':
      return (query) => readFlag(query, name);
    case 'flag':
      return (query) => (query[name] === undefined ? undefined : textOf(query, name)?.toLowerCase() === 'true');
    case 'ids':
      return (query) =>
        textOf(query, name)
          ?.split(',')
          .map((part) => idIn(part, name, parameter.of));
    case 'sort':
      return (query) => sortOf(query, name, parameter.fields);
    case 'list':
      return listReader(name, parameter);
    case 'page':
      return pageReader(parameter);
    default:
      throw new Error(`${name}: a query holds no ${parameter.kind}`);
  }
}

function within(
  number: number | undefined,
  name: string,
  parameter: Parameter & { min?: number | undefined; max?: number | undefined },
): number | undefined {
  const { min = -Infinity, max = Infinity } = parameter;
  if (number === undefined || (number >= min && number <= max)) return number;
  throw refusalOf(name, parameter, `must be from ${min} to ${max}`);
}

/** A list in which nothing is named is absent. */
function listReader(name: string, parameter: Parameter & { kind: 'list' }): ValueReader {
  const { items, values } = parameter;
  if (!values) throw new Error(`${name}: a query holds no list of any ${items}`);
  return (query) => {
    const chosen = chosenConstants(textOf(query, name) ?? '', values);
    if (chosen?.length === 0) return undefined;
    if (chosen) return chosen;
    throw refusalOf(name, parameter, absenceOf(parameter));
  };
}

function idIn(part: string, name: string, of: string): number {
  const id = parsePathId(part);
  if (id === undefined) throw invalidParameter(`Parameter ${name} must list ids of ${of}, which "${part}" is not`);
  return id;
}

function pageReader({ sizeParameter, optional }: Parameter & { kind: 'page' }): ValueReader {
  const style = sizeParameter === 'size' ? ALERT_PAGING : PS_PAGING;
  const isPaged = (query: Query): boolean =>
    textOf(query, 'page') !== undefined || textOf(query, sizeParameter) !== undefined;
  return (query): PageWindow | undefined => {
    if (optional === true && !isPaged(query)) return undefined;
    try {
      return parsePage(query, style);
    } catch (error) {
      throw error instanceof ListQueryError ? invalidParameter(error.message) : error;
    }
  };
}

function refusalOf(name: string, parameter: Parameter, usual: string): ApiError {
  return new ApiError(errorOf(parameter), `Parameter ${name} ${parameter.refusal ?? usual}`);
}

/** The errors that parameters may declare; the classes know their names alone. */
const ERRORS = new Map<string, ErrorType>(
  [MonitoringError.invalid_query, MonitoringError.drift_category_not_found].map((kind) => [kind.type, kind]),
);

/** The error of a wrong parameter. */
export function errorOf({ error = 'invalid_query' }: Parameter): ErrorType {
  const kind = ERRORS.get(error);
  if (!kind) throw new Error(`no parameter may declare the error ${error}`);
  return kind;
}

function onlyOneOf(name: string, other: string): ApiError {
  return invalidParameter(`Only one of the parameters ${name} and ${other} may be given`);
}
