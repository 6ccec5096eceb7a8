import { Injectable } from '@nestjs/common';
import type { CallerIdentity } from '@wardstone/auth';
import { Clock } from '@wardstone/clock';
import type {
  ScanRecord,
  ScanRequestBody,
  ScanRequestRecord,
  ScanScheduleBody,
  ScanScheduleRecord,
  SystemScanSchedulesRecord,
} from '@wardstone/dto/compliance';
import { ApiError, ComplianceError } from '@wardstone/errors';
import { listEnvelope, type ListEnvelope } from '../api/envelope';
import { readFilter, readWindow } from '../api/contract.pipe';
import { notFoundById, policyNotFound, refuseViolations, requireRecord, systemNotFound } from '../api/record-errors';
import type { ListRequest, RecordRequest, WriteRequest } from '../api/request';
import { toSystemReach } from '../systems/domain/system-reach';
import { findObstacle } from './domain/obstacle';
import { SCAN_FIELDS, SCAN_SORT } from './domain/scan-fields';
import { nextScanMs, type ScanTiming } from './domain/scan-moments';
import { scheduleViolations } from './domain/schedule-violations';
import { toScanRecord } from './scan-row.sql';
import { ScansQueries, type ScheduleRow } from './scans.queries';

const DEFAULT_SPREAD_MINUTES = 60;

/** Requests for scans, and their progress (rule compliance-36). */
@Injectable()
export class ScansService {
  constructor(
    private readonly queries: ScansQueries,
    private readonly clock: Clock,
  ) {}

  /** @throws invalid_filter, invalid_sort */
  async list(request: ListRequest): Promise<ListEnvelope> {
    const { caller } = request;
    const window = readWindow(request, readFilter(request, SCAN_FIELDS), SCAN_SORT);
    const page = await this.queries.findPage(caller.orgId, toSystemReach(caller), window);
    return listEnvelope(request, { ...page, records: page.records.map(toScanRecord) });
  }

  /** @throws scan_not_found */
  async read(caller: CallerIdentity, givenId: string): Promise<ScanRecord> {
    const reach = toSystemReach(caller);
    return toScanRecord(await requireRecord(givenId, scanNotFound, (id) => this.queries.find(caller.orgId, id, reach)));
  }

  /**
   * Requests scans of the policy's systems that have no open scan.
   * @throws policy_not_found
   */
  async request(request: WriteRequest<ScanRequestBody, 'policy_id'>): Promise<ScanRequestRecord> {
    const { caller, body, givenParents } = request;
    const { policy_id } = request.parents;
    if (!(await this.queries.hasPolicy(caller.orgId, policy_id))) throw policyNotFound(givenParents.policy_id);
    return this.queries.write(caller.orgId, async (scans) => {
      const targets = await scans.listTargets(policy_id, body.system_ids, toSystemReach(caller));
      const wanted = targets.map((target) => ({
        policyId: policy_id,
        systemId: target.system_id,
        obstacle: findObstacle(target),
      }));
      const queued = await scans.insert(wanted, caller.username, new Date(this.clock.now()));
      const not_scanned = wanted.filter(({ obstacle }) => obstacle !== undefined).length;
      const under_way = wanted.length - not_scanned - queued;
      return { policy_id, type: 'scan_request', queued, under_way, not_scanned };
    });
  }

  /**
   * The agent stops it at its next poll; an ended scan is unchanged.
   * @throws scan_not_found
   */
  async cancel(caller: CallerIdentity, givenId: string): Promise<ScanRecord> {
    const reach = toSystemReach(caller);
    return this.queries.write(caller.orgId, async (scans) => {
      const scan = await requireRecord(givenId, scanNotFound, (id) => scans.lock(id, reach));
      if (scan.ended_at) return toScanRecord(scan);
      const reason = `cancelled by ${caller.username}`;
      await scans.change(scan.id, { state: 'cancelled', reason }, new Date(this.clock.now()));
      return toScanRecord((await scans.lock(scan.id, reach))!);
    });
  }

  /** @throws policy_not_found, scan_schedule_not_found */
  async readSchedule(request: RecordRequest<'policy_id'>): Promise<ScanScheduleRecord> {
    const schedule = await this.queries.findSchedule(request.caller.orgId, request.parents.policy_id);
    if (!schedule) throw await this.noSchedule(request);
    return this.withNextScan(request.caller, schedule);
  }

  /**
   * Scan schedules of the policies of a system.
   * @throws system_not_found
   */
  async listSchedules(request: RecordRequest<'system_id'>): Promise<SystemScanSchedulesRecord> {
    const { caller, parents, givenParents } = request;
    const id = parents.system_id;
    const isVisible = await this.queries.isVisible(caller.orgId, id, toSystemReach(caller));
    if (!isVisible) throw systemNotFound(givenParents.system_id);
    const schedules = await this.queries.listScheduled(caller.orgId, id);
    return {
      type: 'system_scan_schedules',
      system_id: id,
      schedules: schedules.map((row) => toScheduleRecord(row, nextScanMs(row, row, row.since.getTime()))),
    };
  }

  /** @throws policy_not_found, record_invalid */
  async putSchedule(request: WriteRequest<ScanScheduleBody, 'policy_id'>): Promise<ScanScheduleRecord> {
    const { caller, parents, givenParents } = request;
    const timing = toTiming(request.body);
    refuseViolations(scheduleViolations(timing));
    const now = new Date(this.clock.now());
    const schedule = await this.queries.putSchedule(caller.orgId, parents.policy_id, timing, now);
    if (!schedule) throw policyNotFound(givenParents.policy_id);
    return this.withNextScan(caller, schedule);
  }

  /** @throws policy_not_found, scan_schedule_not_found */
  async removeSchedule(request: RecordRequest<'policy_id'>): Promise<ScanScheduleRecord> {
    const removed = await this.queries.removeSchedule(request.caller.orgId, request.parents.policy_id);
    if (!removed) throw await this.noSchedule(request);
    return toScheduleRecord(removed, undefined);
  }

  /** Adds the first future time. */
  private async withNextScan(caller: CallerIdentity, schedule: ScheduleRow): Promise<ScanScheduleRecord> {
    const nowMs = this.clock.now();
    const systems = await this.queries.listScannable(caller.orgId, schedule.policy_id, toSystemReach(caller));
    const firstMs = systems.reduce(
      (first, system) => Math.min(first, nextScanMs(schedule, system, nowMs) ?? Infinity),
      Infinity,
    );
    return toScheduleRecord(schedule, Number.isFinite(firstMs) ? firstMs : undefined);
  }

  private async noSchedule({ caller, parents, givenParents }: RecordRequest<'policy_id'>): Promise<ApiError> {
    if (!(await this.queries.hasPolicy(caller.orgId, parents.policy_id))) return policyNotFound(givenParents.policy_id);
    return notFoundById(ComplianceError.scan_schedule_not_found, 'ScanSchedule', givenParents.policy_id);
  }
}

export const scanNotFound = (givenId: string): ApiError =>
  notFoundById(ComplianceError.scan_not_found, 'Scan', givenId);

function toTiming(body: ScanScheduleBody): ScanTiming {
  const { interval_hours = null, cron = null, time_zone = null, spread_minutes = null } = body;
  if (cron === null) return { interval_hours, cron, time_zone, spread_minutes };
  return {
    interval_hours,
    cron: cron.trim().split(/\s+/).join(' '),
    time_zone: time_zone ?? 'UTC',
    spread_minutes: spread_minutes ?? DEFAULT_SPREAD_MINUTES,
  };
}

const toScheduleRecord = (
  { policy_id, interval_hours, cron, time_zone, spread_minutes, updated_at }: ScheduleRow,
  nextMs: number | undefined,
): ScanScheduleRecord => ({
  policy_id,
  type: 'scan_schedule',
  interval_hours,
  cron,
  time_zone,
  spread_minutes,
  next_scan_at: nextMs === undefined ? null : new Date(nextMs).toISOString(),
  updated_at: updated_at.toISOString(),
});
