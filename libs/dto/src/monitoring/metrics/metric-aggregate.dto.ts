import { ArrayField, BooleanField, DoubleField, Dto, IntField, TimeField } from '../../fields';
import type { Double } from '../../values';

@Dto('dataPoint', 'Aggregate of one bucket of the window; "NaN" without values')
export class MetricAggregateDataPoint {
  @TimeField('Start of the bucket, in ms')
  timeStamp!: number;
  @DoubleField('Arithmetic mean')
  value!: Double;
  @DoubleField('Greatest value')
  high!: Double;
  @DoubleField('Smallest value')
  low!: Double;
}

@Dto('metricAggregate', 'Metric data of a window, in total and in equal buckets; "NaN" without values')
export class MetricAggregate {
  @IntField('Id of the schedule; for a group, of the metric definition')
  scheduleId!: number;
  @DoubleField('Minimum of the window')
  min!: Double;
  @DoubleField('Arithmetic mean of the window')
  avg!: Double;
  @DoubleField('Maximum of the window')
  max!: Double;
  @IntField('Number of buckets listed')
  numDataPoints!: number;
  @BooleanField('Whether it is data of a group')
  group!: boolean;
  @TimeField('First time listed; 0 if none')
  minTimeStamp!: number;
  @TimeField('Last time listed; 0 if none')
  maxTimeStamp!: number;
  @ArrayField('Buckets of the window, oldest first', { of: () => MetricAggregateDataPoint })
  dataPoints!: readonly MetricAggregateDataPoint[];
}
