import { ListQueryError } from './query-string';

/** How the lists of one kind are paged. */
export interface PagingStyle {
  /** Query parameter with the page size. */
  readonly sizeParameter: 'ps' | 'size';
  readonly defaultSize: number;
  /** Larger sizes are reduced to this one. */
  readonly maxSize: number;
  /** Whether -1 requests the whole list. */
  readonly allowsUnlimited: boolean;
}

const MAX_INT = 2 ** 31 - 1;

/** Every paged monitoring list except that of alerts. */
export const PS_PAGING: PagingStyle = { sizeParameter: 'ps', defaultSize: 20, maxSize: 1000, allowsUnlimited: false };
/** `GET /alert`. */
export const ALERT_PAGING: PagingStyle = {
  sizeParameter: 'size',
  defaultSize: 100,
  maxSize: MAX_INT,
  allowsUnlimited: true,
};

/** A page of a list. `page` counts from 0; `size` and `limit` are rows; an unlimited list has size -1 and no limit. */
export interface PageWindow {
  readonly page: number;
  readonly size: number;
  readonly offset: number;
  readonly limit: number | undefined;
}

export interface PageLink {
  readonly rel: 'next' | 'prev' | 'last' | 'current';
  /** Absolute URL. */
  readonly href: string;
}

/** A query value as express parses it. */
type RawValue = string | readonly unknown[] | object | undefined;

/** Reads a 32-bit decimal number; an empty value counts as absent. */
function readInteger(name: string, raw: RawValue): number | undefined {
  // The first of a repeated parameter counts, as in links.
  const value: unknown = Array.isArray(raw) ? (raw as readonly unknown[])[0] : raw;
  if (value === undefined || value === '') return undefined;
  const number = typeof value === 'string' && /^[+-]?[0-9]{1,20}$/.test(value) ? Number(value) : NaN;
  if (!(Math.abs(number) <= MAX_INT)) throw new ListQueryError(406, `Parameter ${name} must be a 32-bit integer`);
  return number === 0 ? 0 : number; // avoids -0
}

/**
 * Reads `page` and the page size of a monitoring list (rule http-10).
 *
 * @throws ListQueryError 406 for a page below 0, a size below 1 (other than -1 where that means unlimited), or text
 * that is not an integer.
 */
export function parsePage(query: Readonly<Record<string, unknown>>, style: PagingStyle = PS_PAGING): PageWindow {
  const { sizeParameter, defaultSize, maxSize, allowsUnlimited } = style;
  const page = readInteger('page', query['page'] as RawValue) ?? 0;
  if (page < 0) throw new ListQueryError(406, 'Parameter page must be 0 or greater');
  const size = readInteger(sizeParameter, query[sizeParameter] as RawValue) ?? defaultSize;
  if (size === -1 && allowsUnlimited) return { page: 0, size, offset: 0, limit: undefined };
  if (size < 1) throw new ListQueryError(406, `Parameter ${sizeParameter} must be 1 or greater`);
  const rows = Math.min(size, maxSize);
  return { page, size: rows, offset: page * rows, limit: rows };
}

/** Page of a list in memory. */
export function onPage<T>(all: readonly T[], { offset, limit }: PageWindow): T[] {
  return all.slice(offset, limit === undefined ? undefined : offset + limit);
}

/** Number of the last page: 0 for an empty and for an unlimited list. */
export function lastPage({ limit }: PageWindow, total: number): number {
  return limit === undefined ? 0 : Math.max(0, Math.ceil(total / limit) - 1);
}

function decodedName(pair: string): string {
  const name = pair.split('=', 1)[0] ?? '';
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Replaces the first of the pairs called `page`, or adds one; drops further ones. */
function withPage(pairs: readonly string[], page: number): string[] {
  const filled = pairs.filter((pair) => pair !== '');
  const first = filled.findIndex((pair) => decodedName(pair) === 'page');
  if (first < 0) return [...filled, `page=${page}`];
  return filled
    .map((pair, index) => (index === first ? `page=${page}` : pair))
    .filter((pair, index) => index === first || decodedName(pair) !== 'page');
}

/**
 * Links of a paged monitoring list (media types 1.10) in the order next, prev, last, current. Every link is the request
 * URL with only `page` replaced; the rest of the query and a suffix are unchanged.
 * @param requestUrl absolute, as received.
 * @param window undefined for a response that is not paged, which has only `current`.
 */
export function pageLinks(
  requestUrl: string,
  window: PageWindow | undefined,
  total: number,
  hiddenParameters: readonly string[] = [],
): PageLink[] {
  const question = requestUrl.indexOf('?');
  const resource = question < 0 ? requestUrl : requestUrl.slice(0, question);
  const received = question < 0 ? [] : requestUrl.slice(question + 1).split('&');
  const pairs = received.filter((pair) => !hiddenParameters.includes(decodedName(pair)));
  const url = (query: readonly string[]): string => (query.length > 0 ? `${resource}?${query.join('&')}` : resource);
  const link = (rel: PageLink['rel'], page: number): PageLink => ({ rel, href: url(withPage(pairs, page)) });

  const current: PageLink = { rel: 'current', href: url(pairs) };
  if (window?.limit === undefined) return [current];
  return [
    ...(total > (window.page + 1) * window.limit ? [link('next', window.page + 1)] : []),
    ...(window.page > 0 ? [link('prev', window.page - 1)] : []),
    link('last', lastPage(window, total)),
    current,
  ];
}
