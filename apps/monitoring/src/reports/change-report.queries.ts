import { parameters, Queries } from '@wardstone/database';
import type { DriftCategory, HistoryStatus } from '@wardstone/dto/monitoring';
import { substringPattern } from '@wardstone/patterns';
import type { UpdateStatus } from './domain/shown-names';
import type { Viewer } from '../authorization/viewer';
import { seesResource } from '../authorization/visible.sql';
import { isAfterRow, type ReportedResource, type TimeBounds, isWithin } from './report.sql';

export interface ConfigurationUpdateRow extends ReportedResource {
  id: number;
  created_ms: number;
  modified_ms: number;
  status: UpdateStatus;
}

export interface DriftReportFilter extends TimeBounds {
  categories: readonly DriftCategory[];
  /** Highest version of a change set; undefined for any. */
  snapshot: number | undefined;
  pathPart: string | undefined;
  /** Case-sensitive. */
  definitionPart: string | undefined;
}

export interface DriftReportRow extends ReportedResource {
  id: number;
  created_ms: number;
  definition_id: number;
  definition: string;
  version: number;
  category: DriftCategory;
  path: string;
}

export interface OperationReportFilter extends TimeBounds {
  /** Undefined for all. */
  statuses: readonly HistoryStatus[] | undefined;
}

export interface OperationReportRow extends ReportedResource {
  id: number;
  started_ms: number;
  modified_ms: number;
  operation: string;
  requested_by: string;
  status: HistoryStatus;
}

export class ChangeReportQueries extends Queries {
  /** Oldest first. */
  listUpdates(
    viewer: Viewer,
    after: ConfigurationUpdateRow | undefined,
    limit: number,
  ): Promise<ConfigurationUpdateRow[]> {
    const { params, bind } = parameters(limit, after?.created_ms ?? -1, after?.id ?? 0);
    return this.db.query<ConfigurationUpdateRow>(
      `SELECT u.id, u.created_ms, u.modified_ms, u.status, r.id AS resource_id, r.name AS resource_name, r.ancestry
         FROM configuration_update u
         JOIN resource r ON r.id = u.resource_id AND r.inventory_status = 'COMMITTED'
        WHERE (u.created_ms, u.id) > ($2::bigint, $3::integer) AND ${seesResource(viewer, 'u.resource_id', bind)}
        ORDER BY u.created_ms, u.id LIMIT $1`,
      params,
    );
  }

  /** By id, without the baseline of a definition. */
  listDrift(viewer: Viewer, filter: DriftReportFilter, afterId: number, limit: number): Promise<DriftReportRow[]> {
    const { params, bind } = parameters(filter.categories, afterId);
    const { snapshot, pathPart, definitionPart } = filter;
    const conditions = [
      seesResource(viewer, 'r.id', bind),
      ...(snapshot === undefined ? [] : [`s.version <= ${bind(snapshot)}::bigint`]),
      ...(pathPart === undefined ? [] : [`lower(d.path) LIKE lower(${bind(substringPattern(pathPart))})`]),
      ...(definitionPart === undefined ? [] : [`strpos(f.name, ${bind(definitionPart)}::text) > 0`]),
      ...isWithin(filter, ['s.created_ms', 's.created_ms'], bind),
    ];
    return this.db.query<DriftReportRow>(
      `SELECT d.id, s.created_ms, f.id AS definition_id, f.name AS definition, s.version, d.category, d.path,
              r.id AS resource_id, r.name AS resource_name, r.ancestry
         FROM drift d
         JOIN drift_change_set s ON s.id = d.drift_change_set_id AND s.version >= 1
         JOIN drift_definition f ON f.id = s.drift_definition_id
         JOIN resource r ON r.id = f.resource_id AND r.inventory_status = 'COMMITTED'
        WHERE d.category = ANY ($1::text[]) AND d.id > $2 AND ${conditions.join(' AND ')}
        ORDER BY d.id LIMIT ${bind(limit)}`,
      params,
    );
  }

  /** Executions, most recently changed first. `start` limits their beginning, `end` their last change. */
  listOperations(
    viewer: Viewer,
    { statuses, ...bounds }: OperationReportFilter,
    after: OperationReportRow | undefined,
    limit: number,
  ): Promise<OperationReportRow[]> {
    const { params, bind } = parameters();
    const conditions = [
      seesResource(viewer, 'h.resource_id', bind),
      ...(statuses === undefined ? [] : [`h.status = ANY (${bind(statuses)}::text[])`]),
      ...isWithin(bounds, ['h.started_ms', 'h.modified_ms'], bind),
      ...isAfterRow(after && { ...after, timeMs: after.modified_ms }, ['h.modified_ms', 'h.id'], bind),
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
