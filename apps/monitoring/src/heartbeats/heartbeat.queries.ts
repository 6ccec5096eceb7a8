import { toColumns, type Paged, parameters, Queries, type Queryable, type Transaction } from '@wardstone/database';
import {
  type HeartbeatListQuery,
  type HeartbeatSourceKind,
  SEVERITIES,
  type Severity,
} from '@wardstone/dto/monitoring';
import { substringPattern } from '@wardstone/patterns';
import type { Viewer } from '../authorization/viewer';
import { seesResource } from '../authorization/visible.sql';
import { HEARTBEAT_TYPE, HEARTBEATS_PLUGIN } from '../plugins/platforms/built-in-plugins';
import type { WatchedHeartbeat } from './domain/judge-heartbeat';

/** Signal of a heartbeat, as stored. */
export interface StoredSource {
  kind: HeartbeatSourceKind;
  addressDigest: string | null;
  scheduleId: number | null;
  severity: Severity | null;
  text: string | null;
}

export interface HeartbeatRow extends WatchedHeartbeat, Omit<StoredSource, 'kind'> {
  id: number;
  name: string;
  parentId: number;
  parentName: string;
}

/** A heartbeat to check. */
export type DueHeartbeat = WatchedHeartbeat & Pick<HeartbeatRow, 'id' | 'scheduleId'>;

/** A due heartbeat, and when it became due. */
export type ListedHeartbeat = DueHeartbeat & { dueMs: number };

/** The parent resource of a heartbeat. */
export interface HeartbeatParent {
  id: number;
  name: string;
  typeId: number;
  ancestry: string | null;
  isCommitted: boolean;
}

const WATCHED = `h.resource_id AS id, h.source, h.period_ms AS "periodMs", h.start_ms AS "startMs", h.heard_ms AS "heardMs",
  h.schedule_id AS "scheduleId", r.availability`;
const COLUMNS = `${WATCHED}, h.severity, h.event_text AS text, r.name, p.id AS "parentId", p.name AS "parentName"`;
const TABLES = `heartbeat h
  JOIN resource r ON r.id = h.resource_id AND r.inventory_status = 'COMMITTED'
  JOIN resource p ON p.id = r.parent_id`;
const SORT_KEYS: Readonly<Record<HeartbeatListQuery['sort']['field'], string>> = {
  name: 'r.name',
  heardTime: 'coalesce(h.heard_ms, 0)',
};

export class HeartbeatQueries extends Queries {
  list(
    viewer: Viewer,
    { resourceId, q, sort: { field, descends }, window }: HeartbeatListQuery,
  ): Promise<Paged<HeartbeatRow>> {
    const bound = parameters();
    const { bind } = bound;
    const pattern = q === undefined ? undefined : bind(substringPattern(q));
    const conditions = [
      seesResource(viewer, 'r.id', bind),
      ...(resourceId === undefined ? [] : [`r.parent_id = ${bind(resourceId)}`]),
      ...(pattern === undefined ? [] : [`lower(concat_ws(E'\\n', r.name, p.name)) LIKE lower(${pattern})`]),
    ];
    const from = `FROM ${TABLES} WHERE ${conditions.join(' AND ')}`;
    const direction = descends ? 'DESC' : 'ASC';
    const order = `${SORT_KEYS[field]} ${direction}, h.resource_id ${direction}`;
    return this.page(from, (cut) => `SELECT ${COLUMNS} ${from} ORDER BY ${order} ${cut}`, bound, window);
  }

  /** Undefined if it does not exist or the viewer does not see it. In a transaction its resource is locked. */
  find(id: number, viewer: Viewer | undefined, from: Queryable = this.db): Promise<HeartbeatRow | undefined> {
    const { params, bind } = parameters(id);
    const isSeen = viewer ? seesResource(viewer, 'r.id', bind) : 'true';
    return from.first<HeartbeatRow>(
      `SELECT ${COLUMNS} FROM ${TABLES} WHERE h.resource_id = $1 AND ${isSeen}
        ${from === this.db ? '' : 'FOR NO KEY UPDATE OF r'}`,
      params,
    );
  }

  /** Finds a heartbeat by the digest of its address; in a transaction its resource is locked. */
  findByAddress(digest: string, from: Queryable = this.db): Promise<DueHeartbeat | undefined> {
    return from.first<DueHeartbeat>(
      `SELECT ${WATCHED} FROM heartbeat h JOIN resource r ON r.id = h.resource_id AND r.inventory_status = 'COMMITTED'
        WHERE h.address_digest = $1 ${from === this.db ? '' : 'FOR NO KEY UPDATE OF r'}`,
      [digest],
    );
  }

  /** Parent of a new heartbeat, locked until the transaction ends. */
  findParent(tx: Transaction, id: number): Promise<HeartbeatParent | undefined> {
    return tx.first<HeartbeatParent>(
      `SELECT r.id, r.name, r.resource_type_id AS "typeId", r.ancestry, r.inventory_status = 'COMMITTED' AS "isCommitted"
         FROM resource r WHERE r.id = $1 FOR NO KEY UPDATE`,
      [id],
    );
  }

  findTypeId(tx: Transaction): Promise<number | undefined> {
    return tx.value<number>(
      `SELECT t.id FROM resource_type t JOIN plugin p ON p.id = t.plugin_id
        WHERE t.name = $1 AND p.name = $2 AND NOT t.is_deleted`,
      [HEARTBEAT_TYPE, HEARTBEATS_PLUGIN],
    );
  }

  /** Whether the schedule belongs to a metric of the resource, not to a trait. */
  hasMetric(tx: Transaction, resourceId: number, scheduleId: number): Promise<boolean> {
    return tx.hasRow(
      `SELECT 1 FROM metric_schedule s JOIN metric_definition m ON m.id = s.metric_definition_id
        WHERE s.id = $1 AND s.resource_id = $2 AND m.data_type = 'MEASUREMENT'`,
      [scheduleId, resourceId],
    );
  }

  async insert(tx: Transaction, id: number, source: StoredSource, periodMs: number, nowMs: number): Promise<void> {
    await tx.query(
      `INSERT INTO heartbeat (resource_id, source, address_digest, schedule_id, severity, event_text, period_ms, start_ms, due_ms)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
      [id, source.kind, source.addressDigest, source.scheduleId, source.severity, source.text, periodMs, nowMs],
    );
  }

  /** Changes the timeout, and makes the next check due. */
  async setPeriod(tx: Transaction, id: number, periodMs: number, nowMs: number): Promise<void> {
    await tx.query(`UPDATE heartbeat SET period_ms = $2, due_ms = $3 WHERE resource_id = $1`, [id, periodMs, nowMs]);
  }

  /** The previous address stops working at once. */
  async setAddress(tx: Transaction, id: number, digest: string): Promise<void> {
    await tx.query(`UPDATE heartbeat SET address_digest = $2 WHERE resource_id = $1`, [id, digest]);
  }

  async remove(tx: Transaction, ids: readonly number[]): Promise<void> {
    await tx.query(`DELETE FROM heartbeat WHERE resource_id = ANY ($1::integer[])`, [ids]);
  }

  /** Records a check; returns the start of uninterrupted checks, in which no break was longer than this. */
  async noteLook(tx: Transaction, nowMs: number, breakMs: number): Promise<number> {
    const sinceMs = await tx.value<number>(
      `UPDATE heartbeat_watch SET since_ms = CASE WHEN checked_ms < $1 - $2::bigint THEN $1 ELSE since_ms END, checked_ms = $1
       RETURNING since_ms AS "sinceMs"`,
      [nowMs, breakMs],
    );
    return sinceMs!;
  }

  /** Due heartbeats after the given one, oldest first. */
  listDue(nowMs: number, after: ListedHeartbeat | undefined, limit: number): Promise<ListedHeartbeat[]> {
    return this.db.query<ListedHeartbeat>(
      `SELECT ${WATCHED}, h.due_ms AS "dueMs"
         FROM heartbeat h JOIN resource r ON r.id = h.resource_id AND r.inventory_status = 'COMMITTED'
        WHERE h.due_ms <= $1 AND (h.due_ms, h.resource_id) > ($2, $3) ORDER BY h.due_ms, h.resource_id LIMIT $4`,
      [nowMs, after?.dueMs ?? -1, after?.id ?? 0, limit],
    );
  }

  /** Locks those that are still due, with their resources; the others are being checked elsewhere. */
  lockDue(tx: Transaction, nowMs: number, ids: readonly number[]): Promise<DueHeartbeat[]> {
    return tx.query<DueHeartbeat>(
      `SELECT ${WATCHED} FROM heartbeat h JOIN resource r ON r.id = h.resource_id AND r.inventory_status = 'COMMITTED'
        WHERE h.resource_id = ANY ($2::integer[]) AND h.due_ms <= $1
        ORDER BY h.resource_id FOR NO KEY UPDATE OF r, h SKIP LOCKED`,
      [nowMs, ids],
    );
  }

  /** Time of the last relevant event of these heartbeats. */
  async listLastEvents(ids: readonly number[], nowMs: number): Promise<Map<number, number>> {
    const rows = await this.db.query<{ id: number; heardMs: number }>(
      `SELECT h.resource_id AS id, max(e.time_ms) AS "heardMs"
         FROM heartbeat h
         JOIN resource r ON r.id = h.resource_id
         JOIN event_source s ON s.resource_id = r.parent_id
        CROSS JOIN LATERAL (
          SELECT e.time_ms FROM event e
           WHERE e.source_id = s.id AND e.time_ms > $2::bigint - h.period_ms AND e.time_ms <= $2
             AND array_position($3::text[], e.severity) >= array_position($3::text[], h.severity)
             AND (h.event_text IS NULL OR strpos(lower(e.detail), lower(h.event_text)) > 0)
           ORDER BY e.time_ms DESC LIMIT 1) e
        WHERE h.resource_id = ANY ($1::integer[]) GROUP BY h.resource_id`,
      [ids, nowMs, SEVERITIES],
    );
    return new Map(rows.map(({ id, heardMs }) => [id, heardMs]));
  }

  async note(
    tx: Transaction,
    judged: readonly { id: number; heardMs: number | null; dueMs: number | null }[],
  ): Promise<void> {
    if (judged.length === 0) return;
    await tx.query(
      `UPDATE heartbeat h SET heard_ms = n.heard_ms, due_ms = n.due_ms
         FROM unnest($1::integer[], $2::bigint[], $3::bigint[]) AS n (id, heard_ms, due_ms) WHERE h.resource_id = n.id`,
      toColumns(judged, 'id', 'heardMs', 'dueMs'),
    );
  }
}
