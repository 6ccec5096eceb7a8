import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '@wardstone/database';
import { AGENT_AND_ANSWER, type AgentAndAnswer, type ReportKind } from '../agent.queries';
import type { CounterValue } from './rate-per-minute';

export interface ReportedSchedule {
  id: number;
  is_enabled: boolean;
  data_type: string;
  numeric_type: 'DYNAMIC' | 'TRENDSUP' | 'TRENDSDOWN';
  is_per_minute: boolean;
  inventory_status: string;
  /** Schedule of the rate per minute, if it is collected. */
  rate_schedule_id: number | null;
  counter_ms: number | null;
  counter_value: number | null;
}

export interface AgentWithSchedules extends AgentAndAnswer {
  schedules: readonly ReportedSchedule[];
}

@Injectable()
export class AgentMeasurementQueries {
  constructor(private readonly db: Database) {}

  /** The agent, the answer that the report got, and those of the schedules whose resources the agent looks after. */
  async findWithSchedules(
    name: string,
    reportId: string | null,
    ids: readonly number[],
  ): Promise<AgentWithSchedules | undefined> {
    const [row] = await this.db.queryOften<AgentWithSchedules>(
      `SELECT ${AGENT_AND_ANSWER}, coalesce((
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
  async keepCounters(tx: Transaction, counters: ReadonlyMap<number, CounterValue>): Promise<void> {
    if (counters.size === 0) return;
    const entries = [...counters].sort(([a], [b]) => a - b);
    await tx.query(
      `INSERT INTO metric_counter AS c (schedule_id, time_ms, value)
       SELECT s.id, n.time_ms, n.value
         FROM unnest($1::integer[], $2::bigint[], $3::float8[]) AS n (schedule_id, time_ms, value)
         JOIN metric_schedule s ON s.id = n.schedule_id
       ON CONFLICT (schedule_id) DO UPDATE SET time_ms = EXCLUDED.time_ms, value = EXCLUDED.value
        WHERE c.time_ms < EXCLUDED.time_ms`,
      [entries.map(([id]) => id), entries.map(([, { timeMs }]) => timeMs), entries.map(([, { value }]) => value)],
    );
  }
}
