import { ListQueryError } from './query-string';

export interface SortTerm {
  readonly column: string;
  readonly direction: 'asc' | 'desc';
}

/**
 * Converts `totalSystemCount` and `total-system-count` to `total_system_count`, `TITLE` to `title`, `osVersion` to
 * `os_version`.
 */
function normalise(item: string): string {
  return item
    .replace(/(?<=[A-Z])(?=[A-Z][a-z])|(?<=[a-z\d])(?=[A-Z])/g, '_')
    .replaceAll('-', '_')
    .toLowerCase();
}

/**
 * Parses the items of `sort_by` (rule compliance-5). The result always ends with `id asc`, which makes every order
 * total; a repeated column keeps its first position and its last direction.
 * @throws ListQueryError 422 for the first item with an unknown column, else an unknown direction.
 */
export function parseSort(items: readonly string[], sortable: readonly string[]): SortTerm[] {
  const directions = new Map<string, SortTerm['direction']>();
  for (const item of items) {
    const [column = '', direction = ''] = normalise(item).split(':');
    if (!sortable.includes(column)) {
      throw new ListQueryError(422, `Result cannot be sorted by the '${column}' column.`);
    }
    if (direction !== '' && direction !== 'asc' && direction !== 'desc') {
      throw new ListQueryError(422, `Sorting direction ${direction} is invalid. Valid directions are 'asc' or 'desc'.`);
    }
    directions.set(column, direction === '' ? 'asc' : direction);
  }
  const terms = [...directions].map(([column, direction]) => ({ column, direction }));
  return [...terms, { column: 'id', direction: 'asc' }];
}
