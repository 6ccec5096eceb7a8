import type { SystemGroup, SystemTag } from './domain/system-input';
import type { SystemValues } from './domain/system-values';

/** A system as the queries answer it. */
export interface SystemRow {
  readonly id: string;
  readonly display_name: string;
  readonly os_name: string | null;
  readonly os_major_version: number;
  readonly os_minor_version: number;
  readonly groups: readonly SystemGroup[];
  readonly tags: readonly SystemTag[];
  readonly insights_id: string | null;
  readonly owner_id: string | null;
  readonly stale_timestamp: Date | null;
  readonly updated: Date;
  readonly deleted_at: Date | null;
  readonly last_seen: Date;
  /** Subject of the login it belongs to; null when it belongs to none. */
  readonly registered_by: string | null;
}

/** The columns of `SystemRow`, of a table `s`. */
export const SYSTEM_COLUMNS = `s.id, s.display_name, s.os_name, s.os_major_version, s.os_minor_version, s.groups,
  s.tags, s.insights_id, s.owner_id, s.stale_timestamp, s.updated, s.deleted_at, s.registered_by, s.last_seen`;

export interface PolicyReference {
  readonly id: string;
  readonly title: string;
}

export function toSystemValues(row: SystemRow): SystemValues {
  return {
    displayName: row.display_name,
    osName: row.os_name,
    osMajorVersion: row.os_major_version,
    osMinorVersion: row.os_minor_version,
    groups: row.groups,
    tags: row.tags,
    insightsId: row.insights_id,
    ownerId: row.owner_id,
    staleTimestampMs: row.stale_timestamp?.getTime() ?? null,
    updatedMs: row.updated.getTime(),
  };
}
