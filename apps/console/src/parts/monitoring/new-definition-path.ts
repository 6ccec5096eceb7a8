import { withQuery } from '../../api/client';
import type { Owner } from './owner';

/** Initial values of the form of a new definition. */
export interface Prefilled {
  /** Chosen in the form when absent. */
  owner?: Owner;
  /** Definition of a metric, whose value is compared. */
  metric?: number;
  /** PromQL, for a definition of the whole installation. */
  expression?: string;
}

export const METRIC = 'metric';
export const EXPRESSION = 'expression';

/** Address of the form of a new definition. Pure. */
export function newDefinitionPath({ owner, metric, expression }: Prefilled): string {
  return withQuery('/alerts/definitions/new', {
    ...(owner ? { [owner.kind]: owner.id } : {}),
    [METRIC]: metric,
    [EXPRESSION]: expression,
  });
}
