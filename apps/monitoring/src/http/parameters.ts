import { invalidParameter, textOf } from './query-values';
import type { Query } from './query-values';

/** @throws invalid_query when it is not there, or empty */
export function requireText(parameters: Query, name: string): string {
  const value = textOf(parameters, name);
  if (value === undefined) throw invalidParameter(`Parameter ${name} must be given`);
  return value;
}

/**
 * `true` or `false` in any case; undefined when absent. Operations of plugins take nothing else, so that a slip does not
 * disable one (plugin spec 2.2). @throws invalid_query
 */
export function readFlag(parameters: Query, name: string): boolean | undefined {
  const value = textOf(parameters, name)?.toLowerCase();
  if (value === undefined) return undefined;
  if (value !== 'true' && value !== 'false') throw invalidParameter(`Parameter ${name} must be true or false`);
  return value === 'true';
}
