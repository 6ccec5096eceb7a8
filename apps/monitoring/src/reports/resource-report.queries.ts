import { toColumns, parameters, Queries } from '@wardstone/database';
import type { AvailabilityType, Category } from '@wardstone/dto/monitoring';
import type { Unit } from '@wardstone/units';
import { TYPE_JOINS } from '../resources/resource-row.sql';
import type { Viewer } from '../authorization/viewer';
import { seesResource } from '../authorization/visible.sql';

export interface TypeVersionRow {
  type_name: string;
  plugin_name: string;
  category: Category;
  version: string | null;
  resource_count: number;
}

export interface ComplianceRow extends TypeVersionRow {
  is_compliant: boolean;
}

export interface InventoryReportRow extends Omit<ComplianceRow, 'resource_count'> {
  id: number;
  name: string;
  ancestry: string | null;
  description: string | null;
  availability: AvailabilityType;
}

export interface InventoryReportFilter {
  typeId: number;
  /** Undefined for any. */
  version: string | undefined;
}

export interface PlatformRow {
  id: number;
  name: string;
  version: string | null;
  availability: AvailabilityType;
  /** Ids of schedules by metric name. */
  schedules: Readonly<Record<string, number>>;
}

export interface SuspectRow extends HourRow {
  schedule_id: number;
  factor: number;
  time_ms: number;
  metric_name: string;
  unit: Unit;
  resource_name: string;
  ancestry: string | null;
  baseline_min: number | null;
  baseline_max: number | null;
}

/** Roll-up of the hour; null if it was deleted. */
interface HourRow {
  hour_min: number | null;
  hour_max: number | null;
}

const FORGOTTEN: HourRow = { hour_min: null, hour_max: null };

/** None of its drift definitions deviates from the baseline; without definitions, a resource is compliant. */
const IS_COMPLIANT = `NOT EXISTS (
  SELECT 1 FROM drift_definition drifting
   WHERE drifting.resource_id = r.id AND drifting.compliance <> 'IN_COMPLIANCE')`;

/** Platforms, servers and services in alphabetical order of their category. */
const ORDER = `r.category, p.name, t.name, r.version NULLS LAST`;

export class ResourceReportQueries extends Queries {
  /** Visible resources by type and version. */
  countVersions(viewer: Viewer): Promise<TypeVersionRow[]> {
    const { params, bind } = parameters();
    return this.db.query<TypeVersionRow>(
      `SELECT t.name AS type_name, p.name AS plugin_name, r.category, r.version, count(*) AS resource_count
         FROM resource r ${TYPE_JOINS}
        WHERE r.inventory_status = 'COMMITTED' AND ${seesResource(viewer, 'r.id', bind)}
        GROUP BY t.id, p.id, r.category, r.version
        ORDER BY ${ORDER}`,
      params,
    );
  }

  /** Like `countVersions` for types with drift templates, compliant resources first. */
  countCompliance(viewer: Viewer): Promise<ComplianceRow[]> {
    const { params, bind } = parameters();
    return this.db.query<ComplianceRow>(
      `SELECT t.name AS type_name, p.name AS plugin_name, r.category, r.version, r.is_compliant,
              count(*) AS resource_count
         FROM (SELECT r.category, r.version, r.resource_type_id, ${IS_COMPLIANT} AS is_compliant
                 FROM resource r
                WHERE r.inventory_status = 'COMMITTED' AND ${seesResource(viewer, 'r.id', bind)}
                  AND r.resource_type_id IN (SELECT template.resource_type_id FROM drift_template template)) r
              ${TYPE_JOINS}
        GROUP BY t.id, p.id, r.category, r.version, r.is_compliant
        ORDER BY r.is_compliant DESC, ${ORDER}`,
      params,
    );
  }

  /** Resources of one type by id. */
  listOfType(
    viewer: Viewer,
    { typeId, version }: InventoryReportFilter,
    afterId: number,
    limit: number,
  ): Promise<InventoryReportRow[]> {
    const { params, bind } = parameters(typeId, version ?? null, afterId, limit);
    return this.db.query<InventoryReportRow>(
      `SELECT r.id, t.name AS type_name, p.name AS plugin_name, r.category, r.version, r.name, r.ancestry,
              r.description, r.availability, ${IS_COMPLIANT} AS is_compliant
         FROM resource r ${TYPE_JOINS}
        WHERE r.inventory_status = 'COMMITTED' AND r.resource_type_id = $1::bigint AND r.id > $3
          AND ($2::text IS NULL OR r.version = $2) AND ${seesResource(viewer, 'r.id', bind)}
        ORDER BY r.id LIMIT $4`,
      params,
    );
  }

  /** Platforms by id, with their schedules of the given metrics. */
  listPlatforms(
    viewer: Viewer,
    metricNames: readonly string[],
    afterId: number,
    limit: number,
  ): Promise<PlatformRow[]> {
    const { params, bind } = parameters(metricNames, afterId, limit);
    const isSeen = seesResource(viewer, 'r.id', bind);
    return this.db.query<PlatformRow>(
      `SELECT r.id, r.name, r.version, r.availability,
              coalesce((SELECT jsonb_object_agg(m.name, s.id)
                          FROM metric_definition m
                          JOIN metric_schedule s ON s.metric_definition_id = m.id AND s.resource_id = r.id
                         WHERE m.resource_type_id = r.resource_type_id AND m.name = ANY ($1::text[])
                           AND m.data_type = 'MEASUREMENT' AND NOT m.is_per_minute), '{}') AS schedules
         FROM resource r
        WHERE r.inventory_status = 'COMMITTED' AND r.category = 'PLATFORM' AND r.id > $2 AND ${isSeen}
        ORDER BY r.id LIMIT $3`,
      params,
    );
  }

  /** Schedules out of bounds, those that exceed most first. */
  async listSuspects(viewer: Viewer, after: SuspectRow | undefined, limit: number): Promise<SuspectRow[]> {
    const { params, bind } = parameters(after?.factor ?? null, after?.schedule_id ?? null, limit);
    const isSeen = seesResource(viewer, 'r.id', bind);
    const suspects = await this.db.query<Omit<SuspectRow, keyof HourRow>>(
      `SELECT o.schedule_id, o.factor, o.time_ms, m.display_name AS metric_name, m.unit, r.name AS resource_name,
              r.ancestry, b.min AS baseline_min, b.max AS baseline_max
         FROM metric_out_of_bounds o
         JOIN metric_schedule s ON s.id = o.schedule_id
         JOIN metric_definition m ON m.id = s.metric_definition_id
         JOIN resource r ON r.id = s.resource_id AND r.inventory_status = 'COMMITTED'
         LEFT JOIN metric_baseline b ON b.schedule_id = o.schedule_id
        WHERE ($1::integer IS NULL OR o.factor <= $1 AND (o.factor < $1 OR o.schedule_id > $2::integer)) AND ${isSeen}
        ORDER BY o.factor DESC, o.schedule_id LIMIT $3`,
      params,
    );
    const hours = await this.findHours(suspects);
    return suspects.map((suspect) => ({ ...suspect, ...(hours.get(suspect.schedule_id) ?? FORGOTTEN) }));
  }

  /** A separate statement, because the rows may be on other servers than the schedules. */
  private async findHours(
    suspects: readonly Pick<SuspectRow, 'schedule_id' | 'time_ms'>[],
  ): Promise<ReadonlyMap<number, HourRow>> {
    const rows = await this.db.query<HourRow & { id: number }>(
      `SELECT h.schedule_id AS id, h.min AS hour_min, h.max AS hour_max
         FROM unnest($1::integer[], $2::bigint[]) AS n (schedule_id, time_ms)
         JOIN metric_1h h ON h.schedule_id = n.schedule_id AND h.hour = n.time_ms / 3600000`,
      toColumns(suspects, 'schedule_id', 'time_ms'),
    );
    return new Map(rows.map(({ id, ...hour }) => [id, hour]));
  }
}
