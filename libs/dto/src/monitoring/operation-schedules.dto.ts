import { Dto, Field } from '../fields';
import type { Link, ObjectMap } from '../values';
import { PageQuery } from './values.dto';

export const OPERATION_SCHEDULE_STATES = ['AWAITING_APPROVAL', 'SCHEDULED', 'RUNNING', 'ENDED'] as const;
export type OperationScheduleState = (typeof OPERATION_SCHEDULE_STATES)[number];

export const RUN_STATUSES = ['INPROGRESS', 'SUCCESS', 'FAILURE', 'CANCELED'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

export const RUN_MEMBER_STATUSES = ['WAITING', ...RUN_STATUSES, 'SKIPPED'] as const;
export type RunMemberStatus = (typeof RUN_MEMBER_STATUSES)[number];

/** Maximum number of members of a run. */
export const MAX_RUN_MEMBERS = 1_000;

@Dto('operationSchedule', 'When to run an operation, and on what')
export class NewOperationSchedule {
  @Field.Int('Id of the operation definition')
  definitionId!: number;
  @Field.Int('Resource to run it on; either this or groupId', { optional: true, nullable: true })
  resourceId?: number | null;
  @Field.Int('Group to run it on: its explicit members of the type of the operation', {
    optional: true,
    nullable: true,
  })
  groupId?: number | null;
  @Field.ObjectMap('Values of the parameters', { optional: true })
  params?: ObjectMap;
  @Field.Int('Maximum number of members it runs on at once; all when absent', {
    optional: true,
    nullable: true,
    min: 1,
    max: MAX_RUN_MEMBERS,
  })
  maxConcurrent?: number | null;
  @Field.Boolean('Whether to skip the remaining members after the first one that does not succeed', { optional: true })
  stopOnFailure?: boolean;
  @Field.Time('Start, of the first run if it recurs; now when absent', { optional: true, min: 1 })
  startTime?: number;
  @Field.String('Recurrence rule (RFC 5545), e.g. FREQ=WEEKLY;BYDAY=SU; requires timeZone', {
    optional: true,
    nullable: true,
    maxLength: 200,
  })
  rule?: string | null;
  @Field.String('Time zone of a rule, e.g. Europe/Berlin: runs keep their time of day there', {
    optional: true,
    nullable: true,
    maxLength: 100,
  })
  timeZone?: string | null;
}

@Dto('operationRun', 'One run of a scheduled operation, on all its members')
export class OperationRunRest {
  @Field.Int('Id')
  id!: number;
  @Field.Time('Start')
  startTime!: number;
  @Field.Time('End; 0 while it runs')
  endTime!: number;
  @Field.Enum('Outcome: FAILURE if any member failed', { values: RUN_STATUSES })
  status!: RunStatus;
  @Field.Int('Number of members that have not begun')
  waiting!: number;
  @Field.Int('Number of members whose execution is in progress')
  inProgress!: number;
  @Field.Int('Number of members on which it succeeded')
  succeeded!: number;
  @Field.Int('Number of members on which it failed')
  failed!: number;
  @Field.Int('Number of members whose execution was cancelled')
  canceled!: number;
  @Field.Int('Number of members that were skipped after a failure, or when the run was cancelled')
  skipped!: number;
}

@Dto('operationSchedule', 'An operation on a resource or group, now, later, or repeatedly', {
  lineFields: ['id', 'operationName'],
})
export class OperationScheduleRest {
  @Field.Int('Id')
  id!: number;
  @Field.Int('Id of the operation definition')
  definitionId!: number;
  @Field.String('Name of the operation')
  operationName!: string;
  @Field.String('Display name of the operation')
  displayName!: string;
  @Field.Int('Resource it runs on; null for a group', { nullable: true })
  resourceId!: number | null;
  @Field.Int('Group it runs on; null for a resource', { nullable: true })
  groupId!: number | null;
  @Field.String('Name of the resource or group')
  targetName!: string;
  @Field.ObjectMap('Values of the parameters; passwords are masked')
  params!: ObjectMap;
  @Field.Int('Maximum number of members it runs on at once; null for all', { nullable: true })
  maxConcurrent!: number | null;
  @Field.Boolean('Whether the remaining members are skipped after the first one that does not succeed')
  stopOnFailure!: boolean;
  @Field.Time('Start, of the first run if it recurs')
  startTime!: number;
  @Field.String('Recurrence rule (RFC 5545); null: once', { nullable: true })
  rule!: string | null;
  @Field.String('Time zone of the rule; null without one', { nullable: true })
  timeZone!: string | null;
  @Field.Time('Next run; 0 when there is none')
  nextTime!: number;
  @Field.Enum('State', { values: OPERATION_SCHEDULE_STATES })
  state!: OperationScheduleState;
  @Field.String('Login of the person who requested it')
  requestedBy!: string;
  @Field.String('Login of the person who approved it; null where no approval was needed, or none was given', {
    nullable: true,
  })
  approvedBy!: string | null;
  @Field.Time('When it was requested')
  createTime!: number;
  @Field.String('Login of the person who cancelled it; null when nobody did', { nullable: true })
  canceledBy!: string | null;
  @Field.String('Why the last run could not begin, or who rejected it and why; null otherwise', { nullable: true })
  problem!: string | null;
  @Field.Object('The last run', { of: () => OperationRunRest, optional: true })
  run?: OperationRunRest;
  @Field.Links('Links of the schedule', { element: 'link' })
  links!: readonly Link[];
}

@Dto('runMember', 'A resource that a run of a scheduled operation is about', { lineFields: ['resourceName', 'status'] })
export class OperationRunMemberRest {
  @Field.Int('Run')
  runId!: number;
  @Field.Time('Start of the run')
  runTime!: number;
  @Field.Int('Resource')
  resourceId!: number;
  @Field.String('Name of the resource')
  resourceName!: string;
  @Field.Int('Platform that the resource is part of, or is itself')
  hostId!: number;
  @Field.String('Name of that platform')
  hostName!: string;
  @Field.Enum('Status', { values: RUN_MEMBER_STATUSES })
  status!: RunMemberStatus;
  @Field.String('Id of the execution; null before it begins, and once its record was removed', { nullable: true })
  jobId!: string | null;
  @Field.String('Reason of the failure', { nullable: true })
  errorMessage!: string | null;
}

/** Filters and page of the list of scheduled operations. */
export class OperationScheduleQuery extends PageQuery {
  @Field.Id('Only those of this resource', { optional: true })
  resourceId?: number;
  @Field.Id('Only those of this group', { optional: true })
  groupId?: number;
  @Field.Enum('Only those in this state', { values: OPERATION_SCHEDULE_STATES, optional: true })
  state?: OperationScheduleState;
}

/** Filters and page of the list of members of runs. */
export class OperationRunMemberQuery extends PageQuery {
  @Field.Id('Only those of this run', { optional: true })
  runId?: number;
}
