import type { ErrorOwner } from '@wardstone/errors';

/** The parts of an explanation that can be translated. */
export interface ErrorTexts {
  /** What went wrong and what may fix it. */
  description: string;
  /** Likely causes, most likely first; at least one. */
  causes: readonly string[];
  /** Steps to resolve the error; at least one. */
  resolution: readonly string[];
}

/** A request and its response, as text. */
export interface ErrorExample {
  request: string;
  response: string;
}

/** An error type as it is stored; its texts are English. */
export interface ErrorRecord extends ErrorTexts {
  type: string;
  service: ErrorOwner;
  status: number;
  example: ErrorExample | null;
  since: string;
  isDeprecated: boolean;
  related: readonly string[];
  /** Made by an operator, not by a table of `libs/errors`. */
  isCustom: boolean;
}

export interface ErrorTranslation extends ErrorTexts {
  /** Canonical BCP 47 tag. */
  language: string;
}

/** An error type with its texts in other languages, by language. */
export interface TranslatedRecord extends ErrorRecord {
  translations: readonly ErrorTranslation[];
}

/** The body of an explanation, members in the order they are sent. Source: error-rule registry-2. */
export interface ErrorDescription {
  type: string;
  title: string;
  description: string;
  status: number;
  service: ErrorOwner;
  causes: readonly string[];
  resolution: readonly string[];
  example?: ErrorExample;
  since: string;
  deprecated: boolean;
  related: readonly string[];
  custom: boolean;
}

/** @param url absolute address of this very explanation */
export function toErrorDescription(record: ErrorRecord, texts: ErrorTexts, url: string): ErrorDescription {
  return {
    type: url,
    title: record.type,
    description: texts.description,
    status: record.status,
    service: record.service,
    causes: texts.causes,
    resolution: texts.resolution,
    ...(record.example && { example: record.example }),
    since: record.since,
    deprecated: record.isDeprecated,
    related: record.related,
    custom: record.isCustom,
  };
}
