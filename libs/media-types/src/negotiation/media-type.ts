import { bestMediaType } from '@wardstone/errors';

/** Representations of the monitoring interface. See rule http-4. */
export type MediaType = 'json' | 'xml' | 'html' | 'wrapped' | 'plain' | 'csv';

const ALL_BUT_TEXT = ['json', 'xml', 'html', 'wrapped'] as const;
const JSON_AND_XML = ['json', 'xml'] as const;

/** Media types of each area, in order of precedence between equally preferred ones. See rule http-4. */
export const AREA_TYPES = {
  agent: ['json'],
  root: ALL_BUT_TEXT,
  alert: ALL_BUT_TEXT,
  event: ALL_BUT_TEXT,
  group: ALL_BUT_TEXT,
  resource: ALL_BUT_TEXT,
  content: JSON_AND_XML,
  operation: JSON_AND_XML,
  operationHistory: ['json', 'xml', 'html'],
  resourceType: JSON_AND_XML,
  metric: ['json', 'xml', 'html'],
  report: ['csv'],
  reportList: ['csv', 'json', 'xml', 'html'],
  status: ['json', 'xml', 'html'],
  user: ['json', 'xml', 'html', 'plain'],
} as const satisfies Record<string, readonly MediaType[]>;

export type Area = keyof typeof AREA_TYPES;

const NAMES: Record<Exclude<MediaType, 'wrapped'>, string> = {
  json: 'application/json',
  xml: 'application/xml',
  html: 'text/html',
  plain: 'text/plain',
  csv: 'text/csv',
};

/** A representation with the name by which it is requested. */
export interface Offer<T extends MediaType = MediaType> {
  readonly type: T;
  /** The media type without parameters, e.g. `application/vnd.vendor.wrapped+json`. */
  readonly name: string;
}

/**
 * Media types of an area under every name, in the order of `types`: wrapped JSON has one for each vendor token, the
 * first of which is used in documents and suffixes.
 */
export function makeOffers<T extends MediaType>(types: readonly T[], vendorTokens: readonly string[]): Offer<T>[] {
  return types.flatMap((type) => {
    const names =
      type === 'wrapped'
        ? vendorTokens.map((token) => `application/vnd.${token}.wrapped+json`)
        : [NAMES[type as Exclude<T, 'wrapped'>]];
    return names.map((name) => ({ type, name }));
  });
}

/** The first name of a representation. */
export function mediaTypeName(type: MediaType, vendorTokens: readonly string[]): string {
  return makeOffers([type], vendorTokens)[0]!.name;
}

/** Value of the Content-Type header: text types have a charset, the others do not. */
export function toContentType({ name }: Pick<Offer, 'name'>): string {
  // Spelling of the report interface (rule reports-1).
  if (name === NAMES.csv) return `${name}; charset=UTF-8`;
  return name.startsWith('text/') ? `${name}; charset=utf-8` : name;
}

/** Suffixes of the path that replace the Accept header. See rule http-4. */
export const SUFFIXES: Readonly<Record<MediaType, string>> = {
  json: '.json',
  wrapped: '.jsonw',
  xml: '.xml',
  html: '.html',
  plain: '.txt',
  csv: '.csv',
};

const TYPE_OF_SUFFIX = new Map(Object.entries(SUFFIXES).map(([type, suffix]) => [suffix, type as MediaType]));

/** A path without its suffix, and the media type of the suffix. */
interface SuffixedPath {
  /** Without the trailing slash that remains at the root. */
  path: string;
  type: MediaType;
}

/** Splits the suffix off a path without query; undefined without one. */
export function splitSuffix(path: string): SuffixedPath | undefined {
  const dot = path.lastIndexOf('.');
  const type = dot < 0 ? undefined : TYPE_OF_SUFFIX.get(path.slice(dot));
  if (type === undefined) return undefined;
  return { path: path.slice(0, dot).replace(/(?<=.)\/$/, ''), type };
}

/** Inserts the suffix of a type before query and fragment. */
export function withSuffix(address: string, type: MediaType): string {
  const end = address.search(/[?#]|$/);
  return address.slice(0, end) + SUFFIXES[type] + address.slice(end);
}

/**
 * Chooses the representation of a response. See rule http-4. `offers` are in order of precedence between equally
 * preferred ones. A missing or empty header accepts everything. Returns undefined if nothing is acceptable.
 */
export function negotiate<T extends MediaType>(
  accept: string | undefined,
  offers: readonly Offer<T>[],
): Offer<T> | undefined {
  const best = bestMediaType(
    accept,
    offers.map(({ name }) => name),
  );
  return offers.find(({ name }) => name === best);
}
