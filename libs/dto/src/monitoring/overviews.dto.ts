import { AVAILABILITY_TYPES, type AvailabilityType, PRIORITIES, type Priority } from '@wardstone/terms';
import { Dto, Field } from '../fields';
import type { Double, Sort } from '../values';
import { AlertStatus } from './alert-status.dto';
import { OfResource, PageQuery } from './values.dto';

export const MEMBER_SORT_FIELDS = ['name', 'availability', 'alerts', 'value'] as const;

/** Filters and page of the list of members of a group. */
export class GroupMemberQuery extends PageQuery {
  @Field.String('Part of the name, case-insensitive', { optional: true })
  q?: string;
  @Field.Enum('Current availability, case-insensitive', { values: AVAILABILITY_TYPES, optional: true })
  availability?: AvailabilityType;
  @Field.Id('Definition of the numeric metric whose newest values are shown', { optional: true })
  metric?: number;
  @Field.Sort({ fields: MEMBER_SORT_FIELDS, default: { field: 'name', descends: false } })
  sort!: Sort<(typeof MEMBER_SORT_FIELDS)[number]>;
}

@Dto('groupMember', 'An explicit member of a group, as it is now')
export class GroupMember extends OfResource {
  @Field.String('Name of its type')
  typeName!: string;
  @Field.String('Ancestry of the resource; null for a platform', { nullable: true })
  ancestry!: string | null;
  @Field.Enum('Availability', { values: AVAILABILITY_TYPES })
  availability!: AvailabilityType;
  @Field.Int('Number of open alerts of the resource and its descendants')
  openAlerts!: number;
  @Field.Double('Newest value of the metric within the last day; "NaN" without one')
  value!: Double;
}

@Dto('value', 'Newest value of a metric')
export class CurrentMetric {
  @Field.Int('Id of the schedule')
  scheduleId!: number;
  @Field.Int('Id of the definition of the metric')
  definitionId!: number;
  @Field.String('Name of the metric in the descriptor of the plugin')
  name!: string;
  @Field.String('Display name of the metric')
  displayName!: string;
  @Field.String('Constant of the unit')
  unit!: string;
  @Field.Boolean('Whether the number is a rate per minute')
  perMinute!: boolean;
  @Field.Int('Collection interval, in ms')
  collectionInterval!: number;
  @Field.Double('Newest value of the last day; "NaN" without one')
  value!: Double;
  @Field.Time('When it was measured; 0 without a value')
  time!: number;
}

@Dto('openAlert', 'Alerts of one definition on one resource that are not over')
export class OpenAlerts extends AlertStatus {
  @Field.Int('Id of the newest of them')
  alertId!: number;
  @Field.Int('Id of the definition')
  definitionId!: number;
  @Field.String('Name of the definition')
  name!: string;
  @Field.Enum('Priority of the definition', { values: PRIORITIES })
  priority!: Priority;
  @Field.Int('Id of the resource')
  resourceId!: number;
  @Field.String('Name of the resource')
  resourceName!: string;
  @Field.String('Why the newest fired')
  description!: string;
  @Field.Int('Number of alerts since it began')
  count!: number;
  @Field.Time('When the oldest fired')
  since!: number;
  @Field.Time('When the newest fired')
  latest!: number;
}

@Dto('downPart', 'A part that is DOWN')
export class DownPart extends OfResource {
  @Field.String('Name of its type')
  typeName!: string;
  @Field.Time('When the current availability began; 0 if unknown')
  since!: number;
}

@Dto('part', 'A direct part, with the newest values of its main metrics')
export class PartOverview extends OfResource {
  @Field.Enum('Availability', { values: AVAILABILITY_TYPES })
  availability!: AvailabilityType;
  @Field.Int('Number of open alerts of the resource and its descendants')
  openAlerts!: number;
  @Field.Array('Newest values', { of: () => CurrentMetric })
  metrics!: readonly CurrentMetric[];
}

@Dto('partType', 'Direct parts of one type')
export class PartsOfType {
  @Field.Int('Id of the type')
  typeId!: number;
  @Field.String('Name of the type')
  typeName!: string;
  @Field.Int('Number of parts of the type')
  count!: number;
  @Field.Array('The most severe of them, at most 5', { of: () => PartOverview })
  worst!: readonly PartOverview[];
}

export const CHANGE_KINDS = ['CONFIGURATION', 'OPERATION', 'DRIFT', 'MEMBER'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

@Dto('change', 'Something that changed the resource or one of its parts')
export class ResourceChange {
  @Field.Enum('Kind of change', { values: CHANGE_KINDS })
  kind!: ChangeKind;
  @Field.Time('When it happened')
  time!: number;
  @Field.Int('Id of the resource')
  resourceId!: number;
  @Field.String('Name of the resource')
  resourceName!: string;
  @Field.String('Operation or drift definition; null for a configuration or a new part', { nullable: true })
  name!: string | null;
  @Field.String('State of an operation or configuration; null otherwise', { nullable: true })
  status!: string | null;
  @Field.String('Login of the account that requested it; null for what an agent found', { nullable: true })
  by!: string | null;
  @Field.String('Job id of an operation', { nullable: true })
  job!: string | null;
}

@Dto('reportingAgent', 'The agent that reports the resource')
export class ReportingAgent {
  @Field.String('Name')
  name!: string;
  @Field.String('Version', { nullable: true })
  version!: string | null;
  @Field.Time('Time of the last contact')
  lastContact!: number;
  @Field.Boolean('Whether it has been silent for so long that its resources are DOWN or UNKNOWN')
  silent!: boolean;
  @Field.Array('Problems that prevent a complete report, and use of its identity by another machine', { of: 'string' })
  problems!: readonly string[];
}

@Dto('trait', 'Newest value of a trait')
export class CurrentTrait {
  @Field.String('Display name of the trait')
  displayName!: string;
  @Field.String('Newest value; null before the first', { nullable: true })
  value!: string | null;
}

@Dto('resourceOverview', 'State of a resource and its parts: alerts, availability, main metrics, changes')
export class ResourceOverview {
  @Field.Int('Id of the resource')
  resourceId!: number;
  @Field.Enum('Availability', { values: AVAILABILITY_TYPES })
  availability!: AvailabilityType;
  @Field.Time('When the current availability began; 0 if unknown')
  availabilitySince!: number;
  @Field.Object('The agent that reports it; null without one', { of: () => ReportingAgent, nullable: true })
  agent!: ReportingAgent | null;
  @Field.Int('Number of open alerts of the resource and its descendants, one for each definition and resource')
  openAlertCount!: number;
  @Field.Int('Number of them that are acknowledged')
  acknowledgedCount!: number;
  @Field.Int('Number of alerts that have recovered within the last day and have not fired again')
  recoveredCount!: number;
  @Field.Array('The most severe of them, at most 20', { of: () => OpenAlerts })
  openAlerts!: readonly OpenAlerts[];
  @Field.Int('Number of parts that are DOWN')
  downCount!: number;
  @Field.Array('Most recent to go DOWN, at most 20', { of: () => DownPart })
  down!: readonly DownPart[];
  @Field.Array('Main metrics, those with limits and percentages first, at most 12', { of: () => CurrentMetric })
  metrics!: readonly CurrentMetric[];
  @Field.Array('Direct parts by type, at most 12 types', { of: () => PartsOfType })
  parts!: readonly PartsOfType[];
  @Field.Array('Traits that are collected', { of: () => CurrentTrait })
  traits!: readonly CurrentTrait[];
  @Field.Array('Latest changes, newest first, at most 10', { of: () => ResourceChange })
  changes!: readonly ResourceChange[];
}
