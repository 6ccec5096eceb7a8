import type { SystemBody, SystemGroupRecord, SystemTagRecord } from '@wardstone/dto/compliance';

/** Values of a system as stored. */
export interface SystemValues {
  readonly display_name: string;
  readonly os_name: string | null;
  readonly os_major_version: number;
  readonly os_minor_version: number;
  readonly groups: readonly SystemGroupRecord[];
  readonly tags: readonly SystemTagRecord[];
  readonly insights_id: string | null;
  readonly owner_id: string | null;
  readonly stale_timestamp: Date | null;
  readonly updated: Date;
}

/** Added to the time of a report without `stale_timestamp`. */
const STALE_AFTER_MS = 29 * 3_600_000;

/**
 * Values of a new system, for a body without violations.
 * @param nowMs milliseconds since the epoch
 */
export function newSystemValues(body: SystemBody, nowMs: number): SystemValues {
  const { display_name, os_major_version, os_minor_version } = body;
  if (display_name === undefined || os_major_version === undefined || os_minor_version === undefined) {
    throw new TypeError('a new system needs a name and a version');
  }
  return {
    display_name,
    os_major_version,
    os_minor_version,
    os_name: body.os_name ?? null,
    groups: body.groups ?? [],
    tags: body.tags ?? [],
    insights_id: body.insights_id ?? null,
    owner_id: body.owner_id ?? null,
    ...toTimes(body, nowMs),
  };
}

/** Missing fields are unchanged, except the two times, because every report is a sign of life. */
export function changedSystemValues(stored: SystemValues, body: SystemBody, nowMs: number): SystemValues {
  return {
    display_name: body.display_name ?? stored.display_name,
    os_major_version: body.os_major_version ?? stored.os_major_version,
    os_minor_version: body.os_minor_version ?? stored.os_minor_version,
    // null is a value that clears the field.
    os_name: body.os_name === undefined ? stored.os_name : body.os_name,
    groups: body.groups ?? stored.groups,
    tags: body.tags ?? stored.tags,
    insights_id: body.insights_id === undefined ? stored.insights_id : body.insights_id,
    owner_id: body.owner_id === undefined ? stored.owner_id : body.owner_id,
    ...toTimes(body, nowMs),
  };
}

/** Time of the report, in ms since the epoch; by default now. */
export const getReportTime = ({ updated }: SystemBody, nowMs: number): number =>
  updated === undefined ? nowMs : Date.parse(updated);

function toTimes(body: SystemBody, nowMs: number) {
  const { stale_timestamp } = body;
  return {
    stale_timestamp: new Date(stale_timestamp ?? nowMs + STALE_AFTER_MS),
    updated: new Date(getReportTime(body, nowMs)),
  };
}
