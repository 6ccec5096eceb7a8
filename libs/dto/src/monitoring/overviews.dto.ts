import type { PageWindow } from '@wardstone/pagination';
import {
  ArrayField,
  BooleanField,
  DoubleField,
  Dto,
  EnumField,
  IdField,
  IntField,
  ObjectField,
  PageField,
  SortField,
  StringField,
  TimeField,
} from '../fields';
import type { Double, Sort } from '../values';
import { PRIORITIES, type Priority } from './alert-definitions.dto';
import { AVAILABILITY_TYPES, type AvailabilityType } from './resources.dto';

export const MEMBER_SORT_FIELDS = ['name', 'availability', 'alerts', 'value'] as const;

/** Which members of a group are listed. */
export class GroupMemberQuery {
  @PageField()
  window!: PageWindow;
  @StringField('Part of the name, case-insensitive', { optional: true })
  q?: string;
  @EnumField('Current availability, case-insensitive', { values: AVAILABILITY_TYPES, optional: true })
  availability?: AvailabilityType;
  @IdField('Definition of the numeric metric whose newest values are shown', { optional: true })
  metric?: number;
  @SortField({ fields: MEMBER_SORT_FIELDS, default: { field: 'name', descends: false } })
  sort!: Sort<(typeof MEMBER_SORT_FIELDS)[number]>;
}

@Dto('groupMember', 'An explicit member of a group, as it is now')
export class GroupMember {
  @IntField('Id of the resource')
  resourceId!: number;
  @StringField('Name of the resource')
  resourceName!: string;
  @StringField('Name of its type')
  typeName!: string;
  @StringField('Ancestry of the resource; null for a platform', { nullable: true })
  ancestry!: string | null;
  @EnumField('Availability', { values: AVAILABILITY_TYPES })
  availability!: AvailabilityType;
  @IntField('Unacknowledged alerts of the resource and of all that is part of it')
  openAlerts!: number;
  @DoubleField('Newest value of the metric within the last day; "NaN" without one')
  value!: Double;
}

@Dto('value', 'Newest value of a metric')
export class CurrentMetric {
  @IntField('Id of the schedule')
  scheduleId!: number;
  @IntField('Id of the definition of the metric')
  definitionId!: number;
  @StringField('Display name of the metric')
  displayName!: string;
  @StringField('Constant of the unit')
  unit!: string;
  @BooleanField('Whether the number is a rate per minute')
  perMinute!: boolean;
  @IntField('Collection interval, in ms')
  collectionInterval!: number;
  @DoubleField('Newest value of the last day; "NaN" without one')
  value!: Double;
  @TimeField('When it was measured; 0 without a value')
  time!: number;
}

@Dto('openAlert', 'Unacknowledged alerts of one definition on one resource')
export class OpenAlerts {
  @IntField('Id of the newest of them')
  alertId!: number;
  @IntField('Id of the definition')
  definitionId!: number;
  @StringField('Name of the definition')
  name!: string;
  @EnumField('Priority of the definition', { values: PRIORITIES })
  priority!: Priority;
  @IntField('Id of the resource')
  resourceId!: number;
  @StringField('Name of the resource')
  resourceName!: string;
  @StringField('Why the newest fired')
  description!: string;
  @IntField('How many there are')
  count!: number;
  @TimeField('When the oldest fired')
  since!: number;
  @TimeField('When the newest fired')
  latest!: number;
}

@Dto('downPart', 'A part that is DOWN')
export class DownPart {
  @IntField('Id of the resource')
  resourceId!: number;
  @StringField('Name of the resource')
  resourceName!: string;
  @StringField('Name of its type')
  typeName!: string;
  @TimeField('Since when; 0 where it is not known')
  since!: number;
}

@Dto('part', 'A direct part, with the newest values of its main metrics')
export class PartOverview {
  @IntField('Id of the resource')
  resourceId!: number;
  @StringField('Name of the resource')
  resourceName!: string;
  @EnumField('Availability', { values: AVAILABILITY_TYPES })
  availability!: AvailabilityType;
  @IntField('Unacknowledged alerts of the resource and of all that is part of it')
  openAlerts!: number;
  @ArrayField('Newest values', { of: () => CurrentMetric })
  metrics!: readonly CurrentMetric[];
}

@Dto('partType', 'Direct parts of one type')
export class PartsOfType {
  @IntField('Id of the type')
  typeId!: number;
  @StringField('Name of the type')
  typeName!: string;
  @IntField('How many there are')
  count!: number;
  @ArrayField('The worst of them, at most 5', { of: () => PartOverview })
  worst!: readonly PartOverview[];
}

export const CHANGE_KINDS = ['CONFIGURATION', 'OPERATION', 'DRIFT', 'MEMBER'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

@Dto('change', 'Something that changed the resource or one of its parts')
export class ResourceChange {
  @EnumField('What it was', { values: CHANGE_KINDS })
  kind!: ChangeKind;
  @TimeField('When it happened')
  time!: number;
  @IntField('Id of the resource')
  resourceId!: number;
  @StringField('Name of the resource')
  resourceName!: string;
  @StringField('Operation or drift definition; null for a configuration or a new part', { nullable: true })
  name!: string | null;
  @StringField('State of an operation or configuration; null otherwise', { nullable: true })
  status!: string | null;
  @StringField('Login of the account that requested it; null for what an agent found', { nullable: true })
  by!: string | null;
  @StringField('Job id of an operation', { nullable: true })
  job!: string | null;
}

@Dto('reportingAgent', 'The agent that reports the resource')
export class ReportingAgent {
  @StringField('Name')
  name!: string;
  @StringField('Version', { nullable: true })
  version!: string | null;
  @TimeField('Last contact')
  lastContact!: number;
  @BooleanField('Whether it has been silent for so long that what it reports is DOWN or UNKNOWN')
  silent!: boolean;
}

@Dto('trait', 'Newest value of a trait')
export class CurrentTrait {
  @StringField('Display name of the trait')
  displayName!: string;
  @StringField('Newest value; null before the first', { nullable: true })
  value!: string | null;
}

@Dto('resourceOverview', 'How a resource and all that is part of it are: alerts, availability, main metrics, changes')
export class ResourceOverview {
  @IntField('Id of the resource')
  resourceId!: number;
  @EnumField('Availability', { values: AVAILABILITY_TYPES })
  availability!: AvailabilityType;
  @TimeField('Since when; 0 where it is not known')
  availabilitySince!: number;
  @ObjectField('The agent that reports it; null without one', { of: () => ReportingAgent, nullable: true })
  agent!: ReportingAgent | null;
  @IntField('Unacknowledged alerts of the resource and of all that is part of it')
  openAlertCount!: number;
  @ArrayField('The worst of them, at most 20', { of: () => OpenAlerts })
  openAlerts!: readonly OpenAlerts[];
  @IntField('Parts that are DOWN')
  downCount!: number;
  @ArrayField('Those that went DOWN last, at most 20', { of: () => DownPart })
  down!: readonly DownPart[];
  @ArrayField('Main metrics, those with limits and percentages first, at most 12', { of: () => CurrentMetric })
  metrics!: readonly CurrentMetric[];
  @ArrayField('Direct parts by type, at most 12 types', { of: () => PartsOfType })
  parts!: readonly PartsOfType[];
  @ArrayField('Traits that are collected', { of: () => CurrentTrait })
  traits!: readonly CurrentTrait[];
  @ArrayField('What changed last, newest first, at most 10', { of: () => ResourceChange })
  changes!: readonly ResourceChange[];
}
