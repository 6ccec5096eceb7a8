import {
  ArrayField,
  BooleanField,
  DoubleField,
  Dto,
  EnumField,
  FlagField,
  IdsField,
  IntField,
  ObjectField,
  StringField,
  TimeField,
} from '../fields';
import type { Double } from '../values';
import { PRIORITIES, type Priority } from './alert-definitions.dto';

@Dto('baseline', 'Baseline of a metric: its usual range', { name: 'Baseline' })
export class BaselineRest {
  @DoubleField('Lower end')
  min!: Double;
  @DoubleField('Upper end')
  max!: Double;
  @DoubleField('Usual value')
  mean!: Double;
  @TimeField('When it was computed or set')
  computeTime!: number;
}

@Dto('callTimeValue', 'A submitted call')
export class CallTimeValueRest {
  @StringField('Destination of the call')
  callDestination!: string;
  @TimeField('When the call began')
  beginTime!: number;
  @IntField('Duration, in ms')
  duration!: number;
}

@Dto('callTime', 'Durations of calls to one destination')
export class CallTimeRest {
  @StringField('Destination of the call', { attribute: true })
  callDestination!: string;
  @DoubleField('Shortest duration, in ms', { attribute: true })
  minimum!: Double;
  @DoubleField('Longest duration, in ms', { attribute: true })
  maximum!: Double;
  @DoubleField('Mean duration, in ms', { attribute: true })
  average!: Double;
  @DoubleField('Total duration, in ms', { attribute: true })
  total!: Double;
  @IntField('Number of calls', { attribute: true })
  count!: number;
}

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

/** Which charts are read. */
export class ChartsQuery {
  @IdsField('Schedule ids, separated by commas, at most 200; order and repetitions are kept', {
    of: 'schedules',
    example: '10431,10432',
  })
  sid!: readonly number[];
}

/** Into how many parts the time of charts is split; parts without values are left out. */
export class ChartPointsQuery {
  @IntField('Number of parts of the window', { min: 1, max: 1_000, default: 60 })
  dataPoints!: number;
}

@Dto(
  'limit',
  'A bound that an alert definition compares the metric with, of those that are enabled or have fired and wait for recovery',
)
export class MetricLimit {
  @IntField('Id of the alert definition')
  definitionId!: number;
  @StringField('Name of the alert definition')
  name!: string;
  @EnumField('Priority of the alert definition', { values: PRIORITIES })
  priority!: Priority;
  @StringField('How values are compared with the bound')
  comparator!: string;
  @DoubleField('The bound')
  value!: Double;
}

@Dto('firedAlert', 'An alert whose definition compares the metric')
export class ChartAlert {
  @IntField('Id of the alert')
  id!: number;
  @StringField('Name of the alert definition')
  name!: string;
  @TimeField('When it fired')
  time!: number;
}

@Dto('metricChart', 'Metric data of a schedule over a time, with baseline, limits and alerts of the metric')
export class MetricChart {
  @IntField('Id of the schedule')
  scheduleId!: number;
  @IntField('Id of the definition of the metric')
  definitionId!: number;
  @IntField('Id of the resource')
  resourceId!: number;
  @StringField('Name of the resource')
  resourceName!: string;
  @StringField('Display name of the metric')
  displayName!: string;
  @StringField('Constant of the unit')
  unit!: string;
  @BooleanField('Whether the numbers are rates per minute')
  perMinute!: boolean;
  @IntField('Collection interval, in ms')
  collectionInterval!: number;
  @DoubleField('Newest value of this time')
  last!: Double;
  @DoubleField('Minimum of this time')
  min!: Double;
  @DoubleField('Arithmetic mean of this time')
  avg!: Double;
  @DoubleField('Maximum of this time')
  max!: Double;
  @ObjectField('Baseline; null where none is known', { of: () => BaselineRest, nullable: true })
  baseline!: BaselineRest | null;
  @ArrayField('Bounds of enabled alert definitions, highest priority first', { of: () => MetricLimit })
  limits!: readonly MetricLimit[];
  @ArrayField('Alerts of the metric in this time, newest first, at most 100', { of: () => ChartAlert })
  alerts!: readonly ChartAlert[];
  @ArrayField('Buckets that have values, oldest first', { of: () => MetricAggregateDataPoint })
  dataPoints!: readonly MetricAggregateDataPoint[];
}

@Dto('member', 'A member of a group with its newest value')
export class MemberValue {
  @IntField('Id of the resource')
  resourceId!: number;
  @StringField('Name of the resource')
  resourceName!: string;
  @DoubleField('Newest value')
  value!: Double;
}

@Dto('groupChart', 'Metric data of the members of a group over a time: lowest, mean and highest value of each bucket')
export class GroupChart {
  @IntField('Id of the definition of the metric')
  definitionId!: number;
  @StringField('Display name of the metric')
  displayName!: string;
  @StringField('Constant of the unit')
  unit!: string;
  @BooleanField('Whether the numbers are rates per minute')
  perMinute!: boolean;
  @IntField('Default collection interval, in ms')
  collectionInterval!: number;
  @IntField('Members whose schedule is enabled')
  memberCount!: number;
  @IntField('Members that have a value of the last day')
  measuredCount!: number;
  @ArrayField('Members with the highest newest values, at most 5', { of: () => MemberValue })
  highest!: readonly MemberValue[];
  @ArrayField('Members with the lowest newest values, at most 5', { of: () => MemberValue })
  lowest!: readonly MemberValue[];
  @ArrayField('Buckets that have values, oldest first', { of: () => MetricAggregateDataPoint })
  dataPoints!: readonly MetricAggregateDataPoint[];
}

@Dto('metricDefinitionAggregate', 'Aggregate of one metric over all members of a group; "NaN" without values')
export class MetricDefinitionAggregate {
  @IntField('Id of the metric definition')
  definitionId!: number;
  @DoubleField('Smallest value')
  min!: Double;
  @DoubleField('Arithmetic mean of all values')
  avg!: Double;
  @DoubleField('Greatest value')
  max!: Double;
  @TimeField('Time of the first value; 0 if none')
  minTimeStamp!: number;
  @TimeField('Time of the last value; 0 if none')
  maxTimeStamp!: number;
}

@Dto('numericDataPoint', 'A value of a schedule')
export class NumericDataPoint {
  @IntField('Id of the schedule', { attribute: true })
  scheduleId!: number;
  @TimeField('When it was measured', { attribute: true, label: 'Time' })
  timeStamp!: number;
  @DoubleField('The value', { attribute: true })
  value!: Double;
}

@Dto('metricRejection', 'The rejected points')
export class MetricRejection {
  @ArrayField('The rejected points as sent, in their order', { of: () => NumericDataPoint })
  rejected!: readonly NumericDataPoint[];
  @StringField('Why')
  message!: string;
}

@Dto('namedDataPoint', 'A value of a named metric')
export class NamedDataPoint {
  @TimeField('When it was measured', { attribute: true })
  timestamp!: number;
  @DoubleField('The value', { attribute: true })
  value!: Double;
  @StringField('Name of the metric', { attribute: true })
  metric!: string;
}

/** Which call times are read, and how. */
export class CallTimeQuery {
  @TimeField('Only calls submitted together that all began then or later; 8 hours before the end', { optional: true })
  startTime?: number;
  @TimeField('Only calls submitted together that had all ended by then; now when absent or 0', { optional: true })
  endTime?: number;
  @FlagField('One item per destination; otherwise one per submission', { default: true })
  aggregate!: boolean;
}

/** The time whose metric data is read. */
export class MetricWindowQuery {
  @TimeField('Beginning of the window; 8 hours before its end when absent or 0', { optional: true })
  startTime?: number;
  @TimeField('End of the window, exclusive; now when absent or 0', { optional: true })
  endTime?: number;
}

/** How that time is split. */
export class BucketsQuery {
  /** The greatest number is more than any chart has pixels. */
  @IntField('Number of parts of the window', { min: 1, max: 10_000, default: 60 })
  dataPoints!: number;
  @FlagField('Omit buckets without values', { default: false })
  hideEmpty!: boolean;
}

/** Which schedules are read. */
export class SchedulesQuery {
  @IdsField('Schedule ids, separated by commas; order and repetitions are kept', {
    of: 'schedules',
    example: '10431,10432',
  })
  sid!: readonly number[];
}

/** How the metrics of a resource are shown. */
export class ResourceDataQuery {
  @FlagField('Whether to include the buckets', { default: false })
  includeDataPoints!: boolean;
}

/** The time whose raw values are read. */
export class RawWindowQuery {
  @TimeField('Start of the window, at most 7 days ago; ignored with duration', { optional: true })
  startTime?: number;
  @TimeField('End of the window, exclusive; now when absent or 0', { optional: true })
  endTime?: number;
  @IntField('Length of the window in ms; 8 hours when startTime is absent too', { optional: true })
  duration?: number;
}
