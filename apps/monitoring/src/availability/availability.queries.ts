import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '@wardstone/database';
import type { AvailabilityType, Category, InventoryStatus } from '@wardstone/dto/monitoring';
import type { Report, Stretch, Surroundings, TimelineStep } from './domain/merge-report';

export interface StoredStretch extends Stretch {
  id: number;
}

/** What a report needs to know of its resource. */
export interface ReportedResource {
  inventory_status: InventoryStatus;
  category: Category;
  availability: AvailabilityType;
  missing_policy: 'DOWN' | 'UNINVENTORY' | 'IGNORE';
}

const COLUMNS = 'a.id, a.type, a.since_ms AS "sinceMs", a.until_ms AS "untilMs"';

@Injectable()
export class AvailabilityQueries {
  constructor(private readonly db: Database) {}

  /** Starts the timeline of resources that have none. */
  async start(tx: Transaction, resourceIds: readonly number[]): Promise<void> {
    await tx.query(
      `INSERT INTO availability_record (resource_id, type, since_ms)
       SELECT r.id, 'UNKNOWN', 0 FROM resource r
        WHERE r.id = ANY ($1::integer[])
          AND NOT EXISTS (SELECT 1 FROM availability_record a WHERE a.resource_id = r.id)
        ORDER BY r.id`,
      [resourceIds],
    );
  }

  /** The stretch that lasts. */
  findOpen(resourceId: number): Promise<Stretch | undefined> {
    return this.db.first<Stretch>(
      `SELECT ${COLUMNS} FROM availability_record a WHERE a.resource_id = $1 AND a.until_ms IS NULL`,
      [resourceId],
    );
  }

  /** Of those of the resources that the agent looks after. */
  async listCurrent(tx: Transaction, agent: string, ids: readonly number[]): Promise<Map<number, Report>> {
    const rows = await tx.query<Report & { id: number }>(
      `SELECT r.id, coalesce(a.type, 'UNKNOWN') AS type, coalesce(a.since_ms, 0) AS "sinceMs"
         FROM resource r LEFT JOIN availability_record a ON a.resource_id = r.id AND a.until_ms IS NULL
        WHERE r.id = ANY ($1::integer[]) AND r.agent_name = $2`,
      [ids, agent],
    );
    return new Map(rows.map(({ id, ...current }) => [id, current]));
  }

  /** Stretches that overlap the closed interval, newest first. */
  listOverlapping(resourceId: number, startMs: number, endMs: number): Promise<Stretch[]> {
    return this.db.query<Stretch>(
      `SELECT ${COLUMNS} FROM availability_record a
        WHERE a.resource_id = $1 AND a.since_ms <= $3 AND (a.until_ms IS NULL OR a.until_ms >= $2)
        ORDER BY a.since_ms DESC`,
      [resourceId, startMs, endMs],
    );
  }

  listAll(resourceId: number): Promise<Stretch[]> {
    return this.db.query<Stretch>(
      `SELECT ${COLUMNS} FROM availability_record a WHERE a.resource_id = $1 ORDER BY a.since_ms`,
      [resourceId],
    );
  }

  /** The resource, locked against other reports until the transaction ends. */
  lockResource(tx: Transaction, id: number): Promise<ReportedResource | undefined> {
    return tx.first<ReportedResource>(
      `SELECT r.inventory_status, r.category, r.availability, t.missing_policy
         FROM resource r JOIN resource_type t ON t.id = r.resource_type_id
        WHERE r.id = $1 FOR NO KEY UPDATE OF r`,
      [id],
    );
  }

  /** What matters to a report of that time; undefined when the resource has no record at all. */
  async findSurroundings(
    tx: Transaction,
    resourceId: number,
    atMs: number,
  ): Promise<Surroundings<StoredStretch> | undefined> {
    const rows = await tx.query<StoredStretch>(
      `(SELECT ${COLUMNS} FROM availability_record a WHERE a.resource_id = $1 AND a.until_ms IS NULL)
       UNION (SELECT ${COLUMNS} FROM availability_record a WHERE a.resource_id = $1 AND a.since_ms <= $2
               ORDER BY a.since_ms DESC LIMIT 2)
       UNION (SELECT ${COLUMNS} FROM availability_record a WHERE a.resource_id = $1 AND a.since_ms > $2
               ORDER BY a.since_ms LIMIT 1)`,
      [resourceId, atMs],
    );
    const stretches = rows.sort((a, b) => a.sinceMs - b.sinceMs);
    const open = stretches.at(-1);
    if (!open) return undefined;
    const before = stretches.filter(({ sinceMs }) => sinceMs <= atMs);
    const next = stretches.find(({ sinceMs }) => sinceMs > atMs);
    return { open, at: before.at(-1), next, isAtOldest: before.length === 1 };
  }

  /** Does the steps, and keeps the current availability beside the resource. */
  async apply(
    tx: Transaction,
    resourceId: number,
    steps: readonly TimelineStep<StoredStretch>[],
    nowMs: number,
  ): Promise<void> {
    for (const step of steps) await this.applyStep(tx, resourceId, step);
    await tx.query(
      `UPDATE resource r SET availability = a.type, changed_ms = $2
         FROM availability_record a
        WHERE r.id = $1 AND a.resource_id = r.id AND a.until_ms IS NULL AND r.availability <> a.type`,
      [resourceId, nowMs],
    );
  }

  /** Its agent is asked to report everything, with the response to its next report. */
  async askAgentOf(resourceId: number): Promise<void> {
    await this.db.query(
      `UPDATE agent a SET needs_resync = true FROM resource r WHERE r.id = $1 AND a.name = r.agent_name`,
      [resourceId],
    );
  }

  /** Erases some stretches of availability that ended before then; the one that lasts always stays. Returns how many. */
  async erase(endedBeforeMs: number, limit: number): Promise<number> {
    const rows = await this.db.query(
      `DELETE FROM availability_record a
        WHERE a.id IN (SELECT o.id FROM availability_record o
                        WHERE o.until_ms IS NOT NULL AND o.until_ms < $1 ORDER BY o.until_ms LIMIT $2)
       RETURNING a.id`,
      [endedBeforeMs, limit],
    );
    return rows.length;
  }

  async setIgnored(tx: Transaction, resourceId: number, nowMs: number): Promise<void> {
    await tx.query(`UPDATE resource SET inventory_status = 'IGNORED', modified_ms = $2 WHERE id = $1`, [
      resourceId,
      nowMs,
    ]);
  }

  private async applyStep(tx: Transaction, resourceId: number, step: TimelineStep<StoredStretch>): Promise<void> {
    switch (step.kind) {
      case 'add': {
        const { type, sinceMs, untilMs } = step.stretch;
        await tx.query(
          `INSERT INTO availability_record (resource_id, type, since_ms, until_ms) VALUES ($1, $2, $3, $4)`,
          [resourceId, type, sinceMs, untilMs],
        );
        return;
      }
      case 'remove':
        await tx.query(`DELETE FROM availability_record WHERE id = $1`, [step.stretch.id]);
        return;
      case 'change': {
        const { id, type, sinceMs, untilMs } = { ...step.stretch, ...step.to };
        await tx.query(`UPDATE availability_record SET type = $2, since_ms = $3, until_ms = $4 WHERE id = $1`, [
          id,
          type,
          sinceMs,
          untilMs,
        ]);
      }
    }
  }
}
