import type { PageWindow } from '@wardstone/pagination';
import { PRIORITIES, type Priority } from '@wardstone/terms';
import { Dto, Field } from '../fields';
import type { Double } from '../values';
import { OfResource } from './values.dto';

@Dto('baseline', 'Baseline of a metric: its usual range', { name: 'Baseline' })
export class BaselineRest {
  @Field.Double('Lower end', { measured: true })
  min!: Double;
  @Field.Double('Upper end', { measured: true })
  max!: Double;
  @Field.Double('Usual value', { measured: true })
  mean!: Double;
  @Field.Time('When it was computed or set')
  computeTime!: number;
}

@Dto('callTimeValue', 'A submitted call')
export class CallTimeValueRest {
  @Field.String('Destination of the call')
  callDestination!: string;
  @Field.Time('When the call began')
  beginTime!: number;
  @Field.Int('Duration, in ms')
  duration!: number;
}

@Dto('callTime', 'Durations of calls to one destination')
export class CallTimeRest {
  @Field.String('Destination of the call', { attribute: true })
  callDestination!: string;
  @Field.Double('Shortest duration, in ms', { attribute: true, measured: true })
  minimum!: Double;
  @Field.Double('Longest duration, in ms', { attribute: true, measured: true })
  maximum!: Double;
  @Field.Double('Mean duration, in ms', { attribute: true, measured: true })
  average!: Double;
  @Field.Double('Total duration, in ms', { attribute: true, measured: true })
  total!: Double;
  @Field.Int('Number of calls', { attribute: true })
  count!: number;
}

@Dto('dataPoint', 'Aggregate of one bucket of the window; "NaN" without values')
export class MetricAggregateDataPoint {
  @Field.Time('Start of the bucket, in ms')
  timeStamp!: number;
  @Field.Double('Arithmetic mean', { measured: true })
  value!: Double;
  @Field.Double('Greatest value', { measured: true })
  high!: Double;
  @Field.Double('Smallest value', { measured: true })
  low!: Double;
}

@Dto('metricAggregate', 'Metric data of a window, in total and in equal buckets; "NaN" without values')
export class MetricAggregate {
  @Field.Int('Id of the schedule; for a group, of the metric definition')
  scheduleId!: number;
  @Field.Double('Minimum of the window', { measured: true })
  min!: Double;
  @Field.Double('Arithmetic mean of the window', { measured: true })
  avg!: Double;
  @Field.Double('Maximum of the window', { measured: true })
  max!: Double;
  @Field.Int('Number of buckets listed')
  numDataPoints!: number;
  @Field.Boolean('Whether it is data of a group')
  group!: boolean;
  @Field.Time('First time listed; 0 if none')
  minTimeStamp!: number;
  @Field.Time('Last time listed; 0 if none')
  maxTimeStamp!: number;
  @Field.Array('Buckets of the window, oldest first', { of: () => MetricAggregateDataPoint })
  dataPoints!: readonly MetricAggregateDataPoint[];
}

/** Selects charts. */
export class ChartsQuery {
  @Field.Ids(
    'Schedule ids, separated by commas, at most 200 different ones; order and repetitions are kept. Times dataPoints at most 60000',
    {
      of: 'schedules',
      example: '10431,10432',
    },
  )
  sid!: readonly number[];
}

/** Filters of the list of charts of a resource. */
export class ResourceChartsQuery {
  @Field.Page('Rows of a page', { documented: { maximum: 200 } })
  window!: PageWindow;
  @Field.String('Part of the display name of the metric, case-insensitive', { optional: true })
  q?: string;
  @Field.Flag('Whether to omit disabled schedules', { default: true })
  enabledOnly!: boolean;
}

/** Number of points of a chart; empty intervals are left out. */
export class ChartPointsQuery {
  @Field.Int('Number of parts of the window', { min: 1, max: 1_000, default: 60 })
  dataPoints!: number;
}

@Dto('limit', 'A bound of an alert definition that is enabled, or has fired and waits for recovery')
export class MetricLimit {
  @Field.Int('Id of the alert definition')
  definitionId!: number;
  @Field.String('Name of the alert definition')
  name!: string;
  @Field.Enum('Priority of the alert definition', { values: PRIORITIES })
  priority!: Priority;
  @Field.String('How values are compared with the bound')
  comparator!: string;
  @Field.Double('The bound', { measured: true })
  value!: Double;
}

@Dto('firedAlert', 'An alert whose definition compares the metric')
export class ChartAlert {
  @Field.Int('Id of the alert')
  id!: number;
  @Field.String('Name of the alert definition')
  name!: string;
  @Field.Time('When it fired')
  time!: number;
}

@Dto('metricChart', 'Metric data of a schedule over a window, with baseline, limits and alerts of the metric')
export class MetricChart {
  @Field.Int('Id of the schedule')
  scheduleId!: number;
  @Field.Int('Id of the definition of the metric')
  definitionId!: number;
  @Field.Int('Id of the resource')
  resourceId!: number;
  @Field.String('Name of the resource')
  resourceName!: string;
  @Field.String('Display name of the metric')
  displayName!: string;
  @Field.String('Constant of the unit')
  unit!: string;
  @Field.Boolean('Whether the numbers are rates per minute')
  perMinute!: boolean;
  @Field.Int('Collection interval, in ms')
  collectionInterval!: number;
  @Field.Double('Newest value in the window', { measured: true })
  last!: Double;
  @Field.Double('Minimum in the window', { measured: true })
  min!: Double;
  @Field.Double('Arithmetic mean in the window', { measured: true })
  avg!: Double;
  @Field.Double('Maximum in the window', { measured: true })
  max!: Double;
  @Field.Object('Baseline; null where none is known', { of: () => BaselineRest, nullable: true })
  baseline!: BaselineRest | null;
  @Field.Array('Bounds of enabled alert definitions, highest priority first', { of: () => MetricLimit })
  limits!: readonly MetricLimit[];
  @Field.Array('Alerts of the metric in the window, newest first, at most 100', { of: () => ChartAlert })
  alerts!: readonly ChartAlert[];
  @Field.Array('Buckets that have values, oldest first', { of: () => MetricAggregateDataPoint })
  dataPoints!: readonly MetricAggregateDataPoint[];
}

@Dto('member', 'A member of a group with its newest value')
export class MemberValue extends OfResource {
  @Field.Double('Newest value', { measured: true })
  value!: Double;
}

@Dto('groupChart', 'Metric data of the members of a group over a time: lowest, mean and highest value of each bucket')
export class GroupChart {
  @Field.Int('Id of the definition of the metric')
  definitionId!: number;
  @Field.String('Display name of the metric')
  displayName!: string;
  @Field.String('Constant of the unit')
  unit!: string;
  @Field.Boolean('Whether the numbers are rates per minute')
  perMinute!: boolean;
  @Field.Int('Default collection interval, in ms')
  collectionInterval!: number;
  @Field.Int('Members whose schedule is enabled')
  memberCount!: number;
  @Field.Int('Members that have a value of the last day')
  measuredCount!: number;
  @Field.Array('Members with the highest newest values, at most 5', { of: () => MemberValue })
  highest!: readonly MemberValue[];
  @Field.Array('Members with the lowest newest values, at most 5', { of: () => MemberValue })
  lowest!: readonly MemberValue[];
  @Field.Array('Buckets that have values, oldest first', { of: () => MetricAggregateDataPoint })
  dataPoints!: readonly MetricAggregateDataPoint[];
}

@Dto('metricDefinitionAggregate', 'Aggregate of one metric over all members of a group; "NaN" without values')
export class MetricDefinitionAggregate {
  @Field.Int('Id of the metric definition')
  definitionId!: number;
  @Field.Double('Smallest value', { measured: true })
  min!: Double;
  @Field.Double('Arithmetic mean of all values', { measured: true })
  avg!: Double;
  @Field.Double('Greatest value', { measured: true })
  max!: Double;
  @Field.Time('Time of the first value; 0 if none')
  minTimeStamp!: number;
  @Field.Time('Time of the last value; 0 if none')
  maxTimeStamp!: number;
}

@Dto('numericDataPoint', 'A value of a schedule')
export class NumericDataPoint {
  @Field.Int('Id of the schedule', { attribute: true })
  scheduleId!: number;
  @Field.Time('When it was measured', { attribute: true, label: 'Time' })
  timeStamp!: number;
  @Field.Double('The value', { attribute: true, measured: true })
  value!: Double;
}

@Dto('metricRejection', 'The rejected points')
export class MetricRejection {
  @Field.Array('The rejected points as sent, in their order', { of: () => NumericDataPoint })
  rejected!: readonly NumericDataPoint[];
  @Field.String('Why')
  message!: string;
}

@Dto('namedDataPoint', 'A value of a named metric')
export class NamedDataPoint {
  @Field.Time('When it was measured', { attribute: true })
  timestamp!: number;
  @Field.Double('The value', { attribute: true })
  value!: Double;
  @Field.String('Name of the metric', { attribute: true })
  metric!: string;
}

/** Filters and page of call times. */
export class CallTimeQuery {
  @Field.Time('Only calls submitted together that all began then or later; 8 hours before the end', { optional: true })
  startTime?: number;
  @Field.Time('Only calls submitted together that had all ended by then; now when absent or 0', { optional: true })
  endTime?: number;
  @Field.Flag('One item per destination; otherwise one per submission', { default: true })
  aggregate!: boolean;
}

/** Period of metric data. */
export class MetricWindowQuery {
  @Field.Time('Beginning of the window; 8 hours before its end when absent or 0', { optional: true })
  startTime?: number;
  @Field.Time('End of the window, exclusive; now when absent or 0', { optional: true })
  endTime?: number;
}

/** Number of buckets of the period. */
export class BucketsQuery {
  /** The maximum exceeds the width of any chart in pixels. */
  @Field.Int('Number of parts of the window', { min: 1, max: 10_000, default: 60 })
  dataPoints!: number;
  @Field.Flag('Omit buckets without values', { default: false })
  hideEmpty!: boolean;
}

/** Selects schedules. */
export class SchedulesQuery {
  @Field.Ids(
    'Schedule ids, separated by commas, at most 200 different ones; order and repetitions are kept. Times dataPoints at most 60000',
    {
      of: 'schedules',
      example: '10431,10432',
    },
  )
  sid!: readonly number[];
}

/** Parameters for reading the metrics of a resource. */
export class ResourceDataQuery {
  @Field.Flag('Whether to include the buckets', { default: false })
  includeDataPoints!: boolean;
}

/** Period of raw values. */
export class RawWindowQuery {
  @Field.Time('Start of the window, at most 7 days ago; ignored with duration', { optional: true })
  startTime?: number;
  @Field.Time('End of the window, exclusive; now when absent or 0', { optional: true })
  endTime?: number;
  @Field.Int('Length of the window in ms; 8 hours when startTime is absent too', { optional: true })
  duration?: number;
}
