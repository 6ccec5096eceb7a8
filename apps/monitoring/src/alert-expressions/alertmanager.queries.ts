import { Queries } from '@wardstone/database';
import type { SavedInstance } from './expression.queries';

/** An alert as Alertmanagers get it. */
export interface FeedRow extends Pick<
  SavedInstance,
  'state' | 'labels' | 'annotations' | 'firedMs' | 'resolvedMs' | 'sentMs'
> {
  readonly id: number;
  readonly name: string;
  readonly text: string;
  readonly intervalMs: number;
}

/** Instances of rules that Alertmanagers are sent. */
export class AlertmanagerQueries extends Queries {
  /** Those of these instances that fire or are resolved, by id. */
  list(instanceIds: readonly number[]): Promise<FeedRow[]> {
    return this.db.query<FeedRow>(
      `SELECT i.id, i.state, i.labels, i.annotations, i.fired_ms::float8 AS "firedMs", i.resolved_ms::float8 AS "resolvedMs",
              i.sent_ms::float8 AS "sentMs", d.name, coalesce(c.option, '') AS text,
              coalesce(x.interval_ms, 60000)::float8 AS "intervalMs"
         FROM alert_instance i
         JOIN alert_definition d ON d.id = i.alert_definition_id AND NOT d.is_deleted
         JOIN alert_condition c ON c.alert_definition_id = d.id AND c.category = 'EXPRESSION'
         LEFT JOIN alert_expression x ON x.alert_definition_id = coalesce(d.parent_id, d.id)
        WHERE i.id = ANY ($1::integer[]) AND i.state <> 'PENDING' AND i.sent_ms IS NOT NULL
        ORDER BY i.id`,
      [instanceIds],
    );
  }
}
