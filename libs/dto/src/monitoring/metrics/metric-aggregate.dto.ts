import { ArrayField, BooleanField, DoubleField, Dto, IntField, TimeField } from '../../fields';
import type { Double } from '../../values';

@Dto({ element: 'dataPoint', description: 'Aggregate of one bucket of the window; "NaN" without values' })
export class MetricAggregateDataPoint {
  @TimeField({ description: 'Start of the bucket, in ms' })
  timeStamp!: number;
  @DoubleField({ description: 'Arithmetic mean' })
  value!: Double;
  @DoubleField({ description: 'Greatest value' })
  high!: Double;
  @DoubleField({ description: 'Smallest value' })
  low!: Double;
}

@Dto({
  element: 'metricAggregate',
  description: 'Metric data of a window, in total and in equal buckets; "NaN" without values',
})
export class MetricAggregate {
  @IntField({ description: 'Id of the schedule; for a group, of the metric definition' })
  scheduleId!: number;
  @DoubleField({ description: 'Minimum of the window' })
  min!: Double;
  @DoubleField({ description: 'Arithmetic mean of the window' })
  avg!: Double;
  @DoubleField({ description: 'Maximum of the window' })
  max!: Double;
  @IntField({ description: 'Number of buckets listed' })
  numDataPoints!: number;
  @BooleanField({ description: 'Whether it is data of a group' })
  group!: boolean;
  @TimeField({ description: 'First time listed; 0 if none' })
  minTimeStamp!: number;
  @TimeField({ description: 'Last time listed; 0 if none' })
  maxTimeStamp!: number;
  @ArrayField({ description: 'Buckets of the window, oldest first', of: () => MetricAggregateDataPoint })
  dataPoints!: readonly MetricAggregateDataPoint[];
}
