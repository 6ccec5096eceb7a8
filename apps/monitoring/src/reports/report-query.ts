import { integerOf, invalidParameter, textOf } from '../http/query-values';
import type { Query } from '../http/query-values';
import { chosenConstants } from './domain/chosen-constants';

/** Both bounds are inclusive, in ms since the epoch; undefined is none. */
export interface TimeBounds {
  startMs: number | undefined;
  endMs: number | undefined;
}

/** `startTime` and `endTime`; a start without an end ends now. Source: plugin spec 7.1. @throws invalid_query */
export function timeBoundsOf(query: Query, nowMs: number): TimeBounds {
  const startMs = integerOf(query, 'startTime');
  const endMs = integerOf(query, 'endTime');
  return { startMs, endMs: endMs ?? (startMs === undefined ? undefined : nowMs) };
}

/** Several constants, separated by commas; all of them when none is named. @throws invalid_query */
export function constantsOf<C extends string>(query: Query, name: string, constants: readonly C[]): readonly C[] {
  const chosen = chosenConstants(textOf(query, name) ?? '', constants);
  if (!chosen) throw invalidParameter(`Parameter ${name} must list some of ${constants.join(', ')}`);
  return chosen.length === 0 ? constants : chosen;
}
