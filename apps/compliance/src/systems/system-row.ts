import type { SystemValues } from './domain/system-values';

/** A system as the queries answer it. */
export interface SystemRow extends SystemValues {
  readonly id: string;
  readonly deleted_at: Date | null;
  readonly last_seen: Date;
  /** Subject of the login it belongs to; null when it belongs to none. */
  readonly registered_by: string | null;
}

/** The columns of `SystemRow`, of a table `s`. */
export const SYSTEM_COLUMNS = `s.id, s.display_name, s.os_name, s.os_major_version, s.os_minor_version, s.groups,
  s.tags, s.insights_id, s.owner_id, s.stale_timestamp, s.updated, s.deleted_at, s.registered_by, s.last_seen`;
