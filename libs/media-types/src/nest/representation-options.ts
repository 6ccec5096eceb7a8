import type { IncomingMessage } from 'node:http';
import type { PageUser } from '../render/page-frame';
import type { PageSettings } from '../render/page-tools';

export interface RepresentationOptions extends PageSettings {
  /** The first one names types in responses. */
  vendorTokens: readonly string[];
  /** Query parameter that holds the JSONP callback. */
  jsonpParameter: string;
  /** Whether the sender of a JSONP request gets a script. */
  answersJsonp(request: IncomingMessage): boolean;
  /** Address of a console beside the service that links for users lead to, without a trailing slash. */
  consoleUrl?: string;
  /** The caller, for the page; undefined if unknown. */
  userOf?(request: IncomingMessage): PageUser | undefined;
}

export const REPRESENTATION_OPTIONS = Symbol('REPRESENTATION_OPTIONS');
