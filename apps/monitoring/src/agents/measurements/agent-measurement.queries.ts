import { Injectable } from '@nestjs/common';
import { toColumns, Database, type Transaction } from '@wardstone/database';
import type { JoinedRow, JoinedStatement } from '../../metrics/storage/joined-statement';
import {
  AGENT_AND_RESPONSE,
  type AgentWithResponse,
  AgentQueries,
  type ProcessedReport,
  type ReportKind,
} from '../agent.queries';
import type { CounterValue } from './rate-per-minute';

export interface ReportedSchedule {
  id: number;
  is_enabled: boolean;
  data_type: string;
  numeric_type: 'DYNAMIC' | 'TRENDSUP' | 'TRENDSDOWN';
  is_per_minute: boolean;
  inventory_status: string;
  /** Schedule of the per-minute rate, if it is collected. */
  rate_schedule_id: number | null;
  counter_ms: number | null;
  counter_value: number | null;
}

export interface AgentWithSchedules extends AgentWithResponse {
  schedules: readonly ReportedSchedule[];
}

type Counters = ReadonlyMap<number, CounterValue>;

/** A report of numbers, to be stored with its response. */
interface KeptReport extends ProcessedReport {
  answer: string;
  counters: Counters;
  seenBeforeMs: number;
}

/** A newer value of a counter replaces the stored one. */
const KEEP_NEWEST = `ON CONFLICT (schedule_id) DO UPDATE SET time_ms = EXCLUDED.time_ms, value = EXCLUDED.value
  WHERE c.time_ms < EXCLUDED.time_ms`;

/** Stores one report of each agent at a time. Agents are not locked in a fixed order, so locked ones are skipped. */
const KEEPING: JoinedStatement<KeptReport> = {
  name: 'agent_report_keep',
  toKey: ({ agent }) => agent,
  ctes: (reports, bind) => {
    const columns = toColumns(reports, 'agent', 'reportId', 'kind', 'answer', 'nowMs', 'isSignOfLife', 'seenBeforeMs');
    const [agents, ids, kinds, responses, times, signs, seenBefore] = columns.map(bind);
    const counters = reports.flatMap(({ agent, counters: own }) =>
      [...own].map(([scheduleId, counter]) => ({ agent, scheduleId, ...counter })),
    );
    const [owners, schedules, countedAt, values] = toColumns(counters, 'agent', 'scheduleId', 'timeMs', 'value').map(
      bind,
    );
    return `sent AS MATERIALIZED (
      SELECT * FROM unnest(${agents}::text[], ${ids}::text[], ${kinds}::text[], ${responses}::jsonb[], ${times}::bigint[],
                           ${signs}::boolean[], ${seenBefore}::bigint[])
             WITH ORDINALITY AS s (agent, report_id, kind, answer, at_ms, is_sign, seen_before_ms, place)
    ), locked AS MATERIALIZED (
      SELECT a.name, a.needs_resync FROM agent a WHERE a.name = ANY (${agents}::text[]) FOR UPDATE SKIP LOCKED
    ), kept AS (
      INSERT INTO agent_report (agent_name, report_id, answer, received_ms, kind)
      SELECT s.agent, s.report_id, s.answer || jsonb_build_object('resync', l.needs_resync), s.at_ms, s.kind
        FROM sent s JOIN locked l ON l.name = s.agent
      ON CONFLICT DO NOTHING
      RETURNING agent_name, answer
    ), counted AS (
      INSERT INTO metric_counter AS c (schedule_id, time_ms, value)
      SELECT m.id, n.time_ms, n.value
        FROM unnest(${owners}::text[], ${schedules}::integer[], ${countedAt}::bigint[], ${values}::float8[])
               AS n (agent, schedule_id, time_ms, value)
        JOIN kept k ON k.agent_name = n.agent
        JOIN metric_schedule m ON m.id = n.schedule_id
       ORDER BY m.id
      ${KEEP_NEWEST}
    ), seen AS (
      UPDATE agent a SET needs_resync = false,
             last_seen_ms = CASE WHEN s.is_sign THEN s.at_ms ELSE a.last_seen_ms END,
             is_silent = a.is_silent AND NOT s.is_sign
        FROM sent s JOIN kept k ON k.agent_name = s.agent
       WHERE a.name = s.agent
         AND (a.needs_resync OR s.is_sign AND (a.is_silent OR a.last_seen_ms <= s.seen_before_ms)))`;
  },
  values: `(SELECT array_agg((k.answer ->> 'resync')::boolean ORDER BY s.place)
              FROM sent s LEFT JOIN kept k ON k.agent_name = s.agent)`,
};

@Injectable()
export class AgentMeasurementQueries {
  constructor(
    private readonly db: Database,
    private readonly agents: AgentQueries,
  ) {}

  /**
   * Stores the response to a report and the newest values of counters together with its points, unless the agent is
   * locked or the report was handled meanwhile. Returns whether the agent must report everything again; null if nothing
   * was stored.
   */
  keeping(report: ProcessedReport, response: object, counters: Counters): JoinedRow<KeptReport> {
    const seenBeforeMs = report.nowMs - this.agents.seenEveryMs;
    return { statement: KEEPING, row: { ...report, answer: JSON.stringify(response), counters, seenBeforeMs } };
  }

  /** The agent, the report's stored response, and those schedules whose resources belong to the agent. */
  async findWithSchedules(
    name: string,
    reportId: string | null,
    ids: readonly number[],
  ): Promise<AgentWithSchedules | undefined> {
    const [row] = await this.db.queryOften<AgentWithSchedules>(
      `SELECT ${AGENT_AND_RESPONSE}, coalesce((
         SELECT json_agg(json_build_object(
                  'id', s.id, 'is_enabled', s.is_enabled, 'data_type', d.data_type, 'numeric_type', d.numeric_type,
                  'is_per_minute', d.is_per_minute, 'inventory_status', r.inventory_status,
                  'rate_schedule_id', rate.id, 'counter_ms', c.time_ms, 'counter_value', c.value))
           FROM metric_schedule s
           JOIN metric_definition d ON d.id = s.metric_definition_id
           JOIN resource r ON r.id = s.resource_id
           LEFT JOIN metric_counter c ON c.schedule_id = s.id
           LEFT JOIN metric_definition per
             ON per.resource_type_id = d.resource_type_id AND per.name = d.name AND per.is_per_minute
            AND NOT d.is_per_minute
           LEFT JOIN metric_schedule rate
             ON rate.metric_definition_id = per.id AND rate.resource_id = s.resource_id AND rate.is_enabled
          WHERE s.id = ANY ($4::integer[]) AND r.agent_name = a.name), '[]') AS schedules
         FROM agent a WHERE a.name = $1`,
      [name, reportId, 'measurements' satisfies ReportKind, ids],
    );
    return row;
  }

  /** Keeps the newest values of counters. */
  async keepCounters(tx: Transaction, counters: Counters): Promise<void> {
    if (counters.size === 0) return;
    const entries = [...counters].sort(([a], [b]) => a - b);
    await tx.query(
      `INSERT INTO metric_counter AS c (schedule_id, time_ms, value)
       SELECT s.id, n.time_ms, n.value
         FROM unnest($1::integer[], $2::bigint[], $3::float8[]) AS n (schedule_id, time_ms, value)
         JOIN metric_schedule s ON s.id = n.schedule_id
       ${KEEP_NEWEST}`,
      [entries.map(([id]) => id), entries.map(([, { timeMs }]) => timeMs), entries.map(([, { value }]) => value)],
    );
  }
}
