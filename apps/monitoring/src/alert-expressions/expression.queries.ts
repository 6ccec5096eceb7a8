import type { AlertInstance, ExpressionSettings } from '@wardstone/alerting';
import { toColumns, parameters, Queries, type Transaction } from '@wardstone/database';
import { EXPRESSION_SETTINGS } from '../alert-state/alert-definition.sql';
import type { Viewer } from '../authorization/viewer';
import { seesResource } from '../authorization/visible.sql';
import { INSTALLATION_PLUGIN, INSTALLATION_TYPE } from '../plugins/platforms/built-in-plugins';

/** A definition on a resource, due for evaluation. */
export interface ListedExpression {
  readonly id: number;
  readonly group: string;
  readonly file: string;
  readonly position: number;
  readonly intervalMs: number;
  /** Duration of the last evaluation; 0 before the first. */
  readonly durationMs: number;
}

export interface ExpressionDefinition {
  readonly id: number;
  readonly name: string;
  readonly resourceId: number;
  /** Version of the resource's rule state, which changes with each of its definitions. */
  readonly version: string;
  /** Whether the definition applies to the whole installation. */
  readonly isInstallation: boolean;
  readonly conditionId: number;
  readonly text: string;
  readonly comparator: string | null;
  readonly threshold: number | null;
  readonly authorLogin: string | null;
  readonly authorSubject: string | null;
  readonly settings: ExpressionSettings | null;
  /** Last evaluated condition; null before the first evaluation. */
  readonly evaluatedConditionId: number | null;
  readonly lastMs: number | null;
  readonly reliableMs: number;
}

export type Health = 'OK' | 'ERROR' | 'OFF';

/** Outcome of an evaluation. */
export interface EvaluationNote {
  readonly evaluatedMs: number;
  readonly durationMs: number;
  readonly health: Health;
  readonly problem: string | null;
}

/** A successful evaluation. */
export interface TakenEvaluation {
  readonly atMs: number;
  readonly reliableMs: number;
  readonly series: number;
  readonly evaluatedMs: number;
  readonly durationMs: number;
}

/** An evaluation to take. */
export interface NextEvaluation {
  readonly definition: Pick<ExpressionDefinition, 'id' | 'conditionId' | 'evaluatedConditionId' | 'lastMs'>;
  readonly next: TakenEvaluation;
}

export interface StoredInstance extends Omit<AlertInstance, 'state'> {
  readonly id: number;
  readonly digest: string;
  readonly state: AlertInstance['state'] | 'RESOLVED';
  readonly labels: Readonly<Record<string, string>>;
  readonly resourceId: number;
  readonly annotations: Readonly<Record<string, string>>;
  /** Time of the evaluation that fired it; null while it is pending. */
  readonly firedMs: number | null;
  /** Time of the evaluation that resolved it. */
  readonly resolvedMs: number | null;
  /** Time of the evaluation whose state Alertmanagers were sent last; null if they do not know of it. */
  readonly sentMs: number | null;
}

export type SavedInstance = Omit<StoredInstance, 'id'>;

interface ShownEvaluation {
  readonly author: string | null;
  readonly health: Health | null;
  readonly problem: string | null;
  readonly lastMs: number | null;
  readonly reliableMs: number | null;
  readonly durationMs: number | null;
  readonly series: number | null;
}

interface ShownInstance extends Omit<StoredInstance, 'state'> {
  readonly state: AlertInstance['state'];
  readonly resourceName: string;
}

/** Labels that may name a resource. */
export interface ResourceLabels {
  readonly id: number | null;
  readonly name: string | null;
  /** Keys of targets of received series; either may match. */
  readonly prometheusKey: string | null;
  readonly otlpKey: string | null;
}

/** Definitions `d` to evaluate: enabled, on a resource in inventory, with a condition `c`. */
const ACTIVE = `alert_definition d
  JOIN alert_condition c ON c.alert_definition_id = d.id AND c.category = 'EXPRESSION'
  JOIN resource r ON r.id = d.resource_id AND r.inventory_status = 'COMMITTED'`;
/** Rules of one group follow each other, also in the order of their code points. */
const FILE = `coalesce(x.rule_file, '') COLLATE "C"`;
const GROUP = `coalesce(x.rule_group, '') COLLATE "C"`;
const PLACE = `${FILE}, ${GROUP}, coalesce(x.group_position, 0), d.id`;
const IS_ACTIVE = 'NOT d.is_deleted AND d.is_enabled';

const INSTANCE_COLUMNS = `i.id, i.label_digest AS digest, i.labels, i.resource_id AS "resourceId", i.state,
       i.active_ms::float8 AS "activeMs", i.missing_ms::float8 AS "missingMs", i.value,
       i.annotations, i.fired_ms::float8 AS "firedMs", i.resolved_ms::float8 AS "resolvedMs", i.sent_ms::float8 AS "sentMs"`;

/** Definitions with expressions, their progress and their instances. */
export class ExpressionQueries extends Queries {
  /** A page of the definitions to evaluate, by group and place in it. */
  listActive(
    after: Pick<ListedExpression, 'file' | 'group' | 'position' | 'id'> | undefined,
    limit: number,
  ): Promise<ListedExpression[]> {
    return this.db.query<ListedExpression>(
      `SELECT d.id, ${FILE} AS file, ${GROUP} AS "group", coalesce(x.group_position, 0) AS position,
              coalesce(x.interval_ms, 60000)::float8 AS "intervalMs", coalesce(v.duration_ms, 0) AS "durationMs"
         FROM ${ACTIVE}
         LEFT JOIN alert_expression x ON x.alert_definition_id = coalesce(d.parent_id, d.id)
         LEFT JOIN alert_evaluation v ON v.alert_definition_id = d.id
        WHERE ${IS_ACTIVE} AND (${PLACE}) > ($1, $2, $3, $4)
        ORDER BY ${PLACE} LIMIT $5`,
      [after?.file ?? '', after?.group ?? '', after?.position ?? 0, after?.id ?? 0, limit],
    );
  }

  /** Definitions that are no longer evaluated. */
  listEnded(limit: number): Promise<number[]> {
    return this.db.ids(
      `SELECT v.alert_definition_id AS id FROM alert_evaluation v
        WHERE NOT EXISTS (SELECT 1 FROM ${ACTIVE} WHERE d.id = v.alert_definition_id AND ${IS_ACTIVE})
        ORDER BY v.alert_definition_id LIMIT $1`,
      [limit],
    );
  }

  /** Active ones, by group and place in it. */
  find(ids: readonly number[]): Promise<ExpressionDefinition[]> {
    return this.db.queryOften<ExpressionDefinition>(
      `SELECT d.id, d.resource_id AS "resourceId", p.version::text AS version,
              EXISTS (SELECT 1 FROM resource_type t JOIN plugin g ON g.id = t.plugin_id
                       WHERE t.id = r.resource_type_id AND t.name = $2 AND g.name = $3) AS "isInstallation",
              c.id AS "conditionId", c.option AS text, c.comparator, c.threshold, c.author_login AS "authorLogin",
              c.author_subject AS "authorSubject", d.name, ${EXPRESSION_SETTINGS} AS settings,
              v.condition_id AS "evaluatedConditionId", v.last_ms::float8 AS "lastMs",
              coalesce(v.reliable_ms, 0)::float8 AS "reliableMs"
         FROM ${ACTIVE}
         JOIN alert_progress p ON p.resource_id = d.resource_id
         LEFT JOIN alert_evaluation v ON v.alert_definition_id = d.id
         LEFT JOIN alert_expression x ON x.alert_definition_id = d.id
        WHERE d.id = ANY ($1::integer[]) AND ${IS_ACTIVE} ORDER BY ${PLACE}`,
      [ids, INSTALLATION_TYPE, INSTALLATION_PLUGIN],
    );
  }

  /** Evaluation state of a definition or template. */
  findEvaluation(id: number): Promise<ShownEvaluation | undefined> {
    return this.db.first<ShownEvaluation>(
      `SELECT c.author_login AS author, v.health, v.problem, v.last_ms::float8 AS "lastMs",
              v.reliable_ms::float8 AS "reliableMs", v.duration_ms AS "durationMs", v.series
         FROM alert_condition c LEFT JOIN alert_evaluation v ON v.alert_definition_id = c.alert_definition_id
        WHERE c.alert_definition_id = $1 AND c.category = 'EXPRESSION'`,
      [id],
    );
  }

  /** Instances of a definition on resources that the viewer sees, longest first. */
  listShown(definitionId: number, viewer: Viewer, limit: number): Promise<ShownInstance[]> {
    const { params, bind } = parameters(definitionId);
    return this.db.query<ShownInstance>(
      `SELECT ${INSTANCE_COLUMNS}, r.name AS "resourceName"
         FROM alert_instance i JOIN resource r ON r.id = i.resource_id
        WHERE i.alert_definition_id = $1 AND i.state <> 'RESOLVED' AND ${seesResource(viewer, 'r.id', bind)}
        ORDER BY i.active_ms, i.id LIMIT ${bind(limit)}`,
      params,
    );
  }

  /** Locks the definitions of the resources against changes; returns the versions of their rule states. */
  async lockVersions(tx: Transaction, resourceIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const rows = await tx.queryPrepared<{ id: number; version: string }>(
      `SELECT p.resource_id AS id, p.version::text FROM alert_progress p
        WHERE p.resource_id = ANY ($1::integer[]) ORDER BY p.resource_id FOR NO KEY UPDATE`,
      [[...new Set(resourceIds)]],
    );
    return new Map(rows.map(({ id, version }) => [id, version]));
  }

  /** Records a failed evaluation; the next successful one continues from the last successful one. */
  async noteFailure(id: number, conditionId: number, note: EvaluationNote): Promise<void> {
    await this.db.query(
      `INSERT INTO alert_evaluation AS v (alert_definition_id, condition_id, evaluated_ms, duration_ms, series, health, problem)
       SELECT d.id, $2, $3, $4, 0, $5, $6 FROM alert_definition d WHERE d.id = $1
       ON CONFLICT (alert_definition_id) DO UPDATE
          SET evaluated_ms = excluded.evaluated_ms, duration_ms = excluded.duration_ms, health = excluded.health,
              problem = excluded.problem`,
      [id, conditionId, note.evaluatedMs, note.durationMs, note.health, note.problem],
    );
  }

  /** Takes next evaluations. Returns the ids of the definitions that no other process has taken since `lastMs`. */
  async takeEvaluations(evaluations: readonly NextEvaluation[], tx?: Transaction): Promise<ReadonlySet<number>> {
    const first = evaluations.filter(({ definition }) => definition.evaluatedConditionId === null);
    if (first.length > 0) await this.insertEvaluations(first, tx);
    const rows = evaluations.map(({ definition: { id, conditionId, lastMs }, next }) => ({
      ...next,
      id,
      conditionId,
      lastMs,
    }));
    const sql = `WITH held AS (
         SELECT v.alert_definition_id AS id
           FROM alert_evaluation v
           JOIN unnest($1::integer[], $2::bigint[]) AS b (id, last_ms) ON b.id = v.alert_definition_id
          WHERE v.last_ms IS NOT DISTINCT FROM b.last_ms
          ORDER BY v.alert_definition_id FOR NO KEY UPDATE OF v)
       UPDATE alert_evaluation v
          SET condition_id = n.condition_id, last_ms = n.last_ms, reliable_ms = n.reliable_ms, series = n.series,
              evaluated_ms = n.evaluated_ms, duration_ms = n.duration_ms, health = 'OK', problem = NULL
         FROM held
         JOIN unnest($1::integer[], $3::integer[], $4::bigint[], $5::bigint[], $6::integer[], $7::bigint[], $8::integer[])
           AS n (id, condition_id, last_ms, reliable_ms, series, evaluated_ms, duration_ms) ON n.id = held.id
        WHERE v.alert_definition_id = held.id
       RETURNING v.alert_definition_id AS id`;
    const columns = toColumns(
      rows,
      'id',
      'lastMs',
      'conditionId',
      'atMs',
      'reliableMs',
      'series',
      'evaluatedMs',
      'durationMs',
    );
    const taken = await (tx
      ? tx.queryPrepared<{ id: number }>(sql, columns)
      : this.db.queryOften<{ id: number }>(sql, columns));
    return new Set(taken.map(({ id }) => id));
  }

  /** Rows of definitions that were never evaluated, for the evaluation that is being taken. */
  private async insertEvaluations(evaluations: readonly NextEvaluation[], tx?: Transaction): Promise<void> {
    const rows = evaluations.map(({ definition: { id, conditionId }, next }) => ({ ...next, id, conditionId }));
    await (tx ?? this.db).query(
      `INSERT INTO alert_evaluation (alert_definition_id, condition_id, series, evaluated_ms, duration_ms, health)
       SELECT d.id, n.condition_id, 0, n.evaluated_ms, n.duration_ms, 'OK'
         FROM unnest($1::integer[], $2::integer[], $3::bigint[], $4::integer[])
           AS n (id, condition_id, evaluated_ms, duration_ms)
         JOIN alert_definition d ON d.id = n.id
        ORDER BY d.id
       ON CONFLICT DO NOTHING`,
      toColumns(rows, 'id', 'conditionId', 'evaluatedMs', 'durationMs'),
    );
  }

  /** Labels of the series last stored by a recording rule. */
  async findRecorded(definitionId: number): Promise<readonly Readonly<Record<string, string>>[]> {
    const recorded = await this.db.value<Record<string, string>[] | null>(
      `SELECT recorded FROM alert_evaluation WHERE alert_definition_id = $1`,
      [definitionId],
    );
    return recorded ?? [];
  }

  async saveRecorded(tx: Transaction, definitionId: number, recorded: readonly object[]): Promise<void> {
    await tx.query(
      `UPDATE alert_evaluation SET recorded = $2::jsonb
        WHERE alert_definition_id = $1 AND recorded IS DISTINCT FROM $2::jsonb`,
      [definitionId, JSON.stringify(recorded)],
    );
  }

  /** By definition. */
  async listInstances(definitionIds: readonly number[]): Promise<ReadonlyMap<number, readonly StoredInstance[]>> {
    const rows = await this.db.queryOften<StoredInstance & { definitionId: number }>(
      `SELECT i.alert_definition_id AS "definitionId", ${INSTANCE_COLUMNS}
         FROM alert_instance i WHERE i.alert_definition_id = ANY ($1::integer[])`,
      [definitionIds],
    );
    const instances = new Map<number, StoredInstance[]>();
    for (const { definitionId, ...instance } of rows) {
      const others = instances.get(definitionId);
      if (others) others.push(instance);
      else instances.set(definitionId, [instance]);
    }
    return instances;
  }

  /** Stores instances by the digest of their labels. Returns their ids, by definition and digest. */
  async saveInstances(
    tx: Transaction,
    instances: readonly (SavedInstance & { readonly definitionId: number })[],
  ): Promise<ReadonlyMap<number, ReadonlyMap<string, number>>> {
    if (instances.length === 0) return new Map();
    const rows = await tx.queryPrepared<{ definitionId: number; digest: string; id: number }>(
      `INSERT INTO alert_instance AS i (alert_definition_id, label_digest, labels, resource_id, state, active_ms, missing_ms,
                                        value, fired_ms, resolved_ms, sent_ms, annotations)
       SELECT n.definition_id, n.digest, n.labels, n.resource_id, n.state, n.active_ms, n.missing_ms, n.value, n.fired_ms,
              n.resolved_ms, n.sent_ms, n.annotations
         FROM unnest($1::integer[], $2::text[], $3::integer[], $4::text[], $5::bigint[], $6::bigint[], $7::float8[],
                     $8::bigint[], $9::bigint[], $10::bigint[], $11::jsonb[], $12::jsonb[])
           AS n (definition_id, digest, resource_id, state, active_ms, missing_ms, value, fired_ms, resolved_ms, sent_ms,
                 labels, annotations)
       ON CONFLICT (alert_definition_id, label_digest) DO UPDATE
          SET state = excluded.state, active_ms = excluded.active_ms, missing_ms = excluded.missing_ms,
              value = excluded.value, fired_ms = excluded.fired_ms, resolved_ms = excluded.resolved_ms,
              sent_ms = excluded.sent_ms, annotations = excluded.annotations, resource_id = excluded.resource_id
       RETURNING i.alert_definition_id AS "definitionId", i.label_digest AS digest, i.id`,
      [
        ...toColumns(
          instances,
          'definitionId',
          'digest',
          'resourceId',
          'state',
          'activeMs',
          'missingMs',
          'value',
          'firedMs',
          'resolvedMs',
          'sentMs',
        ),
        instances.map(({ labels }) => JSON.stringify(labels)),
        instances.map(({ annotations }) => JSON.stringify(annotations)),
      ],
    );
    const ids = new Map<number, Map<string, number>>();
    for (const { definitionId, digest, id } of rows) {
      const others = ids.get(definitionId);
      if (others) others.set(digest, id);
      else ids.set(definitionId, new Map([[digest, id]]));
    }
    return ids;
  }

  async removeInstances(tx: Transaction, ids: readonly number[]): Promise<void> {
    if (ids.length > 0) await tx.query(`DELETE FROM alert_instance WHERE id = ANY ($1::integer[])`, [ids]);
  }

  /** Deletes all instances and the progress of a definition; returns those that fired and have not ended. */
  async forget(tx: Transaction, definitionId: number): Promise<number[]> {
    const ids = await tx.ids(
      `DELETE FROM alert_instance WHERE alert_definition_id = $1 RETURNING CASE state WHEN 'FIRING' THEN id END AS id`,
      [definitionId],
    );
    await tx.query(`DELETE FROM alert_evaluation WHERE alert_definition_id = $1`, [definitionId]);
    return ids.filter((id) => id !== null);
  }

  /** Whether a definition is still evaluated. */
  isActive(tx: Transaction, id: number): Promise<boolean> {
    return tx.hasRow(`SELECT 1 FROM ${ACTIVE} WHERE d.id = $1 AND ${IS_ACTIVE}`, [id]);
  }

  /** Open alerts of instances. */
  listOpenAlerts(tx: Transaction, instanceIds: readonly number[]): Promise<number[]> {
    return tx.ids(
      `SELECT a.id FROM alert a JOIN alert_hold h ON h.alert_id = a.id
        WHERE a.external_id = ANY ($1::integer[]) AND h.ended_ms IS NULL ORDER BY a.id`,
      [instanceIds],
    );
  }

  /** The resource that each of these labels names, among those that the viewer sees; undefined for none or several. */
  async findResources(wanted: readonly ResourceLabels[], viewer: Viewer): Promise<(number | undefined)[]> {
    if (wanted.length === 0) return [];
    const { params, bind } = parameters(...toColumns(wanted, 'id', 'name', 'prometheusKey', 'otlpKey'));
    const isOpen = `r.inventory_status = 'COMMITTED' AND ${seesResource(viewer, 'r.id', bind)}`;
    const one = 'CASE count(*) WHEN 1 THEN min(r.id) END';
    const rows = await this.db.query<{ id: number | null }>(
      `SELECT coalesce(
                (SELECT r.id FROM resource r WHERE r.id = n.id AND ${isOpen}),
                (SELECT ${one} FROM received_target t JOIN resource r ON r.id = t.resource_id
                  WHERE t.target_key IN (n.prometheus_key, n.otlp_key) AND ${isOpen}),
                (SELECT ${one} FROM resource r WHERE r.name = n.name AND ${isOpen})) AS id
         FROM unnest($1::integer[], $2::text[], $3::text[], $4::text[]) WITH ORDINALITY AS n (id, name, prometheus_key, otlp_key, place)
        ORDER BY n.place`,
      params,
    );
    return rows.map(({ id }) => id ?? undefined);
  }
}
