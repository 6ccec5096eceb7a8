import type { Queryable } from '@wardstone/database';
import type { CheckedFilter } from '@wardstone/filter-query';
import type { SortTerm } from '@wardstone/pagination';
import type { Page } from './envelope';

/** Filter, order and page of a list. */
export interface ListWindow {
  filter: CheckedFilter | undefined;
  sort: readonly SortTerm[];
  limit: number;
  offset: bigint;
}

/** A list in SQL. `from`, `where` and `columns` are our own text, never a caller's. */
export interface PagedSelect extends Omit<ListWindow, 'filter'> {
  columns: string;
  /** Joined tables. */
  from: string;
  /** Conditions that must all hold; their values are in `params`. */
  where: readonly string[];
  params: readonly unknown[];
  /** A scalar sub-select that finds the total faster than counting. */
  total?: string;
  /** SQL expressions by sort column, several if one takes precedence; `id` is always included. */
  sortColumns: Readonly<Record<string, string | readonly string[]>>;
}

/**
 * A page and the total in one statement, so that they agree. For lists that are quickly sorted: all guides, the
 * profiles of one guide. NULL sorts last ascending and first descending (rule compliance-5).
 */
export async function findPage<T extends { id: string }>(db: Queryable, select: PagedSelect): Promise<Page<T>> {
  const { columns, from, sortColumns, limit, offset } = select;
  const params = [...select.params, limit, offset.toString()];
  const matches = `FROM ${from} WHERE ${['TRUE', ...select.where].join(' AND ')}`;
  const order = select.sort.flatMap(({ column, direction }) =>
    [sortColumns[column]!].flat().map((sql) => `${sql} ${direction.toUpperCase()}`),
  );
  const rows = await db.query<T & { total: number; id: string | null }>(
    `SELECT (${select.total ?? `SELECT count(*) ${matches}`}) AS total, cut.*
       FROM (SELECT 1) always
       LEFT JOIN (
              SELECT ${columns}, row_number() OVER (ORDER BY ${order.join(', ')}) AS place ${matches}
               ORDER BY ${order.join(', ')}
               LIMIT $${params.length - 1} OFFSET $${params.length}
            ) cut ON TRUE
      ORDER BY cut.place`,
    params,
  );
  return {
    total: rows[0]?.total ?? 0,
    records: rows.flatMap(({ total: _total, place: _place, ...row }: Record<string, unknown>) =>
      row.id === null ? [] : [row as unknown as T],
    ),
  };
}
