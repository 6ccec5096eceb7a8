import { Inject, Injectable } from '@nestjs/common';
import { Database, type Queryable, type Transaction } from '@wardstone/database';
import type { AgentInventory } from '@wardstone/dto/monitoring';
import { MonitoringConfig } from '../monitoring.config';
import { AgentDatabase } from './agent-database';
import { AgentEntity } from './agent.entity';

export type AgentRow = Pick<
  AgentEntity,
  'name' | 'owner' | 'owner_subject' | 'version' | 'last_seen_ms' | 'needs_resync' | 'is_silent' | 'problems'
>;

/** A resource in inventory, and the start of its present availability. */
export interface CommittedResource {
  id: number;
  category: string;
  availability: string;
  since_ms: number;
}

/** Data that an agent states about itself. */
interface Said {
  version: string | null;
  hostname: string | null;
}

/** Processes with the identity of an agent, and its problems. */
export type KnownOfAgent = Pick<AgentEntity, 'runs' | 'problems'>;

const COLUMNS = 'a.name, a.owner, a.owner_subject, a.version, a.last_seen_ms, a.needs_resync, a.is_silent, a.problems';

/** Stored response to the report whose agent, id and kind are the first parameters. */
const ANSWER = 'SELECT r.answer FROM agent_report r WHERE r.agent_name = $1 AND r.report_id = $2 AND r.kind = $3';

/** The agent `a` named by the first parameter, and the stored response to the report with the following id and kind. */
export const AGENT_AND_RESPONSE = `${COLUMNS}, (${ANSWER}) AS answer`;

export interface AgentWithResponse extends AgentRow {
  answer: object | null;
}

export type ReportKind =
  | 'inventory'
  | 'imports'
  | 'measurements'
  | 'availability'
  | 'events'
  | 'configurations'
  | 'drift';

/** Identifies a report of an agent. */
export interface ReportKey {
  kind: ReportKind;
  reportId: string;
}

/** A report whose response is stored. */
export interface ProcessedReport extends ReportKey {
  agent: string;
  nowMs: number;
  /** Whether the owner sent it, not an administrator. */
  isSignOfLife: boolean;
}

/** A resource of an agent with one of its possible events; null if its type has none. */
interface EventDefinitionOfResource {
  resource_id: number;
  id: number | null;
  name: string | null;
}

/** Minimum interval between writes of the last sign of life, because each write updates an index. */
const SEEN_EVERY_MS = 60_000;
/** Number of such writes before an agent counts as silent. */
const SEEN_UNTIL_SILENT = 5;

@Injectable()
export class AgentQueries {
  /** Age after which the stored sign of life is updated. */
  readonly seenEveryMs: number;

  constructor(
    private readonly db: Database,
    private readonly writes: AgentDatabase,
    @Inject(MonitoringConfig) { AGENT_QUIET_TIMEOUT_MS }: Readonly<MonitoringConfig>,
  ) {
    this.seenEveryMs = Math.min(SEEN_EVERY_MS, AGENT_QUIET_TIMEOUT_MS / SEEN_UNTIL_SILENT);
  }

  /** Registers the name for the owner; undefined when it is already registered. */
  insert(
    agent: { name: string; owner: string; ownerSubject: string; version: string | null; hostname: string | null },
    nowMs: number,
  ): Promise<AgentRow | undefined> {
    return this.db.first<AgentRow>(
      `INSERT INTO agent AS a (name, owner, owner_subject, version, hostname, registered_ms, last_seen_ms)
       VALUES ($1, $2, $3, $4, $5, $6, $6) ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`,
      [agent.name, agent.owner, agent.ownerSubject, agent.version, agent.hostname, nowMs],
    );
  }

  find(name: string): Promise<AgentRow | undefined> {
    return this.db.first<AgentRow>(`SELECT ${COLUMNS} FROM agent a WHERE a.name = $1`, [name]);
  }

  /** Assigns an agent to another account. */
  async giveTo(name: string, { username, subject }: { username: string; subject: string }): Promise<void> {
    await this.writes.transaction(name, (tx) =>
      tx.repository(AgentEntity).update({ name }, { owner: username, owner_subject: subject }),
    );
  }

  /** The group that its machine joins; a machine that has already joined one stays where people have moved it since. */
  async setJoinGroup(name: string, group: string): Promise<void> {
    await this.writes.query(
      name,
      `UPDATE agent SET join_group = $2, has_joined_group = false WHERE name = $1 AND join_group IS DISTINCT FROM $2`,
      [name, group],
    );
  }

  /** Agents whose machines are in inventory and have yet to join their group. */
  listWaitingForGroup(
    tx: Transaction,
    limit: number,
  ): Promise<{ name: string; join_group: string; platform_id: number }[]> {
    return tx.query(
      `SELECT a.name, a.join_group, r.id AS platform_id
         FROM agent a
         JOIN resource r ON r.agent_name = a.name AND r.parent_id IS NULL AND r.inventory_status = 'COMMITTED'
        WHERE a.join_group IS NOT NULL AND NOT a.has_joined_group
        ORDER BY a.name
        LIMIT $1`,
      [limit],
    );
  }

  async noteGroupJoined(tx: Transaction, names: readonly string[]): Promise<void> {
    await tx.query(`UPDATE agent SET has_joined_group = true WHERE name = ANY ($1::text[])`, [names]);
  }

  /** Records a sign of life; most are too soon after the previous one to be written. */
  async see({ name, last_seen_ms, is_silent }: AgentRow, nowMs: number): Promise<void> {
    if (!is_silent && last_seen_ms > nowMs - this.seenEveryMs) return;
    await this.writes.query(
      name,
      `UPDATE agent SET last_seen_ms = $2, is_silent = false
        WHERE name = $1 AND (is_silent OR last_seen_ms <= $3)`,
      [name, nowMs, nowMs - this.seenEveryMs],
    );
  }

  /** Records a sign of life with the agent's statements about itself, merged with the known ones. */
  greet(
    name: string,
    nowMs: number,
    said: Said,
    decide: (before: KnownOfAgent) => KnownOfAgent,
  ): Promise<KnownOfAgent> {
    return this.writes.transaction(name, async (tx) => {
      const before = await tx.first<KnownOfAgent>(
        'SELECT a.runs, a.problems FROM agent a WHERE a.name = $1 FOR UPDATE',
        [name],
      );
      const { runs, problems } = decide(before ?? { runs: [], problems: [] });
      await tx.query(
        `UPDATE agent SET last_seen_ms = $2, is_silent = false, version = coalesce($3, version),
                hostname = coalesce($4, hostname), runs = $5, problems = $6
          WHERE name = $1`,
        [name, nowMs, said.version, said.hostname, JSON.stringify(runs), JSON.stringify(problems)],
      );
      return { runs, problems };
    });
  }

  /** The agent, and its stored response to a report with this kind and id. */
  async findWithResponse(
    name: string,
    kind: ReportKind,
    reportId: string | null,
  ): Promise<AgentWithResponse | undefined> {
    const [row] = await this.db.queryOften<AgentWithResponse>(
      `SELECT ${AGENT_AND_RESPONSE} FROM agent a WHERE a.name = $1`,
      [name, reportId, kind],
    );
    return row;
  }

  async findResponse(db: Queryable, agent: string, { kind, reportId }: ReportKey): Promise<object | undefined> {
    const [row] = await db.query<{ answer: object }>(ANSWER, [agent, reportId, kind]);
    return row?.answer;
  }

  /**
   * Reports of one agent are stored one after the other. Returns whether the agent must report everything;
   * undefined when it is locked and the caller does not wait.
   */
  lock(tx: Transaction, name: string, onLocked: 'wait' | 'skip'): Promise<{ needs_resync: boolean } | undefined> {
    return tx.first<{ needs_resync: boolean }>(
      `SELECT a.needs_resync FROM agent a WHERE a.name = $1 FOR UPDATE ${onLocked === 'skip' ? 'SKIP LOCKED' : ''}`,
      [name],
    );
  }

  /** Stores the response to a report, and adds a request to report everything if needed. */
  async keepResponse(
    tx: Transaction,
    { agent, kind, reportId, nowMs, isSignOfLife }: ProcessedReport,
    response: object,
  ): Promise<void> {
    await tx.query(
      `WITH seen AS (
         UPDATE agent SET needs_resync = false,
                last_seen_ms = CASE WHEN $5 THEN $4 ELSE last_seen_ms END, is_silent = is_silent AND NOT $5
          WHERE name = $1 AND (needs_resync OR $5 AND (is_silent OR last_seen_ms <= $6)))
       INSERT INTO agent_report (agent_name, report_id, answer, received_ms, kind) VALUES ($1, $2, $3, $4, $7)`,
      [agent, reportId, JSON.stringify(response), nowMs, isSignOfLife, nowMs - this.seenEveryMs, kind],
    );
  }

  async countByState(): Promise<{ connected: number; silent: number }> {
    const rows = await this.db.query<{ connected: number; silent: number }>(
      `SELECT count(*) FILTER (WHERE NOT a.is_silent) AS connected, count(*) FILTER (WHERE a.is_silent) AS silent FROM agent a`,
    );
    return rows[0]!;
  }

  forgetReports(beforeMs: number, limit: number): Promise<number> {
    return this.forget('agent_report', 'received_ms', beforeMs, limit);
  }

  forgetWork(beforeMs: number, limit: number): Promise<number> {
    return this.forget('agent_work', 'ended_ms', beforeMs, limit);
  }

  private async forget(table: string, timeColumn: string, beforeMs: number, limit: number): Promise<number> {
    const rows = await this.db.query<{ count: number }>(
      `WITH gone AS (
         DELETE FROM ${table} WHERE ctid = ANY (ARRAY (
           SELECT t.ctid FROM ${table} t WHERE t.${timeColumn} < $1 ORDER BY t.${timeColumn} LIMIT $2))
         RETURNING 1)
       SELECT count(*) FROM gone`,
      [beforeMs, limit],
    );
    return rows[0]!.count;
  }

  /** Marks agents without contact since a time, and returns them. */
  markSilent(tx: Transaction, seenBeforeMs: number): Promise<Pick<AgentRow, 'name' | 'last_seen_ms'>[]> {
    return tx.query<Pick<AgentRow, 'name' | 'last_seen_ms'>>(
      `UPDATE agent SET is_silent = true, needs_resync = true
        WHERE name IN (SELECT a.name FROM agent a WHERE NOT a.is_silent AND a.last_seen_ms < $1
                        ORDER BY a.name FOR UPDATE SKIP LOCKED)
       RETURNING name, last_seen_ms`,
      [seenBeforeMs],
    );
  }

  /** Committed resources of the agent. */
  listCommitted(tx: Transaction, agent: string): Promise<CommittedResource[]> {
    return tx.query<CommittedResource>(
      `SELECT r.id, r.category, r.availability, coalesce(a.since_ms, 0) AS since_ms
         FROM resource r LEFT JOIN availability_record a ON a.resource_id = r.id AND a.until_ms IS NULL
        WHERE r.agent_name = $1 AND r.inventory_status = 'COMMITTED' ORDER BY r.id`,
      [agent],
    );
  }

  /** Locks those of the resources that are in inventory and belong to the agent, until the transaction ends. */
  async lockCommitted(
    tx: Transaction,
    agent: string,
    ids: readonly number[],
    mode: 'KEY SHARE' | 'NO KEY UPDATE',
  ): Promise<ReadonlySet<number>> {
    const rows = await tx.query<{ id: number }>(
      `SELECT r.id FROM resource r
        WHERE r.id = ANY ($2::integer[]) AND r.agent_name = $1 AND r.inventory_status = 'COMMITTED'
        ORDER BY r.id FOR ${mode}`,
      [agent, ids],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** The agent's reported resources in inventory, by id. */
  listResources(agent: string): Promise<AgentInventory['resources'][number][]> {
    return this.db.query(
      `SELECT r.id AS "resourceId", r.parent_id AS "parentId", r.resource_key AS key, t.name AS "typeName",
              p.name AS "pluginName", r.name, r.inventory_status AS status, r.modified_ms AS mtime,
              r.plugin_configuration AS "pluginConfig"
         FROM resource r
         JOIN resource_type t ON t.id = r.resource_type_id
         JOIN plugin p ON p.id = t.plugin_id
        WHERE r.agent_name = $1 AND r.inventory_status <> 'UNINVENTORIED'
        ORDER BY r.id`,
      [agent],
    );
  }

  /** Schedules of the agent's resources in inventory. */
  listSchedules(agent: string): Promise<AgentInventory['schedules'][number][]> {
    return this.db.query(
      `SELECT s.id AS "scheduleId", s.resource_id AS "resourceId", d.name, d.data_type AS type,
              d.is_per_minute AS "perMinute", s.collection_interval_ms AS "collectionInterval", s.is_enabled AS enabled
         FROM resource r
         JOIN metric_schedule s ON s.resource_id = r.id
         JOIN metric_definition d ON d.id = s.metric_definition_id
        WHERE r.agent_name = $1 AND r.inventory_status = 'COMMITTED'
        ORDER BY s.id`,
      [agent],
    );
  }

  /** Event definitions of those of the resources that belong to the agent. */
  listEventDefinitions(tx: Transaction, agent: string, ids: readonly number[]): Promise<EventDefinitionOfResource[]> {
    return tx.query<EventDefinitionOfResource>(
      `SELECT r.id AS resource_id, d.id, d.name
         FROM resource r LEFT JOIN event_definition d ON d.resource_type_id = r.resource_type_id
        WHERE r.id = ANY ($1::integer[]) AND r.agent_name = $2 AND r.inventory_status <> 'UNINVENTORIED'`,
      [ids, agent],
    );
  }
}
