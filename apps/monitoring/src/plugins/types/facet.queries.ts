import { Injectable } from '@nestjs/common';
import type { Transaction } from '@wardstone/database';
import { type FacetTable, MERGE_RULES, type MergeRule } from './merge-rules.queries';
import type { Row } from './plugin-rows';

/**
 * Merges the parts of resource types table by table, with the same number of statements for one type as for hundreds.
 */
@Injectable()
export class FacetQueries {
  /**
   * Replaces the rows of the given types with those of the plugin: known rows keep their id, others are added or
   * deleted (rule plugins-8) with everything that refers to them, e.g. the schedules of a metric. Returns the ids of
   * new rows.
   * @param typeIds types of the rows; rows of other types are unchanged
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
    return tx.ids(statements.insert, [incoming]);
  }
}

interface Statements {
  retire?: string;
  remove: string;
  update: string;
  insert: string;
}

function statementsFor(table: FacetTable, rule: MergeRule): Statements {
  const { identity, columns, kept = {}, untouched = 'false', permanent = 'false', retired } = rule;
  const key = ['resource_type_id', ...identity];
  const incoming = `jsonb_populate_recordset(NULL::${table}, $1::jsonb)`;
  const isSame = key.map((name) => `d.${name} = i.${name}`).join(' AND ');
  const all = [...key, ...columns];
  const listed = (prefix: string, names = columns): string => names.map((name) => `${prefix}.${name}`).join(', ');
  const values = columns.map((name) => kept[name] ?? `i.${name}`).join(', ');
  const isGone = `d.resource_type_id = ANY ($2::integer[]) AND NOT (${untouched}) AND NOT (${permanent})
        AND NOT EXISTS (SELECT 1 FROM ${incoming} AS i WHERE ${isSame})`;
  return {
    ...(retired && { retire: `UPDATE ${table} d SET ${retired.change} WHERE ${isGone} AND ${retired.condition}` }),
    remove: `DELETE FROM ${table} d WHERE ${isGone}`,
    // Unchanged rows are not written, so that registering a plugin again changes nothing.
    update: `UPDATE ${table} d SET (${columns.join(', ')}) = ROW (${values})
       FROM ${incoming} AS i
      WHERE ${isSame} AND NOT (${untouched}) AND (${listed('d')}) IS DISTINCT FROM (${values})`,
    // Ids ascend in order of declaration.
    insert: `INSERT INTO ${table} (${all.join(', ')})
      SELECT ${listed('i', all)}
        FROM ${incoming} WITH ORDINALITY AS i
       WHERE NOT EXISTS (SELECT 1 FROM ${table} d WHERE ${isSame})
       ORDER BY i.ordinality
      RETURNING id`,
  };
}

const STATEMENTS = Object.fromEntries(
  Object.entries(MERGE_RULES).map(([table, rule]) => [table, statementsFor(table as FacetTable, rule)]),
) as Record<FacetTable, Statements>;
