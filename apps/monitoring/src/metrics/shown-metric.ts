import type { ShownMetric } from '@wardstone/media-types';
import type { Measure } from '@wardstone/units';

interface NamedMetric extends Measure {
  readonly displayName: string;
  /** Absent if the values are those of several resources. */
  readonly resourceName?: string;
}

/** Describes the values of a schedule, or of a group's metric, for pages. */
export function shownMetric({ displayName, resourceName, unit, isPerMinute = false }: NamedMetric): ShownMetric {
  const name = resourceName === undefined ? displayName : `${displayName} of ${resourceName}`;
  return { name, measure: { unit, isPerMinute } };
}

/** The same for several schedules, or several metrics of a group, by id. */
export function shownMetrics(metrics: readonly (NamedMetric & { id: number })[]): (id: number) => ShownMetric {
  const known = new Map(metrics.map((metric) => [metric.id, shownMetric(metric)]));
  return (id) => known.get(id)!;
}
