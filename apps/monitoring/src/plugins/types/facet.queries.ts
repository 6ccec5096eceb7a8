import { Injectable } from '@nestjs/common';
import type { Transaction } from '@wardstone/database';
import { type FacetTable, MERGE_RULES, type MergeRule } from './merge-rules.queries';
import type { Row } from './plugin-rows';

/** Merges what resource types consist of, a table at a time, in as many statements for one type as for hundreds. */
@Injectable()
export class FacetQueries {
  /**
   * Makes the rows of the given types those of the plugin: known ones keep their id, others come and go (rule plugins-8).
   * What hangs on a row that goes, e.g. the schedules of a metric, goes with it. Returns the ids of new rows.
   *
   * @param typeIds the types whose rows these are; rows of other types are left alone.
   */
  async merge(
    tx: Transaction,
    table: FacetTable,
    typeIds: readonly number[],
    rows: readonly Row[],
  ): Promise<readonly number[]> {
    const statements = STATEMENTS[table];
    const incoming = JSON.stringify(rows);
    if (statements.retire) await tx.query(statements.retire, [incoming, typeIds]);
    await tx.query(statements.remove, [incoming, typeIds]);
    await tx.query(statements.update, [incoming]);
    const inserted = await tx.query<{ id: number }>(statements.insert, [incoming]);
    return inserted.map(({ id }) => id);
  }
}

interface Statements {
  retire?: string;
  remove: string;
  update: string;
  insert: string;
}

/** Names with their SQL types. */
function columnsOf(types: Readonly<Record<string, string>>): string {
  return Object.entries(types)
    .map((entry) => entry.join(' '))
    .join(', ');
}

function statementsFor(table: FacetTable, rule: MergeRule): Statements {
  const { identity, columns, kept = {}, untouched = 'false', permanent = 'false', retired } = rule;
  const types = { resource_type_id: 'integer', ...identity, ...columns };
  const incoming = `jsonb_to_recordset($1::jsonb) AS i(${columnsOf(types)})`;
  const isSame = ['resource_type_id', ...Object.keys(identity)].map((name) => `d.${name} = i.${name}`).join(' AND ');
  const all = Object.keys(types);
  const changing = Object.keys(columns);
  const listed = (prefix: string): string => changing.map((name) => `${prefix}.${name}`).join(', ');
  const values = changing.map((name) => kept[name] ?? `i.${name}`).join(', ');
  const isGone = `d.resource_type_id = ANY ($2::integer[]) AND NOT (${untouched}) AND NOT (${permanent})
        AND NOT EXISTS (SELECT 1 FROM ${incoming} WHERE ${isSame})`;
  return {
    ...(retired && { retire: `UPDATE ${table} d SET ${retired.change} WHERE ${isGone} AND ${retired.condition}` }),
    remove: `DELETE FROM ${table} d WHERE ${isGone}`,
    // A row that stays as it was is not written: a plugin that is registered again changes nothing.
    update: `UPDATE ${table} d SET (${changing.join(', ')}) = ROW (${values})
       FROM ${incoming}
      WHERE ${isSame} AND NOT (${untouched}) AND (${listed('d')}) IS DISTINCT FROM (${values})`,
    // Ids ascend as declared.
    insert: `INSERT INTO ${table} (${all.join(', ')})
      SELECT ${all.map((name) => `i.${name}`).join(', ')}
        FROM ROWS FROM (jsonb_to_recordset($1::jsonb) AS (${columnsOf(types)})) WITH ORDINALITY
          AS i (${all.join(', ')}, place)
       WHERE NOT EXISTS (SELECT 1 FROM ${table} d WHERE ${isSame})
       ORDER BY i.place
      RETURNING id`,
  };
}

const STATEMENTS = Object.fromEntries(
  Object.entries(MERGE_RULES).map(([table, rule]) => [table, statementsFor(table as FacetTable, rule)]),
) as Record<FacetTable, Statements>;
