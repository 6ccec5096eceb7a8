import type { SystemGroup, SystemInput, SystemTag } from './system-input';

/** Everything stored about a system but its id and organisation. Times in ms since the epoch. */
export interface SystemValues {
  readonly displayName: string;
  readonly osName: string | null;
  readonly osMajorVersion: number;
  readonly osMinorVersion: number;
  readonly groups: readonly SystemGroup[];
  readonly tags: readonly SystemTag[];
  readonly insightsId: string | null;
  readonly ownerId: string | null;
  readonly staleTimestampMs: number | null;
  readonly updatedMs: number;
}

/** A system that does not report again goes stale after 29 hours (compliance spec G4). */
const STALE_AFTER_MS = 29 * 3_600_000;

/** Values of a new system. Only for input without violations. @param nowMs ms since the epoch */
export function newSystemValues(input: SystemInput, nowMs: number): SystemValues {
  const { displayName, osMajorVersion, osMinorVersion } = input;
  if (displayName === undefined || osMajorVersion === undefined || osMinorVersion === undefined) {
    throw new TypeError('a new system needs a name and a version');
  }
  return {
    displayName,
    osMajorVersion,
    osMinorVersion,
    osName: input.osName ?? null,
    groups: input.groups ?? [],
    tags: input.tags ?? [],
    insightsId: input.insightsId ?? null,
    ownerId: input.ownerId ?? null,
    ...timesOf(input, nowMs),
  };
}

/** What is not mentioned stays, except the two times: every report is a sign of life. */
export function changedSystemValues(stored: SystemValues, input: SystemInput, nowMs: number): SystemValues {
  return {
    displayName: input.displayName ?? stored.displayName,
    osMajorVersion: input.osMajorVersion ?? stored.osMajorVersion,
    osMinorVersion: input.osMinorVersion ?? stored.osMinorVersion,
    // null is a value here: it clears.
    osName: input.osName === undefined ? stored.osName : input.osName,
    groups: input.groups ?? stored.groups,
    tags: input.tags ?? stored.tags,
    insightsId: input.insightsId === undefined ? stored.insightsId : input.insightsId,
    ownerId: input.ownerId === undefined ? stored.ownerId : input.ownerId,
    ...timesOf(input, nowMs),
  };
}

function timesOf({ staleTimestampMs, updatedMs }: SystemInput, nowMs: number) {
  return { staleTimestampMs: staleTimestampMs ?? nowMs + STALE_AFTER_MS, updatedMs: updatedMs ?? nowMs };
}
