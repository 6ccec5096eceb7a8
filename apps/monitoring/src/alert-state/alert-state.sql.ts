import type { Bind } from '../authorization/visible.sql';
import { recovers } from './alert-definition.sql';
import { STATE_CATEGORIES } from '@wardstone/alerting';
import { coveringSilences } from './silence.sql';

/** Silences and causes that hold alerts at present. */
export interface PresentHolds {
  /** Silences in force. */
  readonly silences: readonly { readonly id: number; readonly untilMs: number }[];
  /** Resources that depend on a resource that is DOWN. */
  readonly causes: readonly { readonly resourceId: number; readonly causeId: number }[];
}

/** Tables used by `IS_PRESENT` and `IS_OVER`. */
export const ALERTS_WITH_HOLDS = `alert_hold h
    JOIN alert a ON a.id = h.alert_id
    JOIN alert_definition d ON d.id = a.alert_definition_id
    JOIN resource r ON r.id = a.resource_id`;

/**
 * The alert is a present problem: it has not ended, whether acknowledged or not, and is not a recovery message. Defined
 * only here; see rule problems-1.
 */
export const IS_PRESENT = `(h.ended_ms IS NULL AND d.recovery_id = 0 AND NOT d.is_deleted AND r.inventory_status = 'COMMITTED')`;

/** The alert was a problem that has recovered since the time, without a later alert for the same. */
export const hasRecoveredSince = (ms: string): string => `(
  h.is_recovered AND h.ended_ms > ${ms} AND d.recovery_id = 0 AND NOT d.is_deleted AND r.inventory_status = 'COMMITTED'
  AND NOT EXISTS (SELECT 1 FROM alert later JOIN alert_hold lh ON lh.alert_id = later.id
                   WHERE later.alert_definition_id = a.alert_definition_id AND later.external_id = a.external_id AND later.id > a.id
                     AND (lh.ended_ms IS NULL OR lh.is_recovered)))`;

/** Number of present problems on each resource, as in the list of problems. */
export function presentOnResources(condition: string): string {
  return `SELECT a.resource_id, count(DISTINCT (coalesce(d.parent_id, d.id), a.external_id)) AS count
            FROM ${ALERTS_WITH_HOLDS} WHERE ${IS_PRESENT} AND ${condition} GROUP BY a.resource_id`;
}

/** Why an alert of `ALERTS_WITH_HOLDS` has ended, an `EndReason`; null while it has not. */
export const END_REASON = `CASE WHEN d.recovery_id <> 0 THEN 'RECOVERED' WHEN h.end_reason IS NOT NULL THEN h.end_reason
  WHEN h.ended_ms IS NOT NULL AND h.is_recovered THEN 'RECOVERED'
  WHEN d.is_deleted THEN 'DEFINITION_REMOVED' WHEN r.inventory_status <> 'COMMITTED' THEN 'RESOURCE_REMOVED' END`;

/**
 * Present state of an alert or a DOWN resource, by the result of `heldAtPresent`; acknowledgement takes precedence.
 * @param endReason column of `END_REASON`; optional in statements without ended alerts
 */
export function alertState({
  isOver,
  endReason = 'NULL',
  isAcknowledged,
  held,
}: {
  isOver: string;
  endReason?: string;
  isAcknowledged: string;
  held: string;
}): string {
  return `CASE WHEN ${isOver} THEN CASE ${endReason} WHEN 'RECOVERED' THEN 'RECOVERED' WHEN 'RESOLVED' THEN 'RESOLVED' ELSE 'CLOSED' END
               WHEN ${isAcknowledged} THEN 'ACKNOWLEDGED'
               WHEN ${held}.silence_id IS NOT NULL THEN 'SILENCED' WHEN ${held}.cause_id IS NOT NULL THEN 'SUPPRESSED'
               ELSE 'FIRING' END`;
}

/**
 * Continues a `WITH RECURSIVE` list that contains `wanted (key, resource_id, definition_id)` with `held (key,
 * silence_id, silenced_until_ms, cause_id)`; of several silences, the one that ends last counts.
 */
export function heldAtPresent({ silences, causes }: PresentHolds, bind: Bind): string {
  const ids = bind(silences.map(({ id }) => id));
  const untils = bind(silences.map(({ untilMs }) => untilMs));
  const [resources, causeIds] = [causes.map(({ resourceId }) => resourceId), causes.map(({ causeId }) => causeId)];
  return `${coveringSilences(`s.id = ANY (${ids}::integer[])`)},
    held AS MATERIALIZED (
      SELECT w.key, silence.id AS silence_id, silence.until_ms AS silenced_until_ms, cause.cause_id
        FROM wanted w
        LEFT JOIN (
          SELECT DISTINCT ON (c.key) c.key, f.id, f.until_ms
            FROM covering c JOIN unnest(${ids}::integer[], ${untils}::bigint[]) AS f (id, until_ms) ON f.id = c.id
           ORDER BY c.key, f.until_ms DESC, f.id) silence ON silence.key = w.key
        LEFT JOIN unnest(${bind(resources)}::integer[], ${bind(causeIds)}::integer[]) AS cause (resource_id, cause_id)
               ON cause.resource_id = w.resource_id)`;
}

/** The same rule as `isState` in `still-holds.ts`. */
const STATES_PATH = [
  ...STATE_CATEGORIES.map((category) => `@.category == "${category}"`),
  '(@.category == "TRAIT" && @.option != null && @.option != "")',
].join(' || ');

/**
 * Whether the alert `a` can end by itself: another system reports it, its conditions are states, or a definition
 * recovers it.
 */
export const SEES_RECOVERY = `(
  a.external_id <> 0 OR jsonb_path_exists(a.rules, '$.conditions[*] ? (${STATES_PATH})')
  OR EXISTS (SELECT 1 FROM alert_definition ends
              WHERE ${recovers('ends', 'a.alert_definition_id')} AND ends.is_enabled AND NOT ends.is_deleted))`;

/** Whether the conditions of the alert `a` concern the availability of its resource. */
export const WATCHES_AVAILABILITY = `jsonb_path_exists(a.rules, '$.conditions[*] ? (@.category == "AVAILABILITY" || @.category == "AVAIL_DURATION")')`;
