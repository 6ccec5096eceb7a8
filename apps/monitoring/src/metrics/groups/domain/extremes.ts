import type { GroupChart } from '@wardstone/dto/monitoring';

interface Member {
  readonly resourceId: number;
  readonly resourceName: string;
  readonly scheduleId: number;
}

type Extremes = Pick<GroupChart, 'measuredCount' | 'highest' | 'lowest'>;

/** Number of members named at each end. */
const MAX_NAMED = 5;

/** The members with the highest and the lowest newest values; of equal ones the first by id. Pure. */
export function findExtremes(
  members: readonly Member[],
  newest: ReadonlyMap<number, { readonly value: number }>,
): Extremes {
  const measured = members
    .flatMap(({ resourceId, resourceName, scheduleId }) => {
      const point = newest.get(scheduleId);
      return point ? [{ resourceId, resourceName, value: point.value }] : [];
    })
    .sort((one, other) => one.value - other.value || one.resourceId - other.resourceId);
  const descending = [...measured].sort((one, other) => other.value - one.value || one.resourceId - other.resourceId);
  return {
    measuredCount: measured.length,
    highest: descending.slice(0, MAX_NAMED),
    lowest: measured.slice(0, MAX_NAMED),
  };
}
