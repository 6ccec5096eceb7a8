import { type IncomingMessage } from 'node:http';
import { type MediaType } from '../negotiation/media-type';
import { type ProducedKind } from '../record/result-kind';
import { type PageUser } from '../render/page-frame';
import { type PageSettings } from '../render/page-tools';

export interface ProducesOptions {
  /** Heading of the HTML page, and description of the response in the API document. */
  title: string;
  /** For the API document: a result as the handler returns it; of a table its text. */
  example: unknown;
  /** The same of an operation that produces CSV besides other types. */
  csvExample?: string;
  /** The contract marks the operation (gzip). */
  gzip?: boolean;
  /** Status of success. Default 200. */
  status?: number;
  /** Further statuses of success with a result of the same kind, and what each means. */
  otherStatuses?: Readonly<Record<number, string>>;
  /** Cache-Control of GET with 200; by default cached with revalidation. */
  cacheControl?: string;
  /** A write that returns the record as GET at the same address now shows it, and so with its ETag. */
  showsTarget?: boolean;
}

/** Media types and options of an operation. */
export interface Production extends ProducesOptions {
  types: readonly MediaType[];
  kind: ProducedKind;
  /** Names of the fields that the request may have included. */
  fieldsOnRequest: readonly string[];
}

/** Query parameter that names fields on request. */
export const INCLUDE_PARAMETER = 'include';

/** Cacheable with revalidation. */
export const DEFAULT_CACHE_CONTROL = 'private, no-cache';

export const PRODUCTION = Symbol('wardstone:production');

export interface RepresentationOptions extends PageSettings {
  /** The first one names types in responses. */
  vendorTokens: readonly string[];
  /** Query parameter that holds the JSONP callback. */
  jsonpParameter: string;
  /** Whether anyone gets JSONP. */
  servesJsonp: boolean;
  /** Whether the sender of a JSONP request gets a script. */
  answersJsonp(request: IncomingMessage): boolean;
  /** Address of a console beside the service that links for users lead to, without a trailing slash. */
  consoleUrl?: string;
  /** The caller, for the page; undefined if unknown. */
  userOf?(request: IncomingMessage): PageUser | undefined;
}

export const REPRESENTATION_OPTIONS = Symbol('REPRESENTATION_OPTIONS');
