import type { MetricChart } from './use-charts';
import type { TimeRange } from './chart-time';

type Drawn = Pick<MetricChart, 'dataPoints' | 'limits' | 'unit' | 'collectionInterval'>;

export interface Spark {
  /** Path data of an SVG. */
  line: string;
  /** Vertical positions of the limits. */
  limits: readonly number[];
}

export const SPARK = { width: 100, height: 30 } as const;
/** Number of absent values that counts as a gap. */
const GAP = 3;
const MARGIN = 1;

/** The values of a period as a line in a box, with the limits; undefined without values. Pure. */
export function drawSpark(
  { dataPoints, limits, unit, collectionInterval }: Drawn,
  range: TimeRange,
): Spark | undefined {
  const points = dataPoints.flatMap(({ timeStamp: at, value }) => (value === 'NaN' ? [] : [{ at, value }]));
  if (points.length === 0) return undefined;
  const bounds = [...new Set(limits.flatMap(({ value }) => (value === 'NaN' ? [] : [value])))];
  const numbers = [...points.map(({ value }) => value), ...bounds];
  // Percentages use the full scale.
  const isShare = unit === 'PERCENTAGE';
  const low = Math.min(...numbers, ...(isShare ? [0] : []));
  const high = Math.max(...numbers, ...(isShare ? [1] : []));
  const x = (at: number): number => rounded(((at - range.start) / (range.end - range.start)) * SPARK.width);
  const room = SPARK.height - 2 * MARGIN;
  const y = (value: number): number =>
    rounded(high === low ? SPARK.height / 2 : MARGIN + (1 - (value - low) / (high - low)) * room);
  const gap = GAP * Math.max(collectionInterval, (range.end - range.start) / SPARK.width);
  const line = points
    .map(({ at, value }, index) => {
      const before = points[index - 1];
      const isStart = before === undefined || at - before.at > gap;
      // A single value is drawn as a dot.
      return `${isStart ? 'M' : 'L'}${x(at)} ${y(value)}${isStart ? 'h0.5' : ''}`;
    })
    .join('');
  return { line, limits: bounds.map(y) };
}

const rounded = (number: number): number => Math.round(number * 100) / 100;
