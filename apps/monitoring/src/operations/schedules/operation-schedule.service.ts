import { Injectable, type OnModuleInit } from '@nestjs/common';
import { checkTimes, nextWindow, type SilenceTimes } from '@wardstone/alerting';
import type { CallerIdentity } from '@wardstone/auth';
import { type AuditNote, changeFacts } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import { Database, type Transaction } from '@wardstone/database';
import type {
  NewOperationSchedule,
  OperationRejection,
  OperationRunMemberQuery,
  OperationRunMemberRest,
  OperationRunRest,
  OperationScheduleQuery,
  OperationScheduleRest,
  OperationScheduleState,
} from '@wardstone/dto/monitoring';
import { ApiError, MonitoringError } from '@wardstone/errors';
import { JobTasks } from '@wardstone/jobs';
import { HandlerResponse, type ListPage, type Sent, type SentBody } from '@wardstone/media-types';
import { Addresses } from '../../api/addresses';
import { invalidContent, refuseProblem } from '../../api/invalid-parameter';
import { toStorableId } from '../../api/path-id';
import { AuthorizationService } from '../../authorization/authorization.service';
import type { Viewer } from '../../authorization/viewer';
import { AccountStanding } from '../../users/account-standing';
import { toRejection } from '../domain/approval';
import { checkParameters, failuresByParameter } from '../domain/check-parameters';
import { initialParameters } from '../domain/parameter-values';
import { writeJobId } from '../domain/job-id';
import { OperationDefinitionQueries, type OperationDefinitionRow } from '../operation-definition.queries';
import { OperationDefinitionService } from '../operation-definition.service';
import { OperationExecution } from '../operation-execution.service';
import { notAwaiting, requireApprover } from '../operation-history.service';
import { shownParameters } from '../shown-parameters';
import { OperationRunQueries } from './operation-run.queries';
import { OperationRuns } from './operation-runs.service';
import {
  type NewSchedule,
  OperationScheduleQueries,
  type RunRow,
  type ScheduleRow,
} from './operation-schedule.queries';

/** A run needs only a start, but times of silences have a length. */
const MOMENT_MS = 60_000;
const DUE_AT_ONCE = 100;

type Times = Pick<NewSchedule, 'start_ms' | 'rule' | 'time_zone' | 'over_ms' | 'next_ms'>;

/** Operations on resources and groups: at once, later, or repeatedly. See rules operations-8, operations-9. */
@Injectable()
export class OperationScheduleService implements OnModuleInit {
  constructor(
    private readonly queries: OperationScheduleQueries,
    private readonly runQueries: OperationRunQueries,
    private readonly runs: OperationRuns,
    private readonly definitions: OperationDefinitionService,
    private readonly definitionQueries: OperationDefinitionQueries,
    private readonly execution: OperationExecution,
    private readonly authorization: AuthorizationService,
    private readonly standing: AccountStanding,
    private readonly addresses: Addresses,
    private readonly tasks: JobTasks,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.tasks.every({ name: 'operation.schedule', schedule: '* * * * *' }, () => this.runDue());
  }

  async list(query: OperationScheduleQuery, viewer: Viewer): Promise<ListPage<OperationScheduleRest>> {
    const { rows, total } = await this.queries.list(query, viewer);
    return { items: rows.map((row) => this.toRecord(row, viewer)), total, window: query.window };
  }

  /** @throws operation_schedule_not_found */
  async read(id: number, viewer: Viewer): Promise<OperationScheduleRest> {
    return this.toRecord(await this.require(id, viewer), viewer);
  }

  /**
   * Resources of runs, newest run first.
   * @throws operation_schedule_not_found
   */
  async listMembers(
    id: number,
    { runId, window }: OperationRunMemberQuery,
    viewer: Viewer,
  ): Promise<ListPage<OperationRunMemberRest>> {
    await this.require(id, viewer);
    const { rows, total } = await this.runQueries.listMembers(id, runId, viewer, window);
    const items = rows.map((row): OperationRunMemberRest => ({
      runId: row.run_id,
      runTime: row.run_ms,
      resourceId: row.resource_id,
      resourceName: row.resource_name,
      hostId: row.host_id,
      hostName: row.host_name,
      status: row.status,
      jobId: row.job_name === null ? null : writeJobId({ name: row.job_name, group: row.job_group! }),
      errorMessage: row.error_message,
    }));
    return { items, total, window };
  }

  /**
   * Runs it at once if it is due and needs no approval.
   * @throws invalid_content, operation_definition_not_found, and as `authorize`
   */
  async create(
    body: SentBody<NewOperationSchedule>,
    caller: CallerIdentity,
    note: AuditNote,
  ): Promise<HandlerResponse<OperationScheduleRest>> {
    const sent = body.read();
    const nowMs = this.clock.now();
    const target = toTarget(sent);
    if (sent.definitionId === undefined) throw invalidContent('Field definitionId is required');
    const definition = await this.definitions.require(toStorableId(sent.definitionId));
    await this.authorize(target, caller);
    await this.checkType(target, definition, caller);
    const parameters = toParameters(sent, definition);
    const times = toTimes(sent, nowMs);
    const schedule: NewSchedule = {
      ...target,
      ...times,
      operation_definition_id: definition.id,
      parameters,
      max_concurrent: sent.maxConcurrent ?? null,
      stop_on_failure: sent.stopOnFailure ?? false,
      requested_by: caller.username,
      requested_subject: caller.subject,
      awaits_approval: this.execution.needsApproval(definition.name),
    };
    const id = await this.db.transaction(async (tx) => {
      const inserted = await this.queries.insert(tx, schedule, nowMs);
      await this.runIfDue(tx, inserted, caller);
      return inserted;
    });
    const record = await this.read(id, caller);
    note(changeFacts({ kind: 'operationSchedule', id, name: toName(record) }, {}, toFacts(record)));
    const headers = { Location: this.addresses.of(`/operation/schedules/${id}`) };
    return new HandlerResponse(record, { status: 201, headers });
  }

  /** @throws operation_schedule_not_found, operation_not_awaiting_approval, approval_forbidden, and as `authorize` */
  async approve(id: number, caller: CallerIdentity, note: AuditNote): Promise<OperationScheduleRest> {
    await this.requireControlled(id, caller);
    const approved = await this.db.transaction(async (tx) => {
      const schedule = await this.queries.lock(tx, id);
      if (!schedule) throw notFound(id);
      requireApprover(schedule, caller);
      if (!schedule.awaits_approval) throw notAwaiting(`The scheduled operation with id ${id}`);
      await this.queries.approve(tx, id, caller.username);
      return schedule;
    });
    await this.runOne(approved);
    const record = await this.read(id, caller);
    const facts = { requestedBy: approved.requested_by, approvedBy: caller.username };
    note(changeFacts({ kind: 'approval', id, name: toName(record) }, {}, facts));
    return record;
  }

  /** @throws operation_schedule_not_found, operation_not_awaiting_approval, invalid_content, and as `authorize` */
  async reject(
    id: number,
    body: SentBody<OperationRejection>,
    caller: CallerIdentity,
    note: AuditNote,
  ): Promise<OperationScheduleRest> {
    await this.requireControlled(id, caller);
    const { reason } = body.read();
    const rejected = await this.db.transaction(async (tx) => {
      const schedule = await this.queries.lock(tx, id);
      if (!schedule) throw notFound(id);
      if (!schedule.awaits_approval) throw notAwaiting(`The scheduled operation with id ${id}`);
      await this.queries.end(tx, id, caller.username, toRejection(caller.username, reason));
      return schedule;
    });
    const record = await this.read(id, caller);
    const facts = { requestedBy: rejected.requested_by, rejectedBy: caller.username, reason };
    note(changeFacts({ kind: 'approval', id, name: toName(record) }, {}, facts));
    return record;
  }

  /**
   * Cancels the schedule for good, and its run in progress.
   * @throws operation_schedule_not_found, operation_schedule_ended, and as `authorize`
   */
  async cancel(id: number, caller: CallerIdentity, note: AuditNote): Promise<OperationScheduleRest> {
    await this.requireControlled(id, caller);
    await this.db.transaction(async (tx) => {
      const schedule = await this.queries.lock(tx, id);
      if (!schedule) throw notFound(id);
      if (toState(schedule) === 'ENDED') {
        throw new ApiError(MonitoringError.operation_schedule_ended, `The scheduled operation with id ${id} has ended`);
      }
      await this.queries.end(tx, id, caller.username);
    });
    await this.runs.cancel(id);
    const record = await this.read(id, caller);
    note(changeFacts({ kind: 'operationSchedule', id, name: toName(record) }, { canceled: false }, { canceled: true }));
    return record;
  }

  /** @throws operation_schedule_not_found, operation_schedule_running, and as `authorize` */
  async remove(id: number, caller: CallerIdentity, note: AuditNote): Promise<void> {
    const row = await this.requireControlled(id, caller);
    await this.db.transaction(async (tx) => {
      const schedule = await this.queries.lock(tx, id);
      if (!schedule) throw notFound(id);
      if (toState(schedule) === 'RUNNING') {
        throw new ApiError(
          MonitoringError.operation_schedule_running,
          `A run of the scheduled operation with id ${id} is in progress`,
        );
      }
      await this.queries.remove(tx, id);
    });
    note(changeFacts({ kind: 'operationSchedule', id, name: toName(this.toRecord(row, caller)) }));
  }

  /** Starts due runs with the present permissions of their requesters. */
  async runDue(): Promise<void> {
    await this.runs.continueStuck();
    for (const due of await this.queries.listDue(this.clock.now(), DUE_AT_ONCE)) await this.runOne(due);
  }

  private async runOne({
    id,
    requested_by: login,
    requested_subject: subject,
  }: Pick<ScheduleRow, 'id' | 'requested_by' | 'requested_subject'>): Promise<void> {
    const requester = await this.standing.find(login, subject);
    await this.db.transaction((tx) => this.runIfDue(tx, id, requester));
  }

  /** @param requester undefined for an account that was removed or disabled */
  private async runIfDue(tx: Transaction, id: number, requester: Viewer | undefined): Promise<void> {
    const schedule = await this.queries.lock(tx, id);
    const nowMs = this.clock.now();
    if (!schedule || schedule.awaits_approval || schedule.next_ms === null || schedule.next_ms > nowMs) return;
    const problem = requester
      ? ((await this.findProblem(schedule, requester)) ?? (await this.runs.begin(tx, schedule, requester)))
      : `The account of ${schedule.requested_by} was removed or disabled`;
    await this.queries.advance(tx, id, nextAfter(schedule, nowMs), problem ?? null);
  }

  /** Why the requester may no longer run it. */
  private async findProblem(schedule: ScheduleRow, requester: Viewer): Promise<string | undefined> {
    try {
      await this.authorize(schedule, requester);
      return undefined;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      return `${schedule.requested_by} may not run operations on ${schedule.target_name} any more`;
    }
  }

  /** @throws resource_not_found, resource_forbidden, group_not_found, group_forbidden */
  private async authorize(
    { resource_id: resourceId, resource_group_id: groupId }: Pick<NewSchedule, 'resource_id' | 'resource_group_id'>,
    viewer: Viewer,
  ): Promise<void> {
    if (resourceId === null) await this.authorization.requireGroup(viewer, groupId!, 'CONTROL');
    else await this.authorization.requireResource(viewer, resourceId, 'CONTROL');
  }

  /** @throws invalid_content */
  private async checkType(
    { resource_id: resourceId, resource_group_id: groupId }: Pick<NewSchedule, 'resource_id' | 'resource_group_id'>,
    { id, resource_type_id: typeId }: OperationDefinitionRow,
    viewer: Viewer,
  ): Promise<void> {
    const fits =
      resourceId === null
        ? await this.queries.hasMembers(this.db, groupId!, typeId, viewer)
        : (await this.definitionQueries.findResourceType(resourceId)) === typeId;
    if (fits) return;
    const type = `of the type of the operation definition with id ${id}`;
    throw invalidContent(
      resourceId === null
        ? `No member of the group with id ${groupId} is ${type}`
        : `The resource with id ${resourceId} is not ${type}`,
    );
  }

  private async requireControlled(id: number, viewer: Viewer): Promise<ScheduleRow> {
    const row = await this.require(id, viewer);
    await this.authorize(row, viewer);
    return row;
  }

  private async require(id: number, viewer: Viewer): Promise<ScheduleRow> {
    const row = await this.queries.find(id, viewer);
    if (!row) throw notFound(id);
    return row;
  }

  private toRecord(row: ScheduleRow, viewer: Viewer): OperationScheduleRest {
    return {
      id: row.id,
      definitionId: row.operation_definition_id,
      operationName: row.operation_name,
      displayName: row.display_name,
      resourceId: row.resource_id,
      groupId: row.resource_group_id,
      targetName: row.target_name,
      params: shownParameters(viewer, row.parameter_definition, row.parameters),
      maxConcurrent: row.max_concurrent,
      stopOnFailure: row.stop_on_failure,
      startTime: row.start_ms,
      rule: row.rule,
      timeZone: row.time_zone,
      nextTime: row.next_ms ?? 0,
      state: toState(row),
      requestedBy: row.requested_by,
      approvedBy: row.approved_by,
      createTime: row.created_ms,
      canceledBy: row.canceled_by,
      problem: row.problem,
      ...(row.run && { run: toRun(row.run) }),
      links: [this.addresses.link('self', `/operation/schedules/${row.id}`)],
    };
  }
}

function notFound(id: number): ApiError {
  return new ApiError(MonitoringError.operation_schedule_not_found, `Scheduled operation with id ${id} not found`);
}

function toState({ awaits_approval: awaits, run, next_ms: nextMs }: ScheduleRow): OperationScheduleState {
  if (awaits) return 'AWAITING_APPROVAL';
  if (run && run.endedMs === null) return 'RUNNING';
  return nextMs === null ? 'ENDED' : 'SCHEDULED';
}

function toRun({ startedMs, endedMs, ...run }: RunRow): OperationRunRest {
  return { ...run, startTime: startedMs, endTime: endedMs ?? 0 };
}

/** @throws invalid_content */
function toTarget(sent: Sent<NewOperationSchedule>): Pick<NewSchedule, 'resource_id' | 'resource_group_id'> {
  const [resourceId, groupId] = [sent.resourceId ?? null, sent.groupId ?? null];
  if ((resourceId === null) === (groupId === null)) {
    throw invalidContent('Exactly one of the fields resourceId and groupId is required');
  }
  return {
    resource_id: resourceId === null ? null : toStorableId(resourceId),
    resource_group_id: groupId === null ? null : toStorableId(groupId),
  };
}

/** @throws invalid_content */
function toParameters({ params }: Sent<NewOperationSchedule>, definition: OperationDefinitionRow) {
  const properties = definition.parameters?.properties ?? [];
  const parameters = params ?? initialParameters(definition.parameters);
  const failures = checkParameters(properties, parameters);
  if (failures.length === 0) return parameters;
  const fields = failuresByParameter(properties, parameters);
  throw new ApiError(MonitoringError.invalid_content, failures.join(', '), { extensions: { fields } });
}

/** @throws invalid_content */
function toTimes(sent: Sent<NewOperationSchedule>, nowMs: number): Times {
  const { rule = null, timeZone = null } = sent;
  const startMs = Math.max(sent.startTime ?? nowMs, rule === null ? nowMs : 0);
  const given = { startMs, endMs: startMs + MOMENT_MS, rule, timeZone };
  const checked = refuseProblem(checkTimes(given, nowMs));
  const nextMs = rule === null ? startMs : (nextWindow(checked, nowMs)?.startMs ?? null);
  return { start_ms: startMs, rule, time_zone: timeZone, over_ms: checked.overMs, next_ms: nextMs };
}

/** The first run after a time; null for none. Missed runs are skipped. */
function nextAfter(
  { start_ms: startMs, rule, time_zone: timeZone, over_ms: overMs }: ScheduleRow,
  nowMs: number,
): number | null {
  if (rule === null) return null;
  const times: SilenceTimes = { startMs, endMs: startMs + MOMENT_MS, rule, timeZone, overMs };
  return nextWindow(times, nowMs + MOMENT_MS)?.startMs ?? null;
}

function toName({ displayName, targetName }: OperationScheduleRest): string {
  return `${displayName} · ${targetName}`;
}

function toFacts(record: OperationScheduleRest): object {
  const { operationName, params, maxConcurrent, stopOnFailure, startTime, rule, timeZone, state } = record;
  return { operationName, params, maxConcurrent, stopOnFailure, startTime, rule, timeZone, state };
}
