import { Injectable } from '@nestjs/common';
import { permits, toCallerClaims } from '@wardstone/auth';
import { Clock } from '@wardstone/clock';
import type { EvidenceFile, EvidenceScheduleBody, EvidenceScheduleRecord } from '@wardstone/dto/compliance';
import type { ComplianceChannel } from '@wardstone/dto/monitoring';
import { type ApiError, ComplianceError } from '@wardstone/errors';
import { notFoundById, policyNotFound, refuseViolations } from '../api/record-errors';
import type { RecordRequest, WriteRequest } from '../api/request';
import { nextRunMs } from '../scans/domain/scan-moments';
import { channelViolations, showChannels, storeChannels } from './domain/channels';
import { evidenceScheduleViolations } from './domain/schedule-violations';
import { type EvidenceScheduleRow, EvidenceSchedulesQueries } from './evidence-schedules.queries';

/** When evidence of a policy is mailed, and to whom (rule compliance-50). */
@Injectable()
export class EvidenceSchedulesService {
  constructor(
    private readonly queries: EvidenceSchedulesQueries,
    private readonly clock: Clock,
  ) {}

  /** @throws policy_not_found, evidence_schedule_not_found */
  async read(request: RecordRequest<'policy_id'>): Promise<EvidenceScheduleRecord> {
    const found = await this.queries.find(request.caller.orgId, request.parents.policy_id);
    if (!found) throw await this.noSchedule(request);
    return toRecord(found, permits(request.caller.permissions, 'compliance:policy:write'));
  }

  /** The caller becomes the author. @throws policy_not_found, record_invalid */
  async put(request: WriteRequest<EvidenceScheduleBody, 'policy_id'>): Promise<EvidenceScheduleRecord> {
    const { caller, body, parents, givenParents } = request;
    refuseViolations(evidenceScheduleViolations(body));
    const { files, cron, time_zone = 'UTC', people = [], roles = [], addresses = [] } = body;
    const channels = await this.readChannels(request);
    const nowMs = this.clock.now();
    const stored = await this.queries.put(caller.orgId, {
      policy_id: parents.policy_id,
      files: files as EvidenceFile[],
      cron,
      time_zone,
      people,
      roles,
      addresses,
      channels,
      author: toCallerClaims(caller),
      updated_at: new Date(nowMs),
      next_at: new Date(nextRunMs(cron, time_zone, nowMs)!),
    });
    if (!stored) throw policyNotFound(givenParents.policy_id);
    return toRecord(stored, true);
  }

  /** @throws policy_not_found, evidence_schedule_not_found */
  async remove(request: RecordRequest<'policy_id'>): Promise<EvidenceScheduleRecord> {
    const removed = await this.queries.remove(request.caller.orgId, request.parents.policy_id);
    if (!removed) throw await this.noSchedule(request);
    return toRecord(removed, true);
  }

  /** @throws record_invalid */
  private async readChannels({
    caller,
    body,
    parents,
  }: WriteRequest<EvidenceScheduleBody, 'policy_id'>): Promise<ComplianceChannel[]> {
    if (!body.channels?.length) return [];
    const before = await this.queries.find(caller.orgId, parents.policy_id);
    const channels = storeChannels(body.channels, before?.channels ?? []);
    refuseViolations(channelViolations(channels).map((problem) => `V2::EvidenceSchedule ${problem}`));
    return channels;
  }

  private async noSchedule({ caller, parents, givenParents }: RecordRequest<'policy_id'>): Promise<ApiError> {
    if (!(await this.queries.hasPolicy(caller.orgId, parents.policy_id))) return policyNotFound(givenParents.policy_id);
    return notFoundById(ComplianceError.evidence_schedule_not_found, 'EvidenceSchedule', givenParents.policy_id);
  }
}

const toTime = (moment: Date | null): string | null => moment?.toISOString() ?? null;

function toRecord(
  { author, updated_at, due_at: _, attempts: __, outcomes: ___, ...row }: EvidenceScheduleRow,
  mayChange: boolean,
): EvidenceScheduleRecord {
  return {
    policy_id: row.policy_id,
    type: 'evidence_schedule',
    files: row.files,
    cron: row.cron,
    time_zone: row.time_zone,
    people: row.people,
    roles: row.roles,
    addresses: row.addresses,
    channels: showChannels(row.channels, mayChange),
    author: author.identity.user.username,
    state: row.next_at === null ? 'off' : 'on',
    problem: row.problem,
    next_at: toTime(row.next_at),
    attempted_at: toTime(row.attempted_at),
    outcome: row.outcome,
    updated_at: updated_at.toISOString(),
  };
}
