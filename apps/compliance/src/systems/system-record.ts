import type { SystemPolicyRecord, SystemRecord } from '@wardstone/dto/compliance';
import type { SystemRow } from './system-row.sql';

const DAY_MS = 86_400_000;
const WARNING_AFTER_MS = 7 * DAY_MS;
// Rule compliance-19 says "sic": the reference derives the last check-in in this way, and clients rely on it.
const LAST_CHECK_IN_AFTER_MS = 8 * DAY_MS;
const CULLED_AFTER_MS = 14 * DAY_MS;

/** The record of rule compliance-19; without policies for `/policies/{p}/systems`. */
export function toSystemRecord(row: SystemRow, policies?: readonly SystemPolicyRecord[]): SystemRecord {
  const staleAnd = (addedMs: number): string | null =>
    row.stale_timestamp && new Date(row.stale_timestamp.getTime() + addedMs).toISOString();
  return {
    id: row.id,
    display_name: row.display_name,
    groups: row.groups.map(({ id, name }) => ({ id, name })),
    culled_timestamp: staleAnd(CULLED_AFTER_MS),
    last_check_in: staleAnd(LAST_CHECK_IN_AFTER_MS),
    last_seen: row.last_seen.toISOString(),
    stale_timestamp: staleAnd(0),
    stale_warning_timestamp: staleAnd(WARNING_AFTER_MS),
    updated: row.updated.toISOString(),
    insights_id: row.insights_id,
    tags: row.tags.map(({ namespace, key, value }) => ({ namespace, key, value })),
    type: 'system',
    os_major_version: row.os_major_version,
    os_minor_version: row.os_minor_version,
    ...(policies && { policies }),
    ...(row.agent_name !== null && { agent: row.agent_name }),
    ...(row.agent_name !== null && row.platform_id !== null && { platform_id: row.platform_id }),
  };
}
