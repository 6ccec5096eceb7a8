import { Injectable } from '@nestjs/common';
import type { CallerIdentity } from '@wardstone/auth';
import { Clock } from '@wardstone/clock';
import type {
  ScanRecord,
  ScanRequestBody,
  ScanRequestRecord,
  ScanScheduleBody,
  ScanScheduleRecord,
} from '@wardstone/dto/compliance';
import { ApiError, ComplianceError } from '@wardstone/errors';
import {
  listEnvelope,
  type ListEnvelope,
  recordEnvelope,
  type RecordEnvelope,
  storedRecord,
  type StoredRecord,
} from '../api/envelope';
import { readFilter, readSort } from '../api/list-request';
import { notFoundById, ownId, policyNotFound } from '../api/record-id';
import { refuseViolations } from '../api/record-invalid';
import type { ListRequest, Parents, WriteRequest } from '../api/request';
import { reachOf } from '../systems/domain/system-reach';
import { obstacleOf } from './domain/obstacle';
import { SCAN_FIELDS, SCAN_SORT } from './domain/scan-fields';
import { toScanRecord } from './scan-row.sql';
import { ScansQueries, type ScheduleRow } from './scans.queries';

const MOST_HOURS = 8_760;

/** Scans as people ask for them and watch them (rule compliance-36). */
@Injectable()
export class ScansService {
  constructor(
    private readonly queries: ScansQueries,
    private readonly clock: Clock,
  ) {}

  /** @throws invalid_filter, invalid_sort */
  async list(caller: CallerIdentity, request: ListRequest): Promise<ListEnvelope> {
    const filter = readFilter(request, SCAN_FIELDS);
    const sort = readSort(request, SCAN_SORT);
    const { limit, offset } = request;
    const page = await this.queries.findPage(caller.orgId, reachOf(caller), { filter, sort, limit, offset });
    return listEnvelope(request, { ...page, records: page.records.map(toScanRecord) });
  }

  /** @throws scan_not_found */
  async read(caller: CallerIdentity, givenId: string): Promise<RecordEnvelope<ScanRecord>> {
    const id = ownId(givenId, () => scanNotFound(givenId));
    const scan = await this.queries.find(caller.orgId, id, reachOf(caller));
    if (!scan) throw scanNotFound(givenId);
    return recordEnvelope(toScanRecord(scan));
  }

  /** Has systems of the policy scanned, where no scan is open. @throws policy_not_found */
  async request(
    caller: CallerIdentity,
    { body, parents, givenParents }: WriteRequest<ScanRequestBody, 'policy_id'>,
  ): Promise<StoredRecord<ScanRequestRecord>> {
    const { policy_id } = parents;
    if (!(await this.queries.hasPolicy(caller.orgId, policy_id))) throw policyNotFound(givenParents.policy_id);
    return this.queries.write(caller.orgId, async (scans) => {
      const targets = await scans.targetsOf(policy_id, body.system_ids, reachOf(caller));
      const wanted = targets.map((target) => ({
        policyId: policy_id,
        systemId: target.system_id,
        obstacle: obstacleOf(target),
      }));
      const queued = await scans.insert(wanted, caller.username, new Date(this.clock.now()));
      const not_scanned = wanted.filter(({ obstacle }) => obstacle !== undefined).length;
      const under_way = wanted.length - not_scanned - queued;
      return storedRecord({ policy_id, type: 'scan_request', queued, under_way, not_scanned });
    });
  }

  /** The agent stops it when it asks again; a scan that has ended stays as it is. @throws scan_not_found */
  async cancel(caller: CallerIdentity, givenId: string): Promise<StoredRecord<ScanRecord>> {
    const id = ownId(givenId, () => scanNotFound(givenId));
    const reach = reachOf(caller);
    return this.queries.write(caller.orgId, async (scans) => {
      const scan = await scans.lock(id, reach);
      if (!scan) throw scanNotFound(givenId);
      if (scan.ended_at) return storedRecord(toScanRecord(scan));
      const reason = `cancelled by ${caller.username}`;
      const change = { state: 'cancelled', reason, evaluatedRuleCount: undefined, testResultId: null } as const;
      await scans.change(id, change, new Date(this.clock.now()));
      return storedRecord(toScanRecord((await scans.lock(id, reach))!));
    });
  }

  /** @throws policy_not_found, scan_schedule_not_found */
  async readSchedule(caller: CallerIdentity, of: Parents<'policy_id'>): Promise<RecordEnvelope<ScanScheduleRecord>> {
    const schedule = await this.queries.findSchedule(caller.orgId, of.parents.policy_id);
    if (!schedule) throw await this.noSchedule(caller, of);
    return recordEnvelope(toScheduleRecord(of, schedule));
  }

  /** @throws policy_not_found, record_invalid */
  async putSchedule(
    caller: CallerIdentity,
    { body: { interval_hours: hours }, ...of }: WriteRequest<ScanScheduleBody, 'policy_id'>,
  ): Promise<StoredRecord<ScanScheduleRecord>> {
    const isInRange = hours >= 1 && hours <= MOST_HOURS;
    refuseViolations(isInRange ? [] : [`V2::ScanSchedule interval hours must be between 1 and ${MOST_HOURS}`]);
    const now = new Date(this.clock.now());
    const schedule = await this.queries.putSchedule(caller.orgId, of.parents.policy_id, hours, now);
    if (!schedule) throw policyNotFound(of.givenParents.policy_id);
    return storedRecord(toScheduleRecord(of, schedule), { status: 200 });
  }

  /** @throws policy_not_found, scan_schedule_not_found */
  async removeSchedule(caller: CallerIdentity, of: Parents<'policy_id'>): Promise<StoredRecord<ScanScheduleRecord>> {
    const removed = await this.queries.removeSchedule(caller.orgId, of.parents.policy_id);
    if (!removed) throw await this.noSchedule(caller, of);
    return storedRecord(toScheduleRecord(of, removed));
  }

  private async noSchedule(
    { orgId }: CallerIdentity,
    { parents, givenParents }: Parents<'policy_id'>,
  ): Promise<ApiError> {
    if (!(await this.queries.hasPolicy(orgId, parents.policy_id))) return policyNotFound(givenParents.policy_id);
    return notFoundById(ComplianceError.scan_schedule_not_found, 'ScanSchedule', givenParents.policy_id);
  }
}

export const scanNotFound = (givenId: string): ApiError =>
  notFoundById(ComplianceError.scan_not_found, 'Scan', givenId);

const toScheduleRecord = ({ parents }: Parents<'policy_id'>, { interval_hours, updated_at }: ScheduleRow) =>
  ({
    policy_id: parents.policy_id,
    type: 'scan_schedule',
    interval_hours,
    updated_at: updated_at.toISOString(),
  }) satisfies ScanScheduleRecord;
