import {
  ArrayField,
  BooleanField,
  DoubleField,
  Dto,
  EnumField,
  IdsField,
  IntField,
  ObjectField,
  StringField,
  TimeField,
} from '../../fields';
import type { Double } from '../../values';
import { PRIORITIES, type Priority } from '../alerts/alert-definition.dto';
import { BaselineRest } from './baseline.dto';
import { MetricAggregateDataPoint } from './metric-aggregate.dto';

/** Which charts are read. */
export class ChartsQuery {
  @IdsField({
    description: 'Schedule ids, separated by commas, at most 200; order and repetitions are kept',
    of: 'schedules',
    example: '10431,10432',
  })
  sid!: readonly number[];
}

/** Into how many parts the time of charts is split; parts without values are left out. */
export class ChartPointsQuery {
  @IntField({ description: 'Number of parts of the window', min: 1, max: 1_000, default: 60 })
  dataPoints!: number;
}

@Dto({
  element: 'limit',
  description:
    'A bound that an alert definition compares the metric with, of those that are enabled or have fired and wait for recovery',
})
export class MetricLimit {
  @IntField({ description: 'Id of the alert definition' })
  definitionId!: number;
  @StringField({ description: 'Name of the alert definition' })
  name!: string;
  @EnumField({ description: 'Priority of the alert definition', values: PRIORITIES })
  priority!: Priority;
  @StringField({ description: 'How values are compared with the bound' })
  comparator!: string;
  @DoubleField({ description: 'The bound' })
  value!: Double;
}

@Dto({ element: 'firedAlert', description: 'An alert whose definition compares the metric' })
export class ChartAlert {
  @IntField({ description: 'Id of the alert' })
  id!: number;
  @StringField({ description: 'Name of the alert definition' })
  name!: string;
  @TimeField({ description: 'When it fired' })
  time!: number;
}

@Dto({
  element: 'metricChart',
  description: 'Metric data of a schedule over a time, with baseline, limits and alerts of the metric',
})
export class MetricChart {
  @IntField({ description: 'Id of the schedule' })
  scheduleId!: number;
  @IntField({ description: 'Id of the definition of the metric' })
  definitionId!: number;
  @IntField({ description: 'Id of the resource' })
  resourceId!: number;
  @StringField({ description: 'Name of the resource' })
  resourceName!: string;
  @StringField({ description: 'Display name of the metric' })
  displayName!: string;
  @StringField({ description: 'Constant of the unit' })
  unit!: string;
  @BooleanField({ description: 'Whether the numbers are rates per minute' })
  perMinute!: boolean;
  @IntField({ description: 'Collection interval, in ms' })
  collectionInterval!: number;
  @DoubleField({ description: 'Newest value of this time' })
  last!: Double;
  @DoubleField({ description: 'Minimum of this time' })
  min!: Double;
  @DoubleField({ description: 'Arithmetic mean of this time' })
  avg!: Double;
  @DoubleField({ description: 'Maximum of this time' })
  max!: Double;
  @ObjectField({ description: 'Baseline; null where none is known', of: () => BaselineRest, nullable: true })
  baseline!: BaselineRest | null;
  @ArrayField({ description: 'Bounds of enabled alert definitions, highest priority first', of: () => MetricLimit })
  limits!: readonly MetricLimit[];
  @ArrayField({ description: 'Alerts of the metric in this time, newest first, at most 100', of: () => ChartAlert })
  alerts!: readonly ChartAlert[];
  @ArrayField({ description: 'Buckets that have values, oldest first', of: () => MetricAggregateDataPoint })
  dataPoints!: readonly MetricAggregateDataPoint[];
}

@Dto({ element: 'member', description: 'A member of a group with its newest value' })
export class MemberValue {
  @IntField({ description: 'Id of the resource' })
  resourceId!: number;
  @StringField({ description: 'Name of the resource' })
  resourceName!: string;
  @DoubleField({ description: 'Newest value' })
  value!: Double;
}

@Dto({
  element: 'groupChart',
  description: 'Metric data of the members of a group over a time: lowest, mean and highest value of each bucket',
})
export class GroupChart {
  @IntField({ description: 'Id of the definition of the metric' })
  definitionId!: number;
  @StringField({ description: 'Display name of the metric' })
  displayName!: string;
  @StringField({ description: 'Constant of the unit' })
  unit!: string;
  @BooleanField({ description: 'Whether the numbers are rates per minute' })
  perMinute!: boolean;
  @IntField({ description: 'Default collection interval, in ms' })
  collectionInterval!: number;
  @IntField({ description: 'Members whose schedule is enabled' })
  memberCount!: number;
  @IntField({ description: 'Members that have a value of the last day' })
  measuredCount!: number;
  @ArrayField({ description: 'Members with the highest newest values, at most 5', of: () => MemberValue })
  highest!: readonly MemberValue[];
  @ArrayField({ description: 'Members with the lowest newest values, at most 5', of: () => MemberValue })
  lowest!: readonly MemberValue[];
  @ArrayField({ description: 'Buckets that have values, oldest first', of: () => MetricAggregateDataPoint })
  dataPoints!: readonly MetricAggregateDataPoint[];
}
