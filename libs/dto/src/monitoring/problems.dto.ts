import type { PageWindow } from '@wardstone/pagination';
import { ArrayField, Dto, EnumField, IntField, PageField, SortField, StringField, TimeField } from '../fields';
import type { Sort } from '../values';
import { PRIORITIES, type Priority } from './alert-definitions.dto';

/** Open alerts, resources that are down, operations that failed. */
export const PROBLEM_KINDS = ['ALERT', 'RESOURCE', 'OPERATION'] as const;
export type ProblemKind = (typeof PROBLEM_KINDS)[number];

export const PROBLEM_SORT_FIELDS = [
  'severity',
  'kind',
  'name',
  'hostName',
  'resourceName',
  'count',
  'firstTime',
  'lastTime',
] as const;

@Dto('problem', 'A cause on a resource, however often it occurred')
export class ProblemRest {
  @EnumField('What it is', { values: PROBLEM_KINDS })
  kind!: ProblemKind;
  @EnumField(
    'That of the definition; of a resource that is down HIGH for a platform, else MEDIUM; of an operation LOW',
    { values: PRIORITIES },
  )
  severity!: Priority;
  @StringField('Name of the definition, of the type of the resource, or of the operation')
  name!: string;
  @IntField('Id of the alert definition, of the template where it has one; null for other kinds', { nullable: true })
  definitionId!: number | null;
  @IntField('Id of the newest open alert; null for other kinds', { nullable: true })
  alertId!: number | null;
  @IntField('Id of the resource')
  resourceId!: number;
  @StringField('Name of the resource')
  resourceName!: string;
  @IntField('Id of the platform that the resource is part of; the resource itself where it is one')
  hostId!: number;
  @StringField('Name of that platform')
  hostName!: string;
  @IntField('How many open alerts or failures; 1 for a resource')
  count!: number;
  @TimeField('When it occurred first, or since when the resource is down; 0 if unknown')
  firstTime!: number;
  @TimeField('When it occurred last; 0 if unknown')
  lastTime!: number;
  @StringField('Of the newest alert or failure; null for a resource', { nullable: true })
  description!: string | null;
}

@Dto('host', 'A platform, with the problems of all that is part of it')
export class SickHost {
  @IntField('Id')
  hostId!: number;
  @StringField('Name')
  hostName!: string;
  @IntField('Problems of severity HIGH')
  high!: number;
  @IntField('Problems of severity MEDIUM')
  medium!: number;
  @IntField('Problems of severity LOW')
  low!: number;
  @StringField('Name of the most severe one')
  worst!: string;
}

@Dto('problemSummary', 'How many problems and resources there are, and the hosts with most')
export class ProblemSummary {
  @IntField('Problems of severity HIGH')
  high!: number;
  @IntField('Problems of severity MEDIUM')
  medium!: number;
  @IntField('Problems of severity LOW')
  low!: number;
  @IntField('Resources that are DOWN')
  down!: number;
  @IntField('Resources of unknown availability')
  unknown!: number;
  @IntField('Resources that are UP')
  up!: number;
  @IntField('Alert definitions')
  definitions!: number;
  @ArrayField('The ten hosts with the most severe problems', { of: () => SickHost })
  hosts!: readonly SickHost[];
}

/** Which problems are listed. */
export class ProblemQuery {
  @PageField()
  window!: PageWindow;
  @EnumField('Only those of this kind, case-insensitive', { values: PROBLEM_KINDS, optional: true })
  kind?: ProblemKind;
  @EnumField('Only those of this severity, case-insensitive', { values: PRIORITIES, optional: true })
  severity?: Priority;
  @StringField('Part of the name of the problem, of the resource, or of one it is part of; case-insensitive', {
    optional: true,
  })
  q?: string;
  @SortField({ fields: PROBLEM_SORT_FIELDS, default: { field: 'severity', descends: false } })
  sort!: Sort<(typeof PROBLEM_SORT_FIELDS)[number]>;
}
