import type { Double } from '@wardstone/dto';
import type { MetricAggregate, MetricDefinitionAggregate } from '@wardstone/dto/monitoring';
import type { BucketAccumulator } from '@wardstone/metric-points';

interface Shown {
  hideEmpty?: boolean;
  isGroup?: boolean;
  /** False if only the whole window is requested. */
  hasPoints?: boolean;
}

/** See rule metrics-6. */
export function toAggregate(
  id: number,
  accumulator: BucketAccumulator,
  { hideEmpty = false, isGroup = false, hasPoints = true }: Shown,
): MetricAggregate {
  const { min, avg, max } = accumulator.toSummary();
  const buckets = hasPoints ? accumulator.toBuckets() : [];
  const dataPoints = (hideEmpty ? buckets.filter(({ value }) => value !== null) : buckets).map(
    ({ timeStamp, value, high, low }) => ({
      timeStamp,
      value: toDouble(value),
      high: toDouble(high),
      low: toDouble(low),
    }),
  );
  return {
    scheduleId: id,
    min: toDouble(min),
    avg: toDouble(avg),
    max: toDouble(max),
    numDataPoints: dataPoints.length,
    group: isGroup,
    minTimeStamp: dataPoints[0]?.timeStamp ?? 0,
    maxTimeStamp: dataPoints.at(-1)?.timeStamp ?? 0,
    dataPoints,
  };
}

/** See rule metrics-7. */
export function toDefinitionAggregate(definitionId: number, accumulator: BucketAccumulator): MetricDefinitionAggregate {
  const { min, avg, max, minTimeStamp, maxTimeStamp } = accumulator.toSummary();
  return { definitionId, min: toDouble(min), avg: toDouble(avg), max: toDouble(max), minTimeStamp, maxTimeStamp };
}

/** A number in the format of records. */
function toDouble(value: number | null): Double {
  return value ?? 'NaN';
}
