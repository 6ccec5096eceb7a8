import type { DryRunQuery } from '@wardstone/dto/monitoring';
import { invalidParameter } from '../../api/invalid-parameter';
import type { Scope } from './watched.queries';

/** How long the resources of a group or type are evaluated, one after another. */
export const SCOPE_MS = 5_000;
export const MOST_RESOURCES = 2_000;
export const MOST_FIRED = 20;

/** The group or type that is looked at as well. @throws invalid_query for both */
export function scopeOf({ groupId, resourceTypeId }: DryRunQuery): Scope | undefined {
  if (groupId !== undefined && resourceTypeId !== undefined) {
    throw invalidParameter('At most one of the parameters groupId and resourceTypeId may be given');
  }
  if (groupId !== undefined) return { groupId };
  return resourceTypeId === undefined ? undefined : { resourceTypeId };
}
