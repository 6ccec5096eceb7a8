import { Injectable } from '@nestjs/common';
import { Database } from '@wardstone/database';
import type { Viewer } from '../authorization/viewer';
import { type Bind, seesResource } from '../authorization/visible.sql';

export interface ReceivedRow {
  readonly scheduleId: number;
  readonly intervalMs: number;
  readonly labels: Readonly<Record<string, string>>;
}

export interface ReceivedSearch {
  /** Names of metrics of which each has to be one; undefined for all. */
  readonly names: readonly string[] | undefined;
  /** Labels that have to be equal. */
  readonly equal: readonly (readonly [label: string, value: string])[];
  readonly enabledOnly: boolean;
  readonly most: number;
}

/** Series that came in, with the labels that they had. */
@Injectable()
export class ReceivedLabelQueries {
  constructor(private readonly db: Database) {}

  /** In no order. */
  find({ names, equal, enabledOnly, most }: ReceivedSearch, viewer: Viewer): Promise<ReceivedRow[]> {
    const params: unknown[] = [enabledOnly, most];
    const bind = (value: unknown): string => `$${params.push(value)}`;
    const conditions = [
      ...(names ? [`AND s.name = ANY (${bind(names)}::text[])`] : []),
      ...equal.map(([label, value]) => `AND s.labels ->> ${bind(label)} = ${bind(value)}`),
    ];
    return this.db.queryOften<ReceivedRow>(
      `SELECT s.schedule_id AS "scheduleId", c.collection_interval_ms::float8 AS "intervalMs", s.labels
         FROM ${seen(viewer, bind)} AND (c.is_enabled OR NOT $1::boolean) ${conditions.join(' ')}
        LIMIT $2`,
      params,
    );
  }

  listNames(viewer: Viewer): Promise<string[]> {
    return this.listTexts(viewer, () => 's.name');
  }

  listLabels(viewer: Viewer): Promise<string[]> {
    return this.listTexts(viewer, () => 'jsonb_object_keys(s.labels)');
  }

  /** Those of series that have the label. */
  async listValues(label: string, viewer: Viewer): Promise<string[]> {
    const values = await this.listTexts(viewer, (bind) => `s.labels ->> ${bind(label)}`);
    return values.filter((value) => value !== null);
  }

  /** What is known of metrics, by family. */
  listMetadata(families: readonly string[]): Promise<{ name: string; kind: string; help: string; unit: string }[]> {
    return this.db.query(
      `SELECT m.name, m.kind, m.help, m.unit FROM received_metric m WHERE m.name = ANY ($1::text[]) ORDER BY m.name`,
      [families],
    );
  }

  private async listTexts(viewer: Viewer, column: (bind: Bind) => string): Promise<string[]> {
    const params: unknown[] = [];
    const bind = (value: unknown): string => `$${params.push(value)}`;
    const rows = await this.db.query<{ text: string }>(
      `SELECT DISTINCT ${column(bind)} AS text FROM ${seen(viewer, bind)} AND c.is_enabled`,
      params,
    );
    return rows.map(({ text }) => text);
  }
}

function seen(viewer: Viewer, bind: Bind): string {
  return `received_series s
         JOIN metric_schedule c ON c.id = s.schedule_id
         JOIN resource r ON r.id = c.resource_id
        WHERE r.inventory_status = 'COMMITTED' AND ${seesResource(viewer, 'r.id', bind)}`;
}
