import type { MediaType } from './media-type';

/** Suffixes that replace the Accept header. See rule http-4 rule 3. */
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
export interface SuffixedPath {
  /** Without a trailing slash, which the root's bare suffix leaves behind. */
  path: string;
  type: MediaType;
}

/** Splits the suffix off a path without query; undefined when it has none. */
export function splitSuffix(path: string): SuffixedPath | undefined {
  const dot = path.lastIndexOf('.');
  const type = dot < 0 ? undefined : TYPE_OF_SUFFIX.get(path.slice(dot));
  if (type === undefined) return undefined;
  return { path: path.slice(0, dot).replace(/(?<=.)\/$/, ''), type };
}

/** The address with the suffix of a type, in front of its query and fragment. */
export function withSuffix(address: string, type: MediaType): string {
  const end = address.search(/[?#]|$/);
  return address.slice(0, end) + SUFFIXES[type] + address.slice(end);
}
