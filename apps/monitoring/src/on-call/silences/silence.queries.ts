import type { SilenceTimes } from '@wardstone/alerting';
import { type Paged, parameters, Queries, type Queryable, type Transaction } from '@wardstone/database';
import type { SilenceListQuery, SilenceScopeKind } from '@wardstone/dto/monitoring';
import { substringPattern } from '@wardstone/patterns';
import { type Bind, seesGroup, seesResource, idsOfSubtree } from '../../authorization/visible.sql';
import { seesEverything, type Viewer } from '../../authorization/viewer';
import { hostJoin } from '../../resources/resource-row.sql';
import { seesDefinition } from '../../alert-state/alert-definition.sql';
import { instanceJoin, placeName } from '../../alert-state/place.sql';
import { coveringSilences, SILENCE_TIMES } from '../../alert-state/silence.sql';

export interface StoredScope {
  kind: SilenceScopeKind;
  id: number;
  withDescendants: boolean;
}

export interface SilenceRow extends SilenceTimes {
  id: number;
  kind: SilenceScopeKind;
  scopeId: number;
  withDescendants: boolean;
  scopeName: string;
  /** Host and resource in one text; null if the scope includes more than one resource. */
  place: string | null;
  reason: string;
  author: string;
  createdMs: number;
  endedBy: string | null;
}

/** Id columns of the kinds of scope. */
const SCOPE_COLUMNS: Readonly<Record<SilenceScopeKind, string>> = {
  RESOURCE: 'resource_id',
  GROUP: 'resource_group_id',
  GROUP_DEFINITION: 'group_definition_id',
  TYPE: 'resource_type_id',
  DEFINITION: 'alert_definition_id',
};

const SCOPE_IDS = Object.values(SCOPE_COLUMNS).map((column) => `s.${column}`);
const KIND = `CASE ${Object.entries(SCOPE_COLUMNS)
  .map(([kind, column]) => `WHEN s.${column} IS NOT NULL THEN '${kind}'`)
  .join(' ')} END`;
const NAME = 'coalesce(r.name, g.name, e.name, t.name, d.name)';
const columns = (
  viewer: Viewer,
  bind: Bind,
): string => `${SILENCE_TIMES}, ${KIND} AS kind, coalesce(${SCOPE_IDS.join(', ')}) AS "scopeId",
  s.with_descendants AS "withDescendants", ${NAME} AS "scopeName", s.reason, s.author, s.created_ms AS "createdMs",
  s.ended_by AS "endedBy",
  CASE WHEN ${seesResource(viewer, 'host.id', bind)} THEN ${placeName('o')} ELSE o.name END AS place`;
/** Silences are hidden or deleted with the objects in their scope. */
const TABLES = `silence s
  LEFT JOIN resource r ON r.id = s.resource_id AND r.inventory_status <> 'UNINVENTORIED'
  LEFT JOIN resource_group g ON g.id = s.resource_group_id
  LEFT JOIN group_definition e ON e.id = s.group_definition_id
  LEFT JOIN resource_type t ON t.id = s.resource_type_id AND NOT t.is_deleted
  LEFT JOIN alert_definition d ON d.id = s.alert_definition_id AND NOT d.is_deleted
  LEFT JOIN resource o ON o.id = coalesce(r.id, d.resource_id)
  ${hostJoin('o')} ${instanceJoin('o')}`;

const KEYS: Readonly<Record<SilenceListQuery['sort']['field'], string>> = {
  startTime: 's.start_ms',
  endTime: 's.end_ms',
  author: 's.author',
  reason: 's.reason',
};

export class SilenceQueries extends Queries {
  list(viewer: Viewer, query: SilenceListQuery, nowMs: number): Promise<Paged<SilenceRow>> {
    const bound = parameters();
    const from = `FROM ${TABLES} WHERE ${toConditions(viewer, query, nowMs, bound.bind)}`;
    const direction = query.sort.descends ? 'DESC' : 'ASC';
    const order = `${KEYS[query.sort.field]} ${direction}, s.id ${direction}`;
    return this.page(
      from,
      (cut) => `SELECT ${columns(viewer, bound.bind)} ${from} ORDER BY ${order} ${cut}`,
      bound,
      query.window,
    );
  }

  /** Undefined if it does not exist or the viewer does not see it. */
  find(id: number, viewer: Viewer, from: Queryable = this.db): Promise<SilenceRow | undefined> {
    const { params, bind } = parameters(id);
    return from.first<SilenceRow>(
      `SELECT ${columns(viewer, bind)} FROM ${TABLES} WHERE s.id = $1 AND ${isSeen(viewer, bind)}
        ${from === this.db ? '' : 'FOR NO KEY UPDATE OF s'}`,
      params,
    );
  }

  async insert(
    tx: Transaction,
    { kind, id, withDescendants }: StoredScope,
    { startMs, endMs, rule, timeZone, overMs }: SilenceTimes,
    { reason, author, nowMs }: { reason: string; author: string; nowMs: number },
  ): Promise<number> {
    const [silenceId] = await tx.ids(
      `INSERT INTO silence (${SCOPE_COLUMNS[kind]}, with_descendants, reason, author, created_ms, start_ms, end_ms, rule,
                            time_zone, over_ms)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id`,
      [id, withDescendants, reason, author, nowMs, startMs, endMs, rule, timeZone, overMs],
    );
    return silenceId!;
  }

  async change(
    tx: Transaction,
    id: number,
    { startMs, endMs, rule, timeZone, overMs }: SilenceTimes,
    reason: string,
  ): Promise<void> {
    await tx.query(
      `UPDATE silence SET reason = $2, start_ms = $3, end_ms = $4, rule = $5, time_zone = $6, over_ms = $7 WHERE id = $1`,
      [id, reason, startMs, endMs, rule, timeZone, overMs],
    );
  }

  async end(tx: Transaction, id: number, login: string, nowMs: number): Promise<void> {
    await tx.query(`UPDATE silence SET over_ms = $2, ended_by = $3 WHERE id = $1`, [id, nowMs, login]);
  }

  async remove(tx: Transaction, id: number): Promise<void> {
    await tx.query(`DELETE FROM silence WHERE id = $1`, [id]);
  }

  /** Deletes some silences that ended before a time; returns the number. */
  async purge(overBeforeMs: number, limit: number): Promise<number> {
    const rows = await this.db.query(
      `DELETE FROM silence WHERE id = ANY (ARRAY (
         SELECT s.id FROM silence s WHERE s.over_ms < $1 ORDER BY s.over_ms LIMIT $2)) RETURNING id`,
      [overBeforeMs, limit],
    );
    return rows.length;
  }

  /** Whether a group definition or resource type with this id exists. */
  exists(kind: 'GROUP_DEFINITION' | 'TYPE', id: number, tx?: Transaction): Promise<boolean> {
    const found =
      kind === 'TYPE'
        ? 'SELECT 1 FROM resource_type t WHERE t.id = $1 AND NOT t.is_deleted'
        : 'SELECT 1 FROM group_definition e WHERE e.id = $1';
    return (tx ?? this.db).hasRow(`${found} ${tx ? 'FOR KEY SHARE' : ''}`, [id]);
  }

  /** Whether the viewer sees the resource and all of its descendants. */
  async seesSubtree(viewer: Viewer, id: number, from: Queryable = this.db): Promise<boolean> {
    const { params, bind } = parameters(id);
    return !(await from.hasRow(
      `SELECT 1 FROM unnest(${idsOfSubtree('$1')}) AS part (id) WHERE NOT ${seesResource(viewer, 'part.id', bind)} LIMIT 1`,
      params,
    ));
  }
}

function isCovering({ resourceId, definitionId }: SilenceListQuery, bind: Bind): string {
  return `s.id IN (
    WITH RECURSIVE wanted AS (SELECT 0 AS key, ${bind(resourceId ?? null)}::integer AS resource_id,
                                     ${bind(definitionId ?? null)}::integer AS definition_id),
         ${coveringSilences('true')}
    SELECT c.id FROM covering c)`;
}

function toConditions(viewer: Viewer, query: SilenceListQuery, nowMs: number, bind: Bind): string {
  const { ended, resourceId, definitionId, q } = query;
  const pattern = q === undefined ? undefined : bind(substringPattern(q));
  const conditions = [
    isSeen(viewer, bind),
    ...(ended === undefined ? [] : [`s.over_ms ${ended ? '<=' : '>'} ${bind(nowMs)}`]),
    ...(resourceId === undefined && definitionId === undefined ? [] : [isCovering(query, bind)]),
    ...(pattern === undefined ? [] : [`lower(concat_ws(E'\\n', s.reason, s.author, ${NAME})) LIKE lower(${pattern})`]),
  ];
  return conditions.join(' AND ');
}

/** Silences of types are visible to everyone, like their alert definitions. See rule http-3. */
function isSeen(viewer: Viewer, bind: Bind): string {
  return `${NAME} IS NOT NULL AND
    CASE WHEN s.resource_id IS NOT NULL THEN ${seesResource(viewer, 's.resource_id', bind)}
         WHEN s.resource_group_id IS NOT NULL THEN ${seesGroup(viewer, 's.resource_group_id', bind)}
         WHEN s.group_definition_id IS NOT NULL THEN ${seesEverything(viewer)}
         WHEN s.alert_definition_id IS NOT NULL THEN ${seesDefinition(viewer, bind)}
         ELSE true END`;
}
