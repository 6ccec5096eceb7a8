import { PRIORITIES, type Priority } from '@wardstone/terms';
import { Dto, Field } from '../fields';
import type { Sort } from '../values';
import { ALERT_FILTER_STATES, type AlertFilterState, AlertStatus } from './alert-status.dto';
import { PageQuery } from './values.dto';

/** Firing alerts, resources that are down, and failed operations. */
export const PROBLEM_KINDS = ['ALERT', 'RESOURCE', 'OPERATION'] as const;
export type ProblemKind = (typeof PROBLEM_KINDS)[number];

export const PROBLEM_SORT_FIELDS = [
  'state',
  'severity',
  'kind',
  'name',
  'hostName',
  'resourceName',
  'count',
  'firstTime',
  'lastTime',
] as const;

@Dto('problem', 'A problem: one cause on one resource, with all its occurrences')
export class ProblemRest extends AlertStatus {
  @Field.Enum('Kind of problem', { values: PROBLEM_KINDS })
  kind!: ProblemKind;
  @Field.Enum(
    'Severity of the definition; HIGH for a platform that is DOWN, MEDIUM for another resource, LOW for an operation',
    { values: PRIORITIES },
  )
  severity!: Priority;
  @Field.String('Name of the definition, of the type of the resource, or of the operation')
  name!: string;
  @Field.Int('Id of the alert definition, or of its template if it has one; null for other kinds', { nullable: true })
  definitionId!: number | null;
  @Field.Int('Id of the newest alert; null for other kinds', { nullable: true })
  alertId!: number | null;
  @Field.Int('Id of the resource')
  resourceId!: number;
  @Field.String('Name of the resource')
  resourceName!: string;
  @Field.Int('Id of the platform that the resource is part of; the resource itself where it is one')
  hostId!: number;
  @Field.String('Name of that platform')
  hostName!: string;
  @Field.Int('Number of alerts since it began, or of failures; 1 for a resource')
  count!: number;
  @Field.Time('When it occurred first, or since when the resource is down; 0 if unknown')
  firstTime!: number;
  @Field.Time('When it occurred last; 0 if unknown')
  lastTime!: number;
  @Field.String(
    'Text of the newest alert or failure; severity, host and value of an alert of another system; null for a resource',
    { nullable: true },
  )
  description!: string | null;
  @Field.Int('Number of other problems that it suppresses: their resources depend on this one, which is DOWN')
  suppresses!: number;
}

@Dto('host', 'A platform, with the problems of all that is part of it')
export class SickHost {
  @Field.Int('Id')
  hostId!: number;
  @Field.String('Name')
  hostName!: string;
  @Field.Int('Number of problems of severity HIGH that are firing')
  high!: number;
  @Field.Int('Number of problems of severity MEDIUM that are firing')
  medium!: number;
  @Field.Int('Number of problems of severity LOW that are firing')
  low!: number;
  @Field.Int('Number of problems that are acknowledged')
  acknowledged!: number;
  @Field.Int('Number of problems that are silenced or suppressed')
  held!: number;
  @Field.String('Name of the most severe problem; a firing one, if there is one')
  worst!: string;
  @Field.Enum('Kind of that problem', { values: PROBLEM_KINDS })
  worstKind!: ProblemKind;
}

@Dto('waitingHost', 'A platform that an agent found and nobody has imported yet')
export class WaitingHost {
  @Field.Int('Id')
  hostId!: number;
  @Field.String('Name')
  hostName!: string;
  @Field.Time('When it was found')
  since!: number;
}

@Dto('problemSummary', 'Numbers of problems and resources, and the hosts with the most problems')
export class ProblemSummary {
  @Field.Int('Number of problems of severity HIGH that are firing')
  high!: number;
  @Field.Int('Number of problems of severity MEDIUM that are firing')
  medium!: number;
  @Field.Int('Number of problems of severity LOW that are firing')
  low!: number;
  @Field.Int('Number of problems that are acknowledged')
  acknowledged!: number;
  @Field.Int('Number of problems that are silenced')
  silenced!: number;
  @Field.Int('Number of problems suppressed because a resource they depend on is DOWN')
  suppressed!: number;
  @Field.Int('Number of alerts that have recovered within the last day and have not fired again')
  recovered!: number;
  @Field.Int('Number of resources that are DOWN')
  down!: number;
  @Field.Int('Number of resources of unknown availability')
  unknown!: number;
  @Field.Int('Number of resources that are UP')
  up!: number;
  @Field.Int('Alert definitions that notify somebody')
  definitions!: number;
  @Field.Int('Number of platforms that agents found and that wait to be imported')
  waiting!: number;
  @Field.Array('The 200 of these platforms that were found last', { of: () => WaitingHost })
  waitingHosts!: readonly WaitingHost[];
  @Field.Array('The ten hosts with the most severe problems', { of: () => SickHost })
  hosts!: readonly SickHost[];
}

/** Filters and page of the list of problems. */
export class ProblemQuery extends PageQuery {
  @Field.Enum('Only those of this kind, case-insensitive', { values: PROBLEM_KINDS, optional: true })
  kind?: ProblemKind;
  @Field.Enum('Only those of this severity, case-insensitive', { values: PRIORITIES, optional: true })
  severity?: Priority;
  @Field.Enum(
    'Only those in this state, case-insensitive; RECOVERED: recovered or resolved within the last day. By default all but RECOVERED',
    { values: ALERT_FILTER_STATES, optional: true },
  )
  state?: AlertFilterState;
  @Field.String('Part of the name of the problem, of the resource, or of one it is part of; case-insensitive', {
    optional: true,
  })
  q?: string;
  @Field.Sort({ fields: PROBLEM_SORT_FIELDS, default: { field: 'state', descends: false } })
  sort!: Sort<(typeof PROBLEM_SORT_FIELDS)[number]>;
}
