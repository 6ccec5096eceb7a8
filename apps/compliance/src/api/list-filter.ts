import { checkFilter, parseFilter } from '@wardstone/filter-query';
import type { CheckedFilter, FilterFields } from '@wardstone/filter-query';

/**
 * The filter of a list (compliance spec B); undefined when it restricts nothing.
 *
 * @throws FilterError
 */
export function readFilter(
  { filter }: { filter: string | undefined },
  fields: FilterFields,
): CheckedFilter | undefined {
  const parsed = filter === undefined ? undefined : parseFilter(filter);
  return parsed ? checkFilter(parsed, fields) : undefined;
}
