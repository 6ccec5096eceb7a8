import { invalidParameter, textOf, timeOf } from '../api/query-values';
import type { Query } from '../api/query-values';
import { chosenConstants } from '../api/domain/chosen-constants';

/** Both bounds are inclusive, in ms since the epoch; undefined is none. */
export interface TimeBounds {
  startMs: number | undefined;
  endMs: number | undefined;
}

/** `startTime` and `endTime`; a start without an end ends now. See rule reports-1. @throws invalid_query */
export function timeBoundsOf(query: Query, nowMs: number): TimeBounds {
  const startMs = timeOf(query, 'startTime');
  const endMs = timeOf(query, 'endTime');
  return { startMs, endMs: endMs ?? (startMs === undefined ? undefined : nowMs) };
}

/**
 * The constants that are asked for, of those that there are, separated by commas; undefined for all of them, which is also
 * meant when none is named. @throws invalid_query
 */
export function restrictionTo<C extends string>(
  constants: readonly C[],
  query: Query,
  name: string,
): readonly C[] | undefined {
  const chosen = chosenConstants(textOf(query, name) ?? '', constants);
  if (!chosen) throw invalidParameter(`Parameter ${name} must list some of ${constants.join(', ')}`);
  return chosen.length === 0 || chosen.length === constants.length ? undefined : chosen;
}
