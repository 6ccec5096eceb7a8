import type {
  CheckedCondition,
  ConditionMetric,
  DefinitionSettings,
  ExpressionSettings,
  expressionUseProblem,
  NewDefinition,
  StoredConfig,
} from '@wardstone/alerting';
import type { CallerIdentity } from '@wardstone/auth';
import { toColumns, type Paged, parameters, Queries, type Queryable, type Transaction } from '@wardstone/database';
import type { AlertDefinitionRest, DefinitionListQuery } from '@wardstone/dto/monitoring';
import { substringPattern } from '@wardstone/patterns';
import { type GroupTypes, typeOfGroup } from '../groups/domain/group-category';
import { GROUP_COUNTS, GROUP_TYPE_COLUMNS } from '../groups/group-row.sql';
import type { Viewer } from '../authorization/viewer';
import { INSTALLATION_PLUGIN, INSTALLATION_TYPE } from '../plugins/platforms/built-in-plugins';
import { EXPRESSION_COLUMNS, PRIORITY_RANK, seesDefinition } from '../alert-state/alert-definition.sql';
import { AlertDefinitionEntity } from './alert-definition.entity';
import { CONDITION_COLUMNS, CONDITIONS_OF, type StoredCondition } from '../alert-state/condition.sql';
import { type AlertDefinitionRow, DEFINITION_COLUMNS } from './definition-row.sql';
import { toSettingColumns } from './definition-settings';

/** Owner of a definition; exactly one is not null. */
export type Owner = Pick<AlertDefinitionEntity, 'resource_id' | 'resource_group_id' | 'resource_type_id'>;

/** The owner with its name, as shown in records. */
type NamedOwner = NonNullable<AlertDefinitionRest['owner']>;

export interface VisibleDefinition extends AlertDefinitionRow {
  is_seen: boolean;
}

export interface StoredNotification {
  readonly id: number;
  readonly definitionId: number;
  readonly senderName: string;
  readonly config: StoredConfig;
}

export type NewNotification = Pick<StoredNotification, 'senderName' | 'config'>;

export interface NewCondition extends CheckedCondition {
  readonly triggerId: number | null;
  /** Author whose permissions apply to the expression; undefined for other categories and built-in definitions. */
  readonly author?: Author | undefined;
}

export type Author = Pick<CallerIdentity, 'username' | 'subject'>;

type ExpressionUse = Omit<Parameters<typeof expressionUseProblem>[0], 'hasSettings'>;

/** Tables of a definition's parts. */
type PartTable = 'alert_condition' | 'alert_notification';

const NOTIFICATION_COLUMNS = `n.id, n.alert_definition_id AS "definitionId", n.sender_name AS "senderName", n.config`;

/** Definitions that can be read: neither they nor their owners are deleted. */
const PRESENT = `NOT d.is_deleted AND NOT EXISTS (
  SELECT 1 FROM resource gone WHERE gone.id = d.resource_id AND gone.inventory_status = 'UNINVENTORIED')`;

const SORT_KEYS: Record<DefinitionListQuery['sort']['field'], readonly string[]> = {
  id: ['d.id'],
  name: ['d.name', 'd.id'],
  priority: [PRIORITY_RANK, 'd.id'],
};

/** All keys sort in one direction, so that one index serves both. */
function toOrder({ field, descends }: DefinitionListQuery['sort']): string {
  return SORT_KEYS[field].map((key) => (descends ? `${key} DESC` : key)).join(', ');
}

export class AlertDefinitionQueries extends Queries {
  /** A page of the definitions that the viewer sees, and the total. */
  list(
    viewer: Viewer,
    { resourceId, q, children, sort, window }: DefinitionListQuery,
  ): Promise<Paged<AlertDefinitionRow>> {
    const bound = parameters(resourceId ?? null);
    const { bind } = bound;
    const from = `FROM alert_definition d
      WHERE ${PRESENT} AND ($1::integer IS NULL OR d.resource_id = $1) AND ${seesDefinition(viewer, bind)}
        ${children ? '' : 'AND d.parent_id IS NULL'}
        ${q === undefined ? '' : `AND lower(d.name) LIKE lower(${bind(substringPattern(q))})`}`;
    return this.page(
      from,
      (cut) => `SELECT ${DEFINITION_COLUMNS} ${from} ORDER BY ${toOrder(sort)} ${cut}`,
      bound,
      window,
    );
  }

  /** Undefined if it does not exist or is deleted. With `lock` the row is locked. */
  find(
    id: number,
    viewer: Viewer,
    { from = this.db, lock = false }: { from?: Queryable; lock?: boolean } = {},
  ): Promise<VisibleDefinition | undefined> {
    const { params, bind } = parameters(id);
    const isSeen = seesDefinition(viewer, bind);
    return from.first<VisibleDefinition>(
      `SELECT ${DEFINITION_COLUMNS}, ${isSeen} AS is_seen FROM alert_definition d WHERE d.id = $1 AND ${PRESENT}
        ${lock ? 'FOR NO KEY UPDATE OF d' : ''}`,
      params,
    );
  }

  /** Whether the definition is an existing one of a group or type. */
  isTemplate(tx: Transaction, id: number): Promise<boolean> {
    return tx.hasRow(
      `SELECT 1 FROM alert_definition d WHERE d.id = $1 AND d.resource_id IS NULL AND NOT d.is_deleted`,
      [id],
    );
  }

  /** Whether the viewer sees the definition; to others it does not exist. */
  async isSeen(id: number, viewer: Viewer, from: Queryable = this.db): Promise<boolean> {
    return (await this.find(id, viewer, { from }))?.is_seen ?? false;
  }

  listConditions(definitionIds: readonly number[], from: Queryable = this.db): Promise<StoredCondition[]> {
    return from.query<StoredCondition>(CONDITIONS_OF, [definitionIds]);
  }

  listNotifications(definitionIds: readonly number[], from: Queryable = this.db): Promise<StoredNotification[]> {
    return from.query<StoredNotification>(
      `SELECT ${NOTIFICATION_COLUMNS} FROM alert_notification n
        WHERE n.alert_definition_id = ANY ($1::integer[]) ORDER BY n.id`,
      [definitionIds],
    );
  }

  /** Owners of definitions by id, deleted definitions included. */
  async listOwners(definitionIds: readonly number[], from: Queryable = this.db): Promise<Map<number, NamedOwner>> {
    const rows = await from.query<NamedOwner & { definition_id: number }>(
      `SELECT d.id AS definition_id, coalesce(r.id, g.id, t.id) AS id, coalesce(r.name, g.name, t.name) AS name, r.ancestry,
              CASE WHEN r.id IS NOT NULL THEN 'RESOURCE' WHEN g.id IS NOT NULL THEN 'GROUP' ELSE 'TYPE' END AS kind
         FROM alert_definition d
         LEFT JOIN resource r ON r.id = d.resource_id
         LEFT JOIN resource_group g ON g.id = d.resource_group_id
         LEFT JOIN resource_type t ON t.id = d.resource_type_id
        WHERE d.id = ANY ($1::integer[])`,
      [definitionIds],
    );
    return new Map(rows.map(({ definition_id: definitionId, ...owner }) => [definitionId, owner]));
  }

  /** A condition of an existing definition. */
  findCondition(id: number, from: Queryable = this.db): Promise<StoredCondition | undefined> {
    return from.first<StoredCondition>(
      `SELECT ${CONDITION_COLUMNS} FROM alert_condition c JOIN alert_definition d ON d.id = c.alert_definition_id
        WHERE c.id = $1 AND ${PRESENT}`,
      [id],
    );
  }

  findNotification(id: number, from: Queryable = this.db): Promise<StoredNotification | undefined> {
    return from.first<StoredNotification>(
      `SELECT ${NOTIFICATION_COLUMNS} FROM alert_notification n JOIN alert_definition d ON d.id = n.alert_definition_id
        WHERE n.id = $1 AND ${PRESENT}`,
      [id],
    );
  }

  findMetrics(ids: readonly number[], from: Queryable): Promise<ConditionMetric[]> {
    return from.query<ConditionMetric>(
      `SELECT m.id, m.resource_type_id AS "resourceTypeId", m.display_name AS "displayName",
              m.data_type = 'MEASUREMENT' AS "isNumeric", m.data_type = 'TRAIT' AS "isTrait",
              m.numeric_type = 'DYNAMIC' AS "isDynamic",
              json_build_object('unit', m.unit, 'isPerMinute', m.is_per_minute) AS measure
         FROM metric_definition m WHERE m.id = ANY ($1::integer[])`,
      [ids],
    );
  }

  /** Locks the owner of a definition, if it exists, against deletion until the transaction ends. */
  async holdOwner(tx: Transaction, owner: Owner): Promise<void> {
    for (const [table, id] of [
      ['resource', owner.resource_id],
      ['resource_group', owner.resource_group_id],
      ['resource_type', owner.resource_type_id],
    ] as const) {
      if (id !== null) await tx.query(`SELECT 1 FROM ${table} o WHERE o.id = $1 FOR KEY SHARE`, [id]);
    }
  }

  /** The resource type to which metrics in conditions must belong; undefined for a group without a type. */
  async findOwnerType(owner: Owner, from: Queryable): Promise<number | undefined> {
    if (owner.resource_type_id !== null) return owner.resource_type_id;
    if (owner.resource_group_id !== null) {
      const types = await this.findGroupTypes(owner.resource_group_id, from);
      return (types && typeOfGroup(types)) ?? undefined;
    }
    const [typeId] = await from.ids(`SELECT r.resource_type_id AS id FROM resource r WHERE r.id = $1`, [
      owner.resource_id,
    ]);
    return typeId;
  }

  typeExists(id: number, from: Queryable): Promise<boolean> {
    return from.hasRow(`SELECT 1 FROM resource_type t WHERE t.id = $1 AND NOT t.is_deleted`, [id]);
  }

  findGroupTypes(id: number, from: Queryable): Promise<GroupTypes | undefined> {
    return from.first<GroupTypes>(
      `SELECT ${GROUP_TYPE_COLUMNS} FROM resource_group g ${GROUP_COUNTS} WHERE g.id = $1`,
      [id],
    );
  }

  async insert(tx: Transaction, owner: Owner, { name, mode, ...settings }: NewDefinition): Promise<number> {
    const row = { ...owner, name, condition_mode: mode, ...toSettingColumns(settings) };
    const { identifiers } = await tx.repository(AlertDefinitionEntity).insert(row);
    return (identifiers[0] as Pick<AlertDefinitionEntity, 'id'>).id;
  }

  async update(tx: Transaction, id: number, settings: DefinitionSettings): Promise<void> {
    await tx.repository(AlertDefinitionEntity).update({ id }, toSettingColumns(settings));
  }

  /** Deletes a definition and its children; their alerts stay. */
  async remove(tx: Transaction, id: number): Promise<void> {
    await tx.query(`UPDATE alert_definition SET is_deleted = true WHERE id = $1 OR parent_id = $1`, [id]);
  }

  listChildIds(tx: Transaction, id: number): Promise<number[]> {
    return tx.ids(`SELECT d.id FROM alert_definition d WHERE d.parent_id = $1`, [id]);
  }

  /** Stores the evaluation settings of a definition's expression. */
  async setExpression(tx: Transaction, id: number, settings: ExpressionSettings): Promise<void> {
    const names = Object.keys(EXPRESSION_COLUMNS) as (keyof ExpressionSettings)[];
    const columns = names.map((name) => EXPRESSION_COLUMNS[name]);
    await tx.query(
      `INSERT INTO alert_expression (alert_definition_id, ${columns.join(', ')})
       VALUES ($1, ${columns.map((_, at) => `$${at + 2}`).join(', ')})
       ON CONFLICT (alert_definition_id) DO UPDATE SET ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`,
      [id, ...names.map((name) => settings[name])],
    );
  }

  /** Reads the parts that decide whether an expression is allowed. */
  async findExpressionUse(tx: Transaction, id: number): Promise<ExpressionUse | undefined> {
    return tx.first<ExpressionUse>(
      `SELECT d.dampening_category AS dampening, d.recovery_id AS "recoveryId",
              ARRAY (SELECT c.category FROM alert_condition c WHERE c.alert_definition_id = d.id ORDER BY c.id) AS categories,
              EXISTS (SELECT 1 FROM alert_expression x WHERE x.alert_definition_id = d.id AND x.record IS NOT NULL) AS "isRecording",
              EXISTS (SELECT 1 FROM alert_expression x WHERE x.alert_definition_id = d.id AND x.rule_group <> '') AS "isGrouped",
              EXISTS (SELECT 1 FROM resource r JOIN resource_type t ON t.id = r.resource_type_id JOIN plugin g ON g.id = t.plugin_id
                       WHERE r.id = d.resource_id AND t.name = $2 AND g.name = $3) AS "isInstallation"
         FROM alert_definition d WHERE d.id = $1`,
      [id, INSTALLATION_TYPE, INSTALLATION_PLUGIN],
    );
  }

  /** Number of evaluated expressions, in total and by an author; templates count once. */
  async countExpressions(tx: Transaction, subject: string): Promise<{ evaluated: number; own: number }> {
    const counted = await tx.first<{ evaluated: number; own: number }>(
      `SELECT count(*) FILTER (WHERE d.resource_id IS NOT NULL)::integer AS evaluated,
              count(*) FILTER (WHERE d.parent_id IS NULL AND c.author_subject = $1)::integer AS own
         FROM alert_condition c JOIN alert_definition d ON d.id = c.alert_definition_id
        WHERE c.category = 'EXPRESSION' AND NOT d.is_deleted`,
      [subject],
    );
    return counted!;
  }

  async countParts(tx: Transaction, table: PartTable, definitionId: number): Promise<number> {
    const sql = `SELECT count(*)::integer FROM ${table} p WHERE p.alert_definition_id = $1`;
    return (await tx.value<number>(sql, [definitionId]))!;
  }

  async removePart(tx: Transaction, table: PartTable, id: number): Promise<void> {
    await tx.query(`DELETE FROM ${table} WHERE id = $1`, [id]);
  }

  /** Returns their ids, ascending in the given order. */
  async insertConditions(
    tx: Transaction,
    definitionId: number,
    conditions: readonly NewCondition[],
  ): Promise<readonly number[]> {
    if (conditions.length === 0) return [];
    return tx.ids(
      `INSERT INTO alert_condition (alert_definition_id, category, name, threshold, option, comparator, trigger_id,
                                    metric_definition_id, author_login, author_subject)
       SELECT $1, s.category, s.name, s.threshold, s.option, s.comparator, s.trigger_id, nullif(s.metric_id, 0),
              s.author_login, s.author_subject
         FROM unnest($2::text[], $3::text[], $4::float8[], $5::text[], $6::text[], $7::integer[], $8::integer[],
                     $9::text[], $10::text[])
              WITH ORDINALITY AS s (category, name, threshold, option, comparator, trigger_id, metric_id, author_login,
                                    author_subject, place)
        ORDER BY s.place
       RETURNING id`,
      [
        definitionId,
        ...toColumns(
          conditions,
          ...(['category', 'name', 'threshold', 'option', 'comparator', 'triggerId', 'measurementDefinition'] as const),
        ),
        conditions.map(({ author }) => author?.username ?? null),
        conditions.map(({ author }) => author?.subject ?? null),
      ],
    );
  }

  /** Returns their ids, ascending in the given order. */
  async insertNotifications(
    tx: Transaction,
    definitionId: number,
    notifications: readonly NewNotification[],
  ): Promise<readonly number[]> {
    if (notifications.length === 0) return [];
    return tx.ids(
      `INSERT INTO alert_notification (alert_definition_id, sender_name, config)
       SELECT $1, s.sender_name, s.config
         FROM unnest($2::text[], $3::jsonb[]) WITH ORDINALITY AS s (sender_name, config, place)
        ORDER BY s.place
       RETURNING id`,
      [
        definitionId,
        notifications.map(({ senderName }) => senderName),
        notifications.map(({ config }) => JSON.stringify(config)),
      ],
    );
  }
}
