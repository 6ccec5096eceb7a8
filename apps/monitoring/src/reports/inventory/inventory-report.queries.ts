import { Injectable } from '@nestjs/common';
import { Database } from '@wardstone/database';
import type { AvailabilityType, Category } from '@wardstone/dto/monitoring';
import { TYPE_JOINS } from '../../resources/resource-row.sql';
import type { Viewer } from '../../authorization/viewer';
import { seesResource } from '../../authorization/visible.sql';

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

export interface InventoryReportRow {
  id: number;
  type_name: string;
  plugin_name: string;
  category: Category;
  version: string | null;
  name: string;
  ancestry: string | null;
  description: string | null;
  availability: AvailabilityType;
  is_compliant: boolean;
}

export interface InventoryReportFilter {
  typeId: number;
  /** Undefined for any. */
  version: string | undefined;
}

/** None of its drift definitions is out of compliance; one without any is compliant. */
const IS_COMPLIANT = `NOT EXISTS (
  SELECT 1 FROM drift_definition drifting
   WHERE drifting.resource_id = r.id AND drifting.compliance <> 'IN_COMPLIANCE')`;

/** Platforms, servers and services follow each other by the letters of their names. */
const ORDER = `r.category, p.name, t.name, r.version NULLS LAST`;

@Injectable()
export class InventoryReportQueries {
  constructor(private readonly db: Database) {}

  /** What the viewer sees of each version of each type. */
  countVersions(viewer: Viewer): Promise<TypeVersionRow[]> {
    const params: unknown[] = [];
    const isSeen = seesResource(viewer, 'r.id', (value) => `$${params.push(value)}`);
    return this.db.query<TypeVersionRow>(
      `SELECT t.name AS type_name, p.name AS plugin_name, r.category, r.version, count(*) AS resource_count
         FROM resource r ${TYPE_JOINS}
        WHERE r.inventory_status = 'COMMITTED' AND ${isSeen}
        GROUP BY t.id, p.id, r.category, r.version
        ORDER BY ${ORDER}`,
      params,
    );
  }

  /** The same of types with drift templates, the compliant resources first. */
  countCompliance(viewer: Viewer): Promise<ComplianceRow[]> {
    const params: unknown[] = [];
    const isSeen = seesResource(viewer, 'r.id', (value) => `$${params.push(value)}`);
    return this.db.query<ComplianceRow>(
      `SELECT t.name AS type_name, p.name AS plugin_name, r.category, r.version, r.is_compliant,
              count(*) AS resource_count
         FROM (SELECT r.category, r.version, r.resource_type_id, ${IS_COMPLIANT} AS is_compliant
                 FROM resource r
                WHERE r.inventory_status = 'COMMITTED' AND ${isSeen}
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
    const params: unknown[] = [typeId, version ?? null, afterId, limit];
    const isSeen = seesResource(viewer, 'r.id', (value) => `$${params.push(value)}`);
    return this.db.query<InventoryReportRow>(
      `SELECT r.id, t.name AS type_name, p.name AS plugin_name, r.category, r.version, r.name, r.ancestry,
              r.description, r.availability, ${IS_COMPLIANT} AS is_compliant
         FROM resource r ${TYPE_JOINS}
        WHERE r.inventory_status = 'COMMITTED' AND r.resource_type_id = $1::bigint AND r.id > $3
          AND ($2::text IS NULL OR r.version = $2) AND ${isSeen}
        ORDER BY r.id LIMIT $4`,
      params,
    );
  }
}
