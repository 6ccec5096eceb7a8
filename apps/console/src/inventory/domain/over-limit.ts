import type { MetricChart } from '../../charts/use-charts';

const MEETS: Readonly<Record<string, (value: number, bound: number) => boolean>> = {
  '>': (value, bound) => value > bound,
  '>=': (value, bound) => value >= bound,
  '<': (value, bound) => value < bound,
  '<=': (value, bound) => value <= bound,
};

/** The first limit that a value reaches, as an alert definition would judge. Pure. */
export function metLimit(
  value: number | 'NaN',
  limits: readonly MetricChart['limits'][number][],
): MetricChart['limits'][number] | undefined {
  if (value === 'NaN') return undefined;
  return limits.find(({ comparator, value: bound }) => bound !== 'NaN' && MEETS[comparator]?.(value, bound));
}
