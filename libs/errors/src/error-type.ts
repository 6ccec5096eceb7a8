/** Format of an error type's name. Source: rule registry-2. */
export const ERROR_TYPE_PATTERN = /^[a-z][a-z0-9_]{1,63}$/;

/** The service that returns an error type; any process may return `common` ones. */
export type ErrorOwner = 'compliance' | 'monitoring' | 'error-registry' | 'gateway' | 'common';

/** How an error type is declared in a table of `registry/`. Source: rules registry-2, registry-3. */
export interface ErrorDeclaration {
  /** HTTP status of the response. */
  status: number;
  /** Cause and remedy in 1-3 sentences; the default text of an occurrence. */
  description: string;
  /** Likely causes, most likely first; at least one. */
  causes: readonly [string, ...string[]];
  /** Steps to take; at least one. */
  resolution: readonly [string, ...string[]];
  /** A request and its response, as text. */
  example?: { request: string; response: string };
  /** Product version that introduced the type. Default 0.1.0. */
  since?: string;
  /** No longer (or not yet) thrown; kept so that old logs can be explained. */
  deprecated?: boolean;
  /** Related error types. */
  related?: readonly string[];
}

export interface ErrorType extends ErrorDeclaration {
  /** The machine-readable name: `[a-z][a-z0-9_]{1,63}`, unique across all services, never changed. */
  type: string;
  service: ErrorOwner;
  since: string;
  deprecated: boolean;
  related: readonly string[];
}

/** Adds name and owner to each declaration of a table. */
export function defineErrors<K extends string>(
  service: ErrorOwner,
  declarations: Record<K, ErrorDeclaration>,
): Readonly<Record<K, ErrorType>> {
  const entries = Object.entries<ErrorDeclaration>(declarations).map(([type, declaration]) => [
    type,
    Object.freeze({ since: '0.1.0', deprecated: false, related: [], ...declaration, type, service }),
  ]);
  return Object.freeze(Object.fromEntries(entries)) as Readonly<Record<K, ErrorType>>;
}
