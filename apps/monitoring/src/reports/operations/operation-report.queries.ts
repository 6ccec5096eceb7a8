import { Injectable } from '@nestjs/common';
import { Database } from '@wardstone/database';
import type { HistoryStatus } from '@wardstone/dto/monitoring';
import type { Viewer } from '../../authorization/viewer';
import { type Bind, seesResource } from '../../authorization/visible.sql';
import type { TimeBounds } from '../report-query';

export interface OperationReportFilter extends TimeBounds {
  /** Undefined for all. */
  statuses: readonly HistoryStatus[] | undefined;
}

export interface OperationReportRow {
  id: number;
  started_ms: number;
  modified_ms: number;
  operation: string;
  requested_by: string;
  status: HistoryStatus;
  resource_id: number;
  resource_name: string;
  ancestry: string | null;
}

/** Place of an execution in the report. */
export type OperationKey = Pick<OperationReportRow, 'id' | 'modified_ms'>;

@Injectable()
export class OperationReportQueries {
  constructor(private readonly db: Database) {}

  /** Those that changed last first. The start bounds when they began, the end when they changed last. */
  list(
    viewer: Viewer,
    { statuses, startMs, endMs }: OperationReportFilter,
    after: OperationKey | undefined,
    limit: number,
  ): Promise<OperationReportRow[]> {
    const params: unknown[] = [];
    const bind: Bind = (value) => `$${params.push(value)}`;
    const conditions = [
      seesResource(viewer, 'h.resource_id', bind),
      ...(statuses === undefined ? [] : [`h.status = ANY (${bind(statuses)}::text[])`]),
      ...(startMs === undefined ? [] : [`h.started_ms >= ${bind(startMs)}::bigint`]),
      ...(endMs === undefined ? [] : [`h.modified_ms <= ${bind(endMs)}::bigint`]),
      ...(after === undefined ? [] : [behind(after, bind)]),
    ];
    return this.db.query<OperationReportRow>(
      `SELECT h.id, h.started_ms, h.modified_ms, h.operation_display_name AS operation, h.requested_by, h.status,
              r.id AS resource_id, r.name AS resource_name, r.ancestry
         FROM operation_history h
         JOIN resource r ON r.id = h.resource_id AND r.inventory_status = 'COMMITTED'
        WHERE ${conditions.join(' AND ')}
        ORDER BY h.modified_ms DESC, h.id LIMIT ${bind(limit)}`,
      params,
    );
  }
}

function behind({ modified_ms, id }: OperationKey, bind: Bind): string {
  const modifiedMs = `${bind(modified_ms)}::bigint`;
  return `h.modified_ms <= ${modifiedMs} AND (h.modified_ms < ${modifiedMs} OR h.id > ${bind(id)}::integer)`;
}
