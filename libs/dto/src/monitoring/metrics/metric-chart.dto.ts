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
