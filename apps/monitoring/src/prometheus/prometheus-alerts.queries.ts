import { parameters, Queries } from '@wardstone/database';
import type { Priority } from '@wardstone/dto/monitoring';
import type { Viewer } from '../authorization/viewer';
import { seesResource } from '../authorization/visible.sql';
import { ALERTS_WITH_HOLDS, IS_PRESENT } from '../alert-state/alert-state.sql';
import { hostJoin } from '../resources/resource-row.sql';
import { equalLabels, type EqualLabels, groupsSeen } from './prometheus-labels.sql';

/** An alert with what its labels say of it and of its resource. */
export interface AlertRow {
  /** Its definition, or the template of that. */
  readonly definitionId: number;
  readonly description: string;
  readonly name: string;
  readonly priority: Priority;
  readonly firedMs: number;
  /** Null while it is not over. */
  readonly endMs: number | null;
  readonly resourceId: number;
  readonly resource: string;
  readonly type: string;
  readonly category: string;
  readonly plugin: string;
  readonly platform: string;
  readonly groups: readonly string[];
}

export class PrometheusAlertQueries extends Queries {
  /** Alerts that were problems at any time, acknowledged or not, from one to another, in the order in which they fired; none of those that end others. */
  findAlerts(
    { from, to, equal, most }: { from: number; to: number; equal: EqualLabels; most: number },
    viewer: Viewer,
  ): Promise<AlertRow[]> {
    const { params, bind } = parameters();
    return this.db.query<AlertRow>(
      `SELECT coalesce(d.parent_id, d.id) AS "definitionId", a.description, d.name, d.priority, a.fired_ms::float8 AS "firedMs",
              h.ended_ms::float8 AS "endMs",
              r.id AS "resourceId", r.name AS resource, t.name AS type, t.category, p.name AS plugin,
              host.name AS platform, ${groupsSeen(viewer, 'r.id', bind)} AS groups
         FROM ${ALERTS_WITH_HOLDS}
         JOIN resource_type t ON t.id = r.resource_type_id
         JOIN plugin p ON p.id = t.plugin_id
         ${hostJoin('r')}
        WHERE a.fired_ms <= ${bind(to)} AND d.recovery_id = 0 AND (${IS_PRESENT} OR h.ended_ms >= ${bind(from)})
          AND r.inventory_status = 'COMMITTED' AND ${seesResource(viewer, 'r.id', bind)} ${equalLabels(equal, bind)}
        ORDER BY a.fired_ms
        LIMIT ${bind(most)}`,
      params,
    );
  }
}
