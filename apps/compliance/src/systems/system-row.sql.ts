import type { SystemValues } from './domain/system-values';
import type { SystemEntity } from './system.entity';

/** A system as returned by queries. */
export interface SystemRow
  extends
    SystemValues,
    Pick<SystemEntity, 'id' | 'deleted_at' | 'last_seen' | 'registered_by' | 'agent_name' | 'platform_id'> {}

/** The columns of `SystemRow`, of a table `s`. */
export const SYSTEM_COLUMNS = `s.id, s.display_name, s.os_name, s.os_major_version, s.os_minor_version, s.groups,
  s.tags, s.insights_id, s.owner_id, s.stale_timestamp, s.updated, s.deleted_at, s.registered_by, s.agent_name, s.platform_id, s.last_seen`;
