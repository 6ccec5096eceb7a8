import type { ExpressionSettings } from '@wardstone/alerting';
import { parameters, Queries } from '@wardstone/database';
import type { Priority } from '@wardstone/dto/monitoring';
import { EXPRESSION_SETTINGS } from '../alert-state/alert-definition.sql';
import type { Viewer } from '../authorization/viewer';
import { seesResource } from '../authorization/visible.sql';
import { ALERTS_WITH_HOLDS, IS_PRESENT } from '../alert-state/alert-state.sql';
import { hostJoin } from '../resources/resource-row.sql';
import { equalLabels, type EqualLabels, groupsSeen } from './prometheus-labels.sql';

/** An alert with the columns of its labels and those of its resource. */
export interface AlertRow {
  /** Its definition, or the template of the definition. */
  readonly definitionId: number;
  readonly description: string;
  readonly name: string;
  readonly priority: Priority;
  readonly firedMs: number;
  /** Null while it is open. */
  readonly endMs: number | null;
  readonly resourceId: number;
  readonly resource: string;
  readonly type: string;
  readonly category: string;
  readonly plugin: string;
  readonly platform: string;
  readonly groups: readonly string[];
  /** Labels of alerts on expressions; null for others. */
  readonly alertLabels: Readonly<Record<string, string>> | null;
  readonly annotations: Readonly<Record<string, string>> | null;
  /** Time when its series was first returned. */
  readonly activeMs: number | null;
  /** Time of the evaluation that fired it; null of others, and once it is over. */
  readonly evaluatedMs: number | null;
  /** Value of its series at the last evaluation. */
  readonly value: number | null;
}

/** A series of an expression that is waiting for its duration. */
export interface PendingRow {
  /** The definition or its template. */
  readonly definitionId: number;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly activeMs: number;
  readonly value: number;
}

/** The expression of a definition, and the outcome of its last evaluation. */
export interface RuleExpression {
  readonly text: string;
  readonly comparator: string | null;
  readonly threshold: number | null;
  /** Null for the defaults. */
  readonly settings: ExpressionSettings | null;
  /** Null before the first evaluation. */
  readonly health: 'OK' | 'ERROR' | 'OFF' | null;
  readonly problem: string | null;
  readonly lastMs: number | null;
  readonly durationMs: number | null;
}

export class PrometheusAlertQueries extends Queries {
  /** Alerts that were problems at any time in a range, acknowledged or not, in order of firing, without recoveries. */
  findAlerts(
    { from, to, equal, most }: { from: number; to: number; equal: EqualLabels; most: number },
    viewer: Viewer,
  ): Promise<AlertRow[]> {
    const { params, bind } = parameters();
    return this.db.query<AlertRow>(
      `SELECT coalesce(d.parent_id, d.id) AS "definitionId", a.description, d.name, d.priority, a.fired_ms::float8 AS "firedMs",
              h.ended_ms::float8 AS "endMs",
              r.id AS "resourceId", r.name AS resource, t.name AS type, t.category, p.name AS plugin,
              host.name AS platform, ${groupsSeen(viewer, 'r.id', bind)} AS groups,
              a.labels AS "alertLabels", coalesce(i.annotations, a.annotations) AS annotations,
              a.active_ms::float8 AS "activeMs", i.fired_ms::float8 AS "evaluatedMs", i.value
         FROM ${ALERTS_WITH_HOLDS}
         JOIN resource_type t ON t.id = r.resource_type_id
         JOIN plugin p ON p.id = t.plugin_id
         ${hostJoin('r')}
         LEFT JOIN alert_instance i ON i.id = a.external_id AND i.alert_definition_id = d.id AND i.state = 'FIRING'
                                   AND h.ended_ms IS NULL
        WHERE least(a.fired_ms, i.fired_ms) <= ${bind(to)} AND d.recovery_id = 0 AND (${IS_PRESENT} OR h.ended_ms >= ${bind(from)})
          AND r.inventory_status = 'COMMITTED' AND ${seesResource(viewer, 'r.id', bind)}
          AND (a.labels IS NOT NULL OR true ${equalLabels(equal, bind)})
        ORDER BY a.fired_ms
        LIMIT ${bind(most)}`,
      params,
    );
  }

  /** Pending alerts on resources that the caller sees. */
  listPending(most: number, viewer: Viewer): Promise<PendingRow[]> {
    const { params, bind } = parameters();
    return this.db.query<PendingRow>(
      `SELECT coalesce(d.parent_id, d.id) AS "definitionId", d.name, i.labels, i.annotations, i.active_ms::float8 AS "activeMs", i.value
         FROM alert_instance i
         JOIN alert_definition d ON d.id = i.alert_definition_id AND d.is_enabled AND NOT d.is_deleted
         JOIN resource r ON r.id = i.resource_id AND r.inventory_status = 'COMMITTED'
        WHERE i.state = 'PENDING' AND ${seesResource(viewer, 'r.id', bind)}
        ORDER BY i.active_ms, i.id LIMIT ${bind(most)}`,
      params,
    );
  }

  /** Expressions of definitions, by the id of the definition. */
  async listRules(definitionIds: readonly number[]): Promise<Map<number, RuleExpression>> {
    const rows = await this.db.query<RuleExpression & { id: number }>(
      `SELECT d.id, c.option AS text, c.comparator, c.threshold, ${EXPRESSION_SETTINGS} AS settings, v.health, v.problem,
              v.last_ms::float8 AS "lastMs", v.duration_ms AS "durationMs"
         FROM alert_definition d
         JOIN alert_condition c ON c.alert_definition_id = d.id AND c.category = 'EXPRESSION'
         LEFT JOIN alert_evaluation v ON v.alert_definition_id = d.id
        WHERE d.id = ANY ($1::integer[])`,
      [definitionIds],
    );
    return new Map(rows.map(({ id, ...rule }) => [id, rule]));
  }
}
