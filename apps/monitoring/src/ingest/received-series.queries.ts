import { toColumns, Queries, type Transaction } from '@wardstone/database';
import { type MetricMetadata, type SeriesLabels, UP } from '@wardstone/series-formats';

export interface KnownSeries {
  readonly scheduleId: number;
  /** Resource of the target, if the series is its `up`. */
  readonly upOf: number | null;
  readonly digest: Buffer;
  readonly seenDay: number;
}

/** A series to be added to the dictionary. */
export interface NewSeries {
  readonly digest: Buffer;
  readonly labels: SeriesLabels;
  readonly resourceId: number;
  readonly definitionId: number;
}

export interface NewDefinition {
  readonly typeId: number;
  readonly metric: string;
  readonly isCounter: boolean;
  readonly help: string;
  readonly unit: string;
}

/** Expected interval of values; a query uses the newest one for five minutes (rule prometheus-6). */
const INTERVAL_MS = 60_000;

/** Reads and writes many series in one statement. */
export class ReceivedSeriesQueries extends Queries {
  find(digests: readonly Buffer[], tx?: Transaction): Promise<KnownSeries[]> {
    return (tx ?? this.db).query<KnownSeries>(
      `SELECT s.schedule_id AS "scheduleId", s.digest, s.seen_day AS "seenDay",
              CASE WHEN s.name = '${UP}' THEN (
                SELECT c.resource_id FROM metric_schedule c JOIN metric_definition d ON d.id = c.metric_definition_id
                 WHERE c.id = s.schedule_id AND d.name = '${UP}') END AS "upOf"
         FROM received_series s WHERE s.digest = ANY ($1::bytea[])`,
      [digests],
    );
  }

  /** Records once a day that the series still arrive. */
  async noteSeen(scheduleIds: readonly number[], day: number): Promise<void> {
    await this.db.query(
      `UPDATE received_series s SET seen_day = $2
         FROM (SELECT o.schedule_id FROM received_series o
                WHERE o.schedule_id = ANY ($1::integer[]) AND o.seen_day < $2
                ORDER BY o.schedule_id FOR UPDATE) seen
        WHERE s.schedule_id = seen.schedule_id`,
      [scheduleIds, day],
    );
  }

  /** Serialises creation of an account's series. Returns how many were created in this minute, and in total. */
  async lockAccount(
    tx: Transaction,
    subject: string,
    minute: number,
  ): Promise<{ readonly madeNow: number; readonly count: number }> {
    await tx.query(`INSERT INTO received_account (owner_subject) VALUES ($1) ON CONFLICT DO NOTHING`, [subject]);
    const locked = await tx.first<{ minute: string; made: number }>(
      `SELECT a.minute, a.made FROM received_account a WHERE a.owner_subject = $1 FOR UPDATE`,
      [subject],
    );
    const counted = await tx.first<{ count: number }>(
      `SELECT count(*)::integer AS count FROM received_series s WHERE s.owner_subject = $1`,
      [subject],
    );
    return { madeNow: Number(locked?.minute) === minute ? locked!.made : 0, count: counted!.count };
  }

  async noteMade(tx: Transaction, subject: string, minute: number, made: number): Promise<void> {
    await tx.query(`UPDATE received_account SET minute = $2, made = $3 WHERE owner_subject = $1`, [
      subject,
      minute,
      made,
    ]);
  }

  /** Metrics of types by type and name, created if missing. */
  async definitionsFor(tx: Transaction, wanted: readonly NewDefinition[]): Promise<ReadonlyMap<string, number>> {
    const sorted = [...wanted].sort((a, b) => a.typeId - b.typeId || (a.metric < b.metric ? -1 : 1));
    await tx.query(
      `INSERT INTO metric_definition (resource_type_id, name, position, display_name, description, unit, data_type,
                                      numeric_type, is_on_by_default, default_interval_ms, is_received)
       SELECT n.type_id, n.name, 1000, n.name, nullif(n.help, ''), n.unit, 'MEASUREMENT',
              CASE WHEN n.is_counter THEN 'TRENDSUP' ELSE 'DYNAMIC' END, true, ${INTERVAL_MS}, true
         FROM unnest($1::integer[], $2::text[], $3::boolean[], $4::text[], $5::text[])
           AS n (type_id, name, is_counter, help, unit)
       ON CONFLICT DO NOTHING`,
      toColumns(sorted, 'typeId', 'metric', 'isCounter', 'help', 'unit'),
    );
    const rows = await tx.query<{ id: number; typeId: number; name: string }>(
      `SELECT d.id, d.resource_type_id AS "typeId", d.name
         FROM metric_definition d
         JOIN unnest($1::integer[], $2::text[]) AS n (type_id, name) ON d.resource_type_id = n.type_id AND d.name = n.name
        WHERE NOT d.is_per_minute`,
      toColumns(sorted, 'typeId', 'metric'),
    );
    return new Map(rows.map(({ id, typeId, name }) => [`${typeId} ${name}`, id]));
  }

  /** Creates schedules and dictionary entries; skips existing series. */
  async insert(
    tx: Transaction,
    series: readonly NewSeries[],
    subject: string,
    nowMs: number,
    day: number,
  ): Promise<void> {
    const sorted = [...series].sort((a, b) => a.resourceId - b.resourceId || a.definitionId - b.definitionId);
    const resourceIds = sorted.map(({ resourceId }) => resourceId);
    const definitionIds = sorted.map(({ definitionId }) => definitionId);
    await tx.query(
      `INSERT INTO metric_schedule (metric_definition_id, resource_id, is_enabled, collection_interval_ms, modified_ms)
       SELECT d.id, n.resource_id, d.is_on_by_default, d.default_interval_ms, $3
         FROM unnest($1::integer[], $2::integer[]) AS n (definition_id, resource_id)
         JOIN metric_definition d ON d.id = n.definition_id
       ON CONFLICT DO NOTHING`,
      [definitionIds, resourceIds, nowMs],
    );
    await tx.query(
      `INSERT INTO received_series (schedule_id, digest, name, labels, owner_subject, seen_day)
       SELECT s.id, n.digest, n.name, n.labels, $6, $7
         FROM unnest($1::integer[], $2::integer[], $3::bytea[], $4::text[], $5::jsonb[])
           AS n (definition_id, resource_id, digest, name, labels)
         JOIN metric_schedule s ON s.resource_id = n.resource_id AND s.metric_definition_id = n.definition_id
        ORDER BY n.digest
       ON CONFLICT DO NOTHING`,
      [
        definitionIds,
        resourceIds,
        sorted.map(({ digest }) => digest),
        sorted.map(({ labels }) => labels.name),
        sorted.map(({ labels }) => JSON.stringify(Object.fromEntries(labels.pairs))),
        subject,
        day,
      ],
    );
  }

  /** Metadata of metrics, by family. */
  async findMetadata(names: readonly string[], tx?: Transaction): Promise<ReadonlyMap<string, MetricMetadata>> {
    const rows = await (tx ?? this.db).query<MetricMetadata & { name: string }>(
      `SELECT m.name, m.kind, m.help, m.unit FROM received_metric m WHERE m.name = ANY ($1::text[])`,
      [names],
    );
    return new Map(rows.map(({ name, ...metadata }) => [name, metadata]));
  }

  /**
   * Stores an account's descriptions of metrics that have none, or all of them if the account may correct others.
   * Returns their names.
   */
  async describe(
    tx: Transaction,
    families: ReadonlyMap<string, MetricMetadata>,
    { subject, corrects, most }: { readonly subject: string; readonly corrects: boolean; readonly most: number },
  ): Promise<string[]> {
    const entries = [...families].sort(([a], [b]) => (a < b ? -1 : 1));
    const rows = await tx.query<{ name: string }>(
      `INSERT INTO received_metric AS m (name, kind, help, unit, owner_subject)
       SELECT n.name, n.kind, n.help, n.unit, $5
         FROM (SELECT t.*, o.name IS NOT NULL AS is_known, count(*) FILTER (WHERE o.name IS NULL) OVER (ORDER BY t.name) AS added
                 FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS t (name, kind, help, unit)
                 LEFT JOIN received_metric o ON o.name = t.name) n
        WHERE n.is_known OR n.added + (SELECT count(*) FROM received_metric o WHERE o.owner_subject = $5) <= $6
        ORDER BY n.name
       ON CONFLICT (name) DO UPDATE
         SET kind = EXCLUDED.kind, help = EXCLUDED.help, unit = EXCLUDED.unit, owner_subject = EXCLUDED.owner_subject
        WHERE ($7 OR m.owner_subject = EXCLUDED.owner_subject)
          AND (m.kind, m.help, m.unit) IS DISTINCT FROM (EXCLUDED.kind, EXCLUDED.help, EXCLUDED.unit)
       RETURNING m.name`,
      [
        entries.map(([name]) => name),
        entries.map(([, { kind }]) => kind),
        entries.map(([, { help }]) => help),
        entries.map(([, { unit }]) => unit),
        subject,
        most,
        corrects,
      ],
    );
    return rows.map(({ name }) => name);
  }

  /** Updates metrics with these names from the known metadata. */
  async redefine(tx: Transaction, definitions: readonly Omit<NewDefinition, 'typeId'>[]): Promise<void> {
    await tx.query(
      `UPDATE metric_definition d
          SET description = nullif(n.help, ''), unit = n.unit,
              numeric_type = CASE WHEN n.is_counter THEN 'TRENDSUP' ELSE 'DYNAMIC' END
         FROM unnest($1::text[], $2::boolean[], $3::text[], $4::text[]) AS n (name, is_counter, help, unit)
        WHERE d.is_received
          AND d.id IN (SELECT c.metric_definition_id FROM received_series s JOIN metric_schedule c ON c.id = s.schedule_id
                        WHERE s.name = n.name)`,
      toColumns(definitions, 'metric', 'isCounter', 'help', 'unit'),
    );
  }

  /** Removes some series that have not arrived since the day, with their schedules. */
  forgetUnseen(tx: Transaction, before: number, most: number): Promise<number[]> {
    return tx.ids(
      `DELETE FROM metric_schedule c
        WHERE c.id IN (SELECT s.schedule_id FROM received_series s WHERE s.seen_day < $1
                        ORDER BY s.seen_day LIMIT $2 FOR UPDATE SKIP LOCKED)
       RETURNING c.id`,
      [before, most],
    );
  }

  /** Removes some metrics without series. */
  forgetDefinitions(tx: Transaction, most: number): Promise<number[]> {
    return tx.ids(
      `DELETE FROM metric_definition d
        WHERE d.id IN (SELECT o.id FROM metric_definition o
                        WHERE o.is_received
                          AND NOT EXISTS (SELECT 1 FROM metric_schedule c WHERE c.metric_definition_id = o.id)
                          AND NOT EXISTS (SELECT 1 FROM alert_condition a WHERE a.metric_definition_id = o.id)
                        LIMIT $1 FOR UPDATE SKIP LOCKED)
       RETURNING d.id`,
      [most],
    );
  }
}
