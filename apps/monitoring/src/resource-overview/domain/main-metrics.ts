import type { CurrentMetric } from '@wardstone/dto/monitoring';
import type { Unit } from '@wardstone/units';

/** A collected numeric metric, with properties that determine its importance. */
export interface MainMetric extends Omit<CurrentMetric, 'unit' | 'value' | 'time'> {
  readonly resourceId: number;
  readonly unit: Unit;
  /** Position among the metrics of the type, in order of declaration. */
  readonly position: number;
  /** Whether the plugin marks it as a main metric. */
  readonly isSummary: boolean;
  /** Whether an alert definition of the resource uses it. */
  readonly isWatched: boolean;
}

/**
 * Main metrics of a resource, most important first: those with alert definitions, then percentages, which need no
 * knowledge of the machine, then in the plugin's order. Without metrics marked as main, all count. Pure.
 */
export function mainMetrics<T extends MainMetric>(metrics: readonly T[], most: number): T[] {
  const main = metrics.filter(({ isSummary, isWatched }) => isSummary || isWatched);
  const rank = ({ isWatched, unit }: MainMetric): number => (isWatched ? 0 : unit === 'PERCENTAGE' ? 1 : 2);
  return [...(main.length > 0 ? main : metrics)]
    .sort((one, other) => rank(one) - rank(other) || one.position - other.position || one.scheduleId - other.scheduleId)
    .slice(0, most);
}
