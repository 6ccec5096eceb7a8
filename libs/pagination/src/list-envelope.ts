import { encodeFormText } from './query-string';

/** The part of a list's query that the response repeats. */
export interface EchoedQuery {
  readonly limit: number;
  readonly offset: bigint;
  /** Unparsed items. */
  readonly sort_by?: readonly string[] | undefined;
  readonly filter?: string | undefined;
  /** Unparsed tags, for lists that filter by them. */
  readonly tags?: readonly string[];
  /** Further parameters of the list as given, by name; links alone repeat them. */
  readonly others?: Readonly<Record<string, string>>;
}

export interface ListMeta {
  total: number;
  filter?: string;
  tags?: readonly string[];
  limit: number;
  /** A bigint only above 2^53, where a number would not be exact; `renderList` writes both. */
  offset: number | bigint;
  sort_by?: string;
}

/** Relative URLs. */
export interface ListLinks {
  first: string;
  last: string;
  previous?: string;
  next?: string;
}

/**
 * `meta` of a list (rule compliance-4), with keys in the order they are sent.
 * @param total number of matches, regardless of limit and offset
 */
export function listMeta({ limit, offset, sort_by: sortBy, filter, tags }: EchoedQuery, total: number): ListMeta {
  return {
    total,
    ...(filter !== undefined && { filter }),
    ...(tags && { tags }),
    limit,
    offset: offset <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(offset) : offset,
    ...(sortBy && { sort_by: sortBy.join(',') }),
  };
}

/** Offset of the last page in steps from `offset`; 0 if the offset is beyond a list shorter than a page. */
function lastOffset(total: bigint, limit: bigint, offset: bigint): bigint {
  const ahead = total - offset;
  // BigInt division truncates towards zero, which is already the ceiling of a negative number.
  const pages = ahead > 0n ? (ahead + limit - 1n) / limit : ahead / limit;
  const last = total === 0n ? 0n : (pages - 1n) * limit + offset;
  return last > 0n ? last : 0n;
}

/**
 * `links` of a list (rule compliance-4), exact for any offset.
 * @param path base path and request path, e.g. `/api/compliance/v2/policies`; a trailing slash is dropped
 * @param total number of matches, regardless of limit and offset
 */
export function listLinks(path: string, query: EchoedQuery, total: number): ListLinks {
  const { limit, offset, sort_by: sortBy = [], filter, tags = [], others = {} } = query;
  const sortKey = sortBy.length > 1 ? 'sort_by%5B%5D' : 'sort_by';
  const resource = path.replace(/(?<!\/)\/+$/, '');
  const link = (target: bigint): string => {
    const pairs: (readonly [name: string, value: string])[] = [
      ...(filter === undefined ? [] : [['filter', filter] as const]),
      ['limit', String(limit)],
      ['offset', String(target)],
      ...sortBy.map((item) => [sortKey, item] as const),
      ...tags.map((item) => ['tags', item] as const),
      ...Object.entries(others),
    ];
    const sorted = pairs.toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)));
    return `${resource}?${sorted.map(([name, value]) => `${name}=${encodeFormText(value)}`).join('&')}`;
  };
  const step = BigInt(limit);
  const count = BigInt(total);
  return {
    first: link(0n),
    last: link(lastOffset(count, step, offset)),
    ...(offset > 0n && { previous: link(offset > step ? offset - step : 0n) }),
    ...(offset + step < count && { next: link(offset + step) }),
  };
}

/** JSON text of a list; unlike JSON.stringify it writes an offset above 2^53 exactly. */
export function renderList(data: readonly unknown[], meta: ListMeta, links: ListLinks): string {
  const metaText = Object.entries(meta)
    .map(([key, value]) => `"${key}":${typeof value === 'bigint' ? value.toString() : JSON.stringify(value)}`)
    .join(',');
  return `{"data":${JSON.stringify(data)},"meta":{${metaText}},"links":${JSON.stringify(links)}}`;
}
