import { type IncomingMessage } from 'node:http';
import { type MediaType } from '../negotiation/media-type';
import { type ProducedKind } from '../record/result-kind';
import { type PageUser } from '../render/page-frame';
import { type PageSettings } from '../render/page-tools';

export interface ProducesOptions {
  /** Heading of the HTML page, and description of the response in the API document. */
  title: string;
  /** Example for the API document: a result as returned by the handler, or the text of a table. */
  example: unknown;
  /** Example of the CSV representation, if the operation also produces other types. */
  csvExample?: string;
  /** Whether the contract requires gzip for the operation. */
  gzip?: boolean;
  /** Status of success. Default 200. */
  status?: number;
  /** Further success statuses with a result of the same kind, with descriptions. */
  otherStatuses?: Readonly<Record<number, string>>;
  /** Cache-Control of GET with 200; by default cached with revalidation. */
  cacheControl?: string;
  /** Whether a write returns the record as GET at the same address does, with its ETag. */
  showsTarget?: boolean;
}

/** Media types and options of an operation. */
export interface Production extends ProducesOptions {
  types: readonly MediaType[];
  kind: ProducedKind;
  /** Names of the fields that a request may include. */
  fieldsOnRequest: readonly string[];
}

/** Query parameter with the names of fields on request. */
export const INCLUDE_PARAMETER = 'include';

/** May be stored but must be revalidated. */
export const DEFAULT_CACHE_CONTROL = 'private, no-cache';

export const PRODUCTION = Symbol('wardstone:production');

export interface RepresentationOptions extends PageSettings {
  /** Vendor tokens; the first one names types in responses. */
  vendorTokens: readonly string[];
  /** Name of the query parameter with the JSONP callback. */
  jsonpParameter: string;
  /** Whether JSONP is enabled. */
  servesJsonp: boolean;
  /** Whether this client may use JSONP. */
  permitsJsonp(request: IncomingMessage): boolean;
  /** Address of a separate console that pages link to, without a trailing slash. */
  consoleUrl?: string;
  /** The user shown on the page; undefined if unknown. */
  userOf?(request: IncomingMessage): PageUser | undefined;
}

export const REPRESENTATION_OPTIONS = Symbol('REPRESENTATION_OPTIONS');
