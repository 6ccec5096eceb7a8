import { toColumns, Queries, type Queryable, type Transaction } from '@wardstone/database';
import type { AvailabilityType, Category, InventoryStatus } from '@wardstone/dto/monitoring';
import type { Report, Stretch, Surroundings, TimelineStep } from './domain/merge-report';

export interface StoredStretch extends Stretch {
  id: number;
}

/** Properties of a resource that a report needs. */
export interface ReportedResource {
  inventory_status: InventoryStatus;
  category: Category;
  availability: AvailabilityType;
  missing_policy: 'DOWN' | 'UNINVENTORY' | 'IGNORE';
}

/** A change to the timeline of a resource. */
export type ResourceStep = TimelineStep<StoredStretch> & { resourceId: number };

const COLUMNS = 'a.id, a.type, a.since_ms AS "sinceMs", a.until_ms AS "untilMs"';

export class AvailabilityQueries extends Queries {
  /** Starts the timeline of resources without one. */
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

  /** The current stretch. */
  findOpen(resourceId: number): Promise<Stretch | undefined> {
    return this.db.first<Stretch>(
      `SELECT ${COLUMNS} FROM availability_record a WHERE a.resource_id = $1 AND a.until_ms IS NULL`,
      [resourceId],
    );
  }

  /** Current availability of those resources that belong to the agent. */
  listCurrent(tx: Transaction, agent: string, ids: readonly number[]): Promise<Map<number, Report>> {
    return this.listReports(tx, 'r.id = ANY ($1::integer[]) AND r.agent_name = $2', [ids, agent]);
  }

  /** The open stretch of each resource. */
  listLasting(ids: readonly number[]): Promise<Map<number, Report>> {
    return this.listReports(this.db, 'r.id = ANY ($1::integer[])', [ids]);
  }

  private async listReports(from: Queryable, condition: string, params: unknown[]): Promise<Map<number, Report>> {
    const rows = await from.query<Report & { id: number }>(
      `SELECT r.id, coalesce(a.type, 'UNKNOWN') AS type, coalesce(a.since_ms, 0) AS "sinceMs"
         FROM resource r LEFT JOIN availability_record a ON a.resource_id = r.id AND a.until_ms IS NULL
        WHERE ${condition}`,
      params,
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

  hasResource(id: number): Promise<boolean> {
    return this.db.hasRow('SELECT 1 FROM resource r WHERE r.id = $1', [id]);
  }

  /** Locks the resources against other reports until the transaction ends. */
  async lockResources(tx: Transaction, ids: readonly number[]): Promise<Map<number, ReportedResource>> {
    const rows = await tx.query<ReportedResource & { id: number }>(
      `SELECT r.id, r.inventory_status, r.category, r.availability, t.missing_policy
         FROM resource r JOIN resource_type t ON t.id = r.resource_type_id
        WHERE r.id = ANY ($1::integer[]) ORDER BY r.id FOR NO KEY UPDATE OF r`,
      [ids],
    );
    return new Map(rows.map(({ id, ...resource }) => [id, resource]));
  }

  /** Stretches around these report times, by resource; resources without any are missing. */
  async findSurroundings(
    tx: Transaction,
    reports: readonly { resourceId: number; sinceMs: number }[],
  ): Promise<Map<number, Surroundings<StoredStretch>>> {
    const rows = await tx.query<StoredStretch & { resourceId: number }>(
      `SELECT w.resource_id AS "resourceId", s.*
         FROM unnest($1::integer[], $2::bigint[]) w (resource_id, at_ms)
        CROSS JOIN LATERAL (
          (SELECT ${COLUMNS} FROM availability_record a WHERE a.resource_id = w.resource_id AND a.until_ms IS NULL)
          UNION (SELECT ${COLUMNS} FROM availability_record a WHERE a.resource_id = w.resource_id AND a.since_ms <= w.at_ms
                  ORDER BY a.since_ms DESC LIMIT 2)
          UNION (SELECT ${COLUMNS} FROM availability_record a WHERE a.resource_id = w.resource_id AND a.since_ms > w.at_ms
                  ORDER BY a.since_ms LIMIT 1)) s
        ORDER BY w.resource_id, s."sinceMs"`,
      toColumns(reports, 'resourceId', 'sinceMs'),
    );
    const stretches = new Map<number, StoredStretch[]>(reports.map(({ resourceId }) => [resourceId, []]));
    for (const { resourceId, ...stretch } of rows) stretches.get(resourceId)!.push(stretch);
    return new Map(
      reports.flatMap(({ resourceId, sinceMs: atMs }) => {
        const own = stretches.get(resourceId)!;
        const open = own.at(-1);
        if (!open) return [];
        const before = own.filter(({ sinceMs }) => sinceMs <= atMs);
        const next = own.find(({ sinceMs }) => sinceMs > atMs);
        return [[resourceId, { open, at: before.at(-1), next, isAtOldest: before.length === 1 }] as const];
      }),
    );
  }

  /** Applies changes to different resources, and updates their current availability. */
  async apply(tx: Transaction, steps: readonly ResourceStep[], nowMs: number): Promise<void> {
    const removed = steps.filter(({ kind }) => kind === 'remove').map(({ stretch }) => stretch as StoredStretch);
    const changed = steps.flatMap((step) => (step.kind === 'change' ? [{ ...step.stretch, ...step.to }] : []));
    const added = steps.flatMap(({ kind, stretch, resourceId }) =>
      kind === 'add' ? [{ ...stretch, resourceId }] : [],
    );
    // In this order, because removals make room for changes, and changes for additions.
    if (removed.length > 0) {
      await tx.query('DELETE FROM availability_record WHERE id = ANY ($1::bigint[])', toColumns(removed, 'id'));
    }
    if (changed.length > 0) {
      await tx.query(
        `UPDATE availability_record a SET type = c.type, since_ms = c.since_ms, until_ms = c.until_ms
           FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[]) c (id, type, since_ms, until_ms)
          WHERE a.id = c.id`,
        toColumns(changed, 'id', 'type', 'sinceMs', 'untilMs'),
      );
    }
    if (added.length > 0) {
      await tx.query(
        `INSERT INTO availability_record (resource_id, type, since_ms, until_ms)
         SELECT * FROM unnest($1::integer[], $2::text[], $3::bigint[], $4::bigint[])`,
        toColumns(added, 'resourceId', 'type', 'sinceMs', 'untilMs'),
      );
    }
    await tx.query(
      `UPDATE resource r SET availability = a.type, changed_ms = $2
         FROM availability_record a
        WHERE r.id = ANY ($1::integer[]) AND a.resource_id = r.id AND a.until_ms IS NULL AND r.availability <> a.type`,
      [[...new Set(steps.map(({ resourceId }) => resourceId))], nowMs],
    );
  }

  /** Makes its agent report everything, through the response to its next report. */
  async notifyAgent(resourceId: number): Promise<void> {
    await this.db.query(
      `UPDATE agent a SET needs_resync = true FROM resource r WHERE r.id = $1 AND a.name = r.agent_name`,
      [resourceId],
    );
  }

  /** Deletes some stretches that ended before a time; returns the number. */
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

  async setIgnored(tx: Transaction, resourceIds: readonly number[], nowMs: number): Promise<void> {
    await tx.query(
      `UPDATE resource SET inventory_status = 'IGNORED', modified_ms = $2 WHERE id = ANY ($1::integer[])`,
      [resourceIds, nowMs],
    );
  }
}
