import { parameters, Queries, type Queryable, type Transaction } from '@wardstone/database';
import type { Sort } from '@wardstone/dto';
import type { SILENCE_SORT_FIELDS, SilenceScopeKind } from '@wardstone/dto/monitoring';
import type { PageWindow } from '@wardstone/pagination';
import { type Bind, seesGroup, seesResource } from '../../authorization/visible.sql';
import { seesEverything, type Viewer } from '../../authorization/viewer';
import { substringPattern } from '../../patterns/domain/substring-pattern';
import { idsOfSubtree } from '../../resources/resource-row.sql';
import { seesDefinition } from '../definitions/alert-definition.sql';
import type { SilenceTimes } from '../domain/silence-times';
import { coveringSilences, SILENCE_TIMES } from './silence.sql';

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
  reason: string;
  author: string;
  createdMs: number;
  endedBy: string | null;
}

/** Undefined stands for any. */
export interface SilenceFilter {
  isOver?: boolean | undefined;
  /** Covered by whichever scope. */
  resourceId?: number | undefined;
  definitionId?: number | undefined;
  /** Part of the reason, the author, or the name of what is covered. */
  part?: string | undefined;
}

export type SilenceSort = Sort<(typeof SILENCE_SORT_FIELDS)[number]>;

/** The column of the id of each kind of scope. */
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
const COLUMNS = `${SILENCE_TIMES}, ${KIND} AS kind, coalesce(${SCOPE_IDS.join(', ')}) AS "scopeId",
  s.with_descendants AS "withDescendants", ${NAME} AS "scopeName", s.reason, s.author, s.created_ms AS "createdMs",
  s.ended_by AS "endedBy"`;
/** What is deleted takes its silences with it, or hides them. */
const TABLES = `silence s
  LEFT JOIN resource r ON r.id = s.resource_id AND r.inventory_status <> 'UNINVENTORIED'
  LEFT JOIN resource_group g ON g.id = s.resource_group_id
  LEFT JOIN group_definition e ON e.id = s.group_definition_id
  LEFT JOIN resource_type t ON t.id = s.resource_type_id AND NOT t.is_deleted
  LEFT JOIN alert_definition d ON d.id = s.alert_definition_id AND NOT d.is_deleted`;

const KEYS: Readonly<Record<SilenceSort['field'], string>> = {
  startTime: 's.start_ms',
  endTime: 's.end_ms',
  author: 's.author',
  reason: 's.reason',
};

export class SilenceQueries extends Queries {
  async list(
    viewer: Viewer,
    filter: SilenceFilter,
    { field, descends }: SilenceSort,
    { offset, limit }: PageWindow,
    nowMs: number,
  ): Promise<{ rows: SilenceRow[]; total: number }> {
    const { params, bind } = parameters();
    const matching = `${withCovering(filter, bind)} SELECT`;
    const where = `FROM ${TABLES} WHERE ${conditionsOf(viewer, filter, nowMs, bind)}`;
    const direction = descends ? 'DESC' : 'ASC';
    const [counted] = await this.db.query<{ total: number }>(`${matching} count(*)::integer AS total ${where}`, params);
    const page = `LIMIT ${bind(limit ?? null)} OFFSET ${bind(offset)}`;
    const rows = await this.db.query<SilenceRow>(
      `${matching} ${COLUMNS} ${where} ORDER BY ${KEYS[field]} ${direction}, s.id ${direction} ${page}`,
      params,
    );
    return { rows, total: counted!.total };
  }

  /** Undefined when there is none that the viewer sees. */
  find(id: number, viewer: Viewer, from: Queryable = this.db): Promise<SilenceRow | undefined> {
    const { params, bind } = parameters(id);
    return from.first<SilenceRow>(
      `SELECT ${COLUMNS} FROM ${TABLES} WHERE s.id = $1 AND ${isSeen(viewer, bind)}
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

  /** Erases some that were over by then. Returns how many. */
  async purge(overBeforeMs: number, limit: number): Promise<number> {
    const rows = await this.db.query(
      `DELETE FROM silence WHERE id = ANY (ARRAY (
         SELECT s.id FROM silence s WHERE s.over_ms < $1 ORDER BY s.over_ms LIMIT $2)) RETURNING id`,
      [overBeforeMs, limit],
    );
    return rows.length;
  }

  /** Whether there is a group definition, or a resource type, of this id. */
  exists(kind: 'GROUP_DEFINITION' | 'TYPE', id: number, tx: Transaction): Promise<boolean> {
    return kind === 'TYPE'
      ? tx.hasRow(`SELECT 1 FROM resource_type t WHERE t.id = $1 AND NOT t.is_deleted FOR KEY SHARE`, [id])
      : tx.hasRow(`SELECT 1 FROM group_definition e WHERE e.id = $1 FOR KEY SHARE`, [id]);
  }

  /** Whether the viewer sees all that is part of the resource. */
  async seesSubtree(viewer: Viewer, id: number, tx: Transaction): Promise<boolean> {
    const { params, bind } = parameters(id);
    return !(await tx.hasRow(
      `SELECT 1 FROM unnest(${idsOfSubtree('$1')}) AS part (id) WHERE NOT ${seesResource(viewer, 'part.id', bind)} LIMIT 1`,
      params,
    ));
  }
}

function withCovering({ resourceId, definitionId }: SilenceFilter, bind: Bind): string {
  if (resourceId === undefined && definitionId === undefined) return '';
  return `WITH RECURSIVE wanted AS (SELECT 0 AS key, ${bind(resourceId ?? null)}::integer AS resource_id,
                                           ${bind(definitionId ?? null)}::integer AS definition_id),
          ${coveringSilences('true')}`;
}

function conditionsOf(viewer: Viewer, filter: SilenceFilter, nowMs: number, bind: Bind): string {
  const { isOver, resourceId, definitionId, part } = filter;
  const pattern = part === undefined ? undefined : bind(substringPattern(part));
  const conditions = [
    isSeen(viewer, bind),
    ...(isOver === undefined ? [] : [`s.over_ms ${isOver ? '<=' : '>'} ${bind(nowMs)}`]),
    ...(resourceId === undefined && definitionId === undefined ? [] : ['s.id IN (SELECT c.id FROM covering c)']),
    ...(pattern === undefined ? [] : [`lower(concat_ws(E'\\n', s.reason, s.author, ${NAME})) LIKE lower(${pattern})`]),
  ];
  return conditions.join(' AND ');
}

/** Those of types are for everyone, as their alert definitions are. See rule http-3. */
function isSeen(viewer: Viewer, bind: Bind): string {
  return `${NAME} IS NOT NULL AND
    CASE WHEN s.resource_id IS NOT NULL THEN ${seesResource(viewer, 's.resource_id', bind)}
         WHEN s.resource_group_id IS NOT NULL THEN ${seesGroup(viewer, 's.resource_group_id', bind)}
         WHEN s.group_definition_id IS NOT NULL THEN ${seesEverything(viewer)}
         WHEN s.alert_definition_id IS NOT NULL THEN ${seesDefinition(viewer, bind)}
         ELSE true END`;
}
