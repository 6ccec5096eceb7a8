import type { PageSettings } from '../render/page-tools';

export interface RepresentationOptions extends PageSettings {
  /** The first one names types in answers. */
  vendorTokens: readonly string[];
  /** Query parameter that holds the JSONP callback. */
  jsonpParameter: string;
}

export const REPRESENTATION_OPTIONS = Symbol('REPRESENTATION_OPTIONS');
