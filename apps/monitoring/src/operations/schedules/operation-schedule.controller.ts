import { Controller, Delete, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { Addition, Audit, type AuditNote, Operation } from '@wardstone/bootstrap';
import { toLink } from '@wardstone/dto';
import {
  NewOperationSchedule,
  OperationRejection,
  OperationRunMemberQuery,
  OperationRunMemberRest,
  OperationScheduleQuery,
  OperationScheduleRest,
} from '@wardstone/dto/monitoring';
import { type HandlerResponse, type ListPage, RecordBody, result, type SentBody } from '@wardstone/media-types';
import { PathId } from '../../api/path-id';
import { removal } from '../../api/removal';
import { RequestQuery } from '../../api/request-query.decorator';
import { OperationScheduleService } from './operation-schedule.service';

const EXAMPLE: OperationScheduleRest = {
  id: 10021,
  definitionId: 10044,
  operationName: 'restart',
  displayName: 'Restart',
  resourceId: null,
  groupId: 10003,
  targetName: 'nginx everywhere',
  params: {},
  maxConcurrent: 2,
  stopOnFailure: true,
  startTime: 1_700_000_000_000,
  rule: null,
  timeZone: null,
  nextTime: 0,
  state: 'ENDED',
  requestedBy: 'ann',
  approvedBy: 'bob',
  createTime: 1_700_000_000_000,
  canceledBy: null,
  problem: null,
  run: {
    id: 10101,
    startTime: 1_700_000_000_000,
    endTime: 1_700_000_042_000,
    status: 'FAILURE',
    waiting: 0,
    inProgress: 0,
    succeeded: 1,
    failed: 1,
    canceled: 0,
    skipped: 1,
  },
  links: [toLink('self', 'http://localhost:8080/rest/operation/schedules/10021')],
};
const MEMBER: OperationRunMemberRest = {
  runId: 10101,
  runTime: 1_700_000_000_000,
  resourceId: 10077,
  resourceName: 'nginx.service',
  hostId: 10001,
  hostName: 'web-1',
  status: 'FAILURE',
  jobId: 'rhq-resource-10077-1-1700000000000_=_rhq-resource-10077',
  errorMessage: 'It ended with exit code 1',
};
const SHOWN = { title: 'Scheduled operation', example: EXAMPLE };

/** Errors for a missing resource, group or CONTROL permission. */
const TARGET_ERRORS = ['resource_not_found', 'resource_forbidden', 'group_not_found', 'group_forbidden'] as const;

/** See rules operations-8, operations-9. */
@ApiTags('operation')
@Addition()
@Controller('rest/operation/schedules')
export class OperationScheduleController {
  constructor(private readonly schedules: OperationScheduleService) {}

  @Get()
  @Operation('List scheduled operations and operations on groups', {
    description: 'Those of resources and groups that you can see, newest first, each with its last run.',
    access: 'authenticated',
    returns: result('operation', [OperationScheduleRest], {
      title: 'Scheduled operations',
      example: [EXAMPLE],
      gzip: true,
    }),
  })
  listOperationSchedules(
    @RequestQuery(OperationScheduleQuery) query: OperationScheduleQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<ListPage<OperationScheduleRest>> {
    return this.schedules.list(query, caller);
  }

  @Post()
  @Operation('Run an operation on a group, or on a schedule', {
    description:
      'Runs immediately if no start time is given. On a group, it runs on the members of its type, `maxConcurrent` at a time, in the order of their hosts; with `stopOnFailure` the remaining ones are skipped after the first failure. Each run uses the permissions that you have at that time. Requires the permission CONTROL.',
    access: 'authenticated',
    returns: result('operation', OperationScheduleRest, { ...SHOWN, status: 201 }),
    errors: [...TARGET_ERRORS, 'operation_definition_not_found'],
  })
  createOperationSchedule(
    @RecordBody(NewOperationSchedule, {
      description: 'The operation, its target and its times',
      example: { definitionId: 10044, groupId: 10003, params: {}, maxConcurrent: 2, stopOnFailure: true },
    })
    body: SentBody<NewOperationSchedule>,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<HandlerResponse<OperationScheduleRest>> {
    return this.schedules.create(body, caller, note);
  }

  @Get(':id')
  @Operation('Get a scheduled operation', {
    access: 'authenticated',
    returns: result('operation', OperationScheduleRest, SHOWN),
    errors: ['operation_schedule_not_found'],
  })
  getOperationSchedule(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<OperationScheduleRest> {
    return this.schedules.read(id, caller);
  }

  @Get(':id/members')
  @Operation('List the resources of the runs of a scheduled operation', {
    description: 'Newest run first, in the order in which it runs on them.',
    access: 'authenticated',
    returns: result('operation', [OperationRunMemberRest], {
      title: 'Resources of the runs',
      example: [MEMBER],
      gzip: true,
    }),
    errors: ['operation_schedule_not_found'],
  })
  listOperationRunMembers(
    @PathId() id: number,
    @RequestQuery(OperationRunMemberQuery) query: OperationRunMemberQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<ListPage<OperationRunMemberRest>> {
    return this.schedules.listMembers(id, query, caller);
  }

  @Post(':id/approve')
  @Operation('Approve a scheduled operation', {
    description:
      'Approves all of its runs. Requires a person other than the requester. Requires the permission CONTROL.',
    access: 'authenticated',
    body: 'ignored',
    returns: result('operation', OperationScheduleRest, SHOWN),
    status: 200,
    errors: [...TARGET_ERRORS, 'operation_schedule_not_found', 'operation_not_awaiting_approval', 'approval_forbidden'],
  })
  approveOperationSchedule(
    @PathId() id: number,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<OperationScheduleRest> {
    return this.schedules.approve(id, caller, note);
  }

  @Post(':id/reject')
  @Operation('Reject a scheduled operation', {
    description: 'It never runs. Fails if it has already been approved. Requires the permission CONTROL.',
    access: 'authenticated',
    returns: result('operation', OperationScheduleRest, SHOWN),
    status: 200,
    errors: [...TARGET_ERRORS, 'operation_schedule_not_found', 'operation_not_awaiting_approval'],
  })
  rejectOperationSchedule(
    @PathId() id: number,
    @RecordBody(OperationRejection, { description: 'A reason', example: { reason: 'wait for the maintenance window' } })
    body: SentBody<OperationRejection>,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<OperationScheduleRest> {
    return this.schedules.reject(id, body, caller, note);
  }

  @Post(':id/cancel')
  @Operation('Cancel a scheduled operation', {
    description:
      'No further run begins; waiting members are skipped, and executions in progress are cancelled. Requires the permission CONTROL.',
    access: 'authenticated',
    body: 'ignored',
    returns: result('operation', OperationScheduleRest, SHOWN),
    status: 200,
    errors: [...TARGET_ERRORS, 'operation_schedule_not_found', 'operation_schedule_ended'],
  })
  cancelOperationSchedule(
    @PathId() id: number,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<OperationScheduleRest> {
    return this.schedules.cancel(id, caller, note);
  }

  @Delete(':id')
  @Operation('Delete a scheduled operation', {
    access: 'authenticated',
    returns: removal(
      'The scheduled operation is deleted; records of its executions stay',
      'operation_schedule_not_found',
      'a missing scheduled operation',
    ),
    errors: [...TARGET_ERRORS, 'operation_schedule_not_found', 'operation_schedule_running'],
  })
  deleteOperationSchedule(
    @PathId() id: number,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<void> {
    return this.schedules.remove(id, caller, note);
  }
}
