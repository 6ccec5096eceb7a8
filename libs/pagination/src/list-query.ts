import { ListQueryError } from './list-query-error';
import { decodeQuery } from './query-string';
import type { QueryEntry } from './query-string';
import { parseTags, undecodableTags } from './tags';
import type { TagCondition } from './tags';
import { parseUuid } from './uuid';

/** The five parameters that most lists share. */
export type ListParameter = 'limit' | 'offset' | 'sort_by' | 'filter' | 'ids_only';
export const LIST_PARAMETERS: readonly ListParameter[] = ['limit', 'offset', 'sort_by', 'filter', 'ids_only'];

/** What one list accepts. */
export interface AllowedParameters<P extends string = never> {
  /** All five unless said otherwise, e.g. `['filter']` for a list of versions. */
  readonly names?: readonly ListParameter[];
  /** `ignored`: tolerated without a look; `read`: conditions on tags; absent: not permitted. */
  readonly tags?: 'ignored' | 'read';
  /** Path ids of the parents by the name an error calls them, e.g. `{ system_id: '…' }`. */
  readonly parents?: Readonly<Record<P, string>>;
}

/** The parameters of a list, typed, bounded and defaulted. */
export interface ListQuery<P extends string = never> {
  /** 1 to 100. */
  readonly limit: number;
  /** 0 to 2^63 - 1. */
  readonly offset: bigint;
  /** Items as given, for `parseSort`; undefined when no sorting was asked for. */
  readonly sortBy: readonly string[] | undefined;
  /** The text as given; undefined when absent or blank. */
  readonly filter: string | undefined;
  readonly idsOnly: boolean;
  /** Only with `tags: 'read'`: the items as given and what they ask for. */
  readonly tags: { readonly given: readonly string[]; readonly conditions: readonly TagCondition[] } | undefined;
  /** Parent ids in canonical form. */
  readonly parents: Readonly<Record<P, string>>;
}

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100n;
const MAX_OFFSET = 2n ** 63n - 1n;
/** Far above every bound, and short enough to become a number at once. */
const MOST_DIGITS = 30;
const MAX_FILTER_BYTES = 8192;
const BLANKS = new Set(' \t\n\v\f\r');

const invalid = (text: string): ListQueryError => new ListQueryError(422, `Invalid parameter: ${text}`);

/** The error for parameters that an operation does not know (rule compliance-3); names in order of appearance. */
export function unpermittedParameters(names: readonly string[]): ListQueryError {
  const list = names.map((name) => `:${name}`).join(', ');
  return new ListQueryError(422, `found unpermitted parameter${names.length > 1 ? 's' : ''}: ${list}`);
}

function trimBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && BLANKS.has(text.charAt(start))) start += 1;
  while (end > start && BLANKS.has(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** Undefined unless the entry is a scalar of the form `-?[0-9]+` between blanks. */
function readInteger({ form, value }: QueryEntry): bigint | undefined {
  const [, sign, padded] = form === 'scalar' ? (/^(-?)([0-9]+)$/.exec(trimBlanks(value ?? '')) ?? []) : [];
  if (sign === undefined || padded === undefined) return undefined;
  const digits = padded.replace(/^0+/, '').slice(0, MOST_DIGITS);
  return sign === '-' ? -BigInt(digits) : BigInt(digits);
}

function readLimit(entry: QueryEntry | undefined): number {
  if (!entry) return DEFAULT_LIMIT;
  const limit = readInteger(entry);
  if (limit === undefined) throw invalid('limit must be an integer');
  if (limit <= 0n) throw invalid('limit must be greater than 0');
  if (limit > MAX_LIMIT) throw invalid(`limit must be less than or equal to ${MAX_LIMIT}`);
  return Number(limit);
}

function readOffset(entry: QueryEntry | undefined): bigint {
  if (!entry) return 0n;
  const offset = readInteger(entry);
  if (offset === undefined) throw invalid('offset must be an integer');
  if (offset < 0n) throw invalid('offset must be greater than or equal to 0');
  if (offset > MAX_OFFSET) throw new ListQueryError(422, 'Number is not in the supported range');
  return offset;
}

/** Repeated, bracketed and comma-separated items in one list; undefined when there are none. */
function readItems(name: string, entries: readonly QueryEntry[], separator?: string): string[] | undefined {
  if (entries.length === 0) return undefined;
  if (entries.some(({ form }) => form === 'entry')) throw invalid(`${name} must be an array`);
  return entries.flatMap(({ value = '' }) => (separator === undefined ? [value] : value.split(separator)));
}

function readTags(entries: readonly QueryEntry[]): ListQuery['tags'] {
  const given = readItems('tags', entries) ?? [];
  if (entries.some(({ isUtf8 }) => !isUtf8)) throw undecodableTags();
  return { given, conditions: parseTags(given) };
}

function readFilter(entry: QueryEntry | undefined): string | undefined {
  if (!entry) return undefined;
  if (entry.form !== 'scalar') throw invalid('filter must be a string');
  if (!entry.isUtf8) throw invalid('filter must have valid encoding');
  const filter = entry.value ?? '';
  if (filter.includes('\0')) throw invalid('filter must not contain null bytes');
  if (new TextEncoder().encode(filter).length > MAX_FILTER_BYTES) {
    throw invalid(`filter can not be longer than ${MAX_FILTER_BYTES} bytes`);
  }
  return trimBlanks(filter) === '' ? undefined : filter;
}

function readIdsOnly(entry: QueryEntry | undefined): boolean {
  if (!entry) return false;
  const word = entry.form === 'scalar' ? (entry.value ?? '').toLowerCase() : '';
  if (word === 'true' || word === '1' || word === 'on') return true;
  if (word === 'false' || word === '0') return false;
  throw invalid('ids_only must be either true or false');
}

function readParents<P extends string>(parents: Readonly<Record<P, string>>): Record<P, string> {
  const canonical = {} as Record<P, string>;
  for (const name of Object.keys(parents) as P[]) {
    const id = parseUuid(parents[name]);
    if (id === undefined) throw invalid(`${name} is not permitted`);
    canonical[name] = id;
  }
  return canonical;
}

/**
 * Reads the query string of a list (rule compliance-3, parents A6, tags C0). A scalar given twice counts as given
 * last. `format` is tolerated everywhere.
 *
 * @param queryString without the leading `?`, exactly as received.
 * @throws ListQueryError 400 for a malformed percent escape; 422 with the first text in the order limit, offset,
 *   sort_by, tags, filter, ids_only, parents, and after all of them the names that are not permitted.
 */
export function parseListQuery<P extends string = never>(
  queryString: string,
  { names = LIST_PARAMETERS, tags, parents = {} as Readonly<Record<P, string>> }: AllowedParameters<P> = {},
): ListQuery<P> {
  const permitted = new Set<string>([...names, 'format', ...(tags ? ['tags'] : [])]);
  const entries = decodeQuery(queryString);
  const all = (name: string): QueryEntry[] => entries.filter((entry) => entry.name === name && permitted.has(name));
  const last = (name: ListParameter): QueryEntry | undefined => all(name).pop();

  const limit = readLimit(last('limit'));
  const offset = readOffset(last('offset'));
  const sortBy = readItems('sort_by', all('sort_by'), ',');
  const givenTags = tags === 'read' ? readTags(all('tags')) : undefined;
  const query: ListQuery<P> = {
    limit,
    offset,
    sortBy,
    tags: givenTags,
    filter: readFilter(last('filter')),
    idsOnly: readIdsOnly(last('ids_only')),
    parents: readParents(parents),
  };
  const unknown = new Set(entries.map(({ name }) => name).filter((name) => !permitted.has(name)));
  if (unknown.size > 0) throw unpermittedParameters([...unknown]);
  return query;
}

/**
 * For operations on a single record: they take no query parameter but `format` (rule compliance-3).
 *
 * @throws ListQueryError as `parseListQuery`.
 */
export function refuseParameters(queryString: string): void {
  parseListQuery(queryString, { names: [] });
}
