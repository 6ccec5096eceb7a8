import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import { Database } from '@wardstone/database';
import {
  type AvailabilityHistoryQuery,
  type AvailabilityRest,
  type AvailabilitySummary,
  REPORTED_TYPES,
} from '@wardstone/dto/monitoring';
import { deleteInBatches, type JobRun, JobTasks } from '@wardstone/jobs';
import { type Sent, type SentBody } from '@wardstone/media-types';
import { DAY_MS, MAX_LEAD_MS } from '@wardstone/metric-points';
import { invalidContent, invalidParameter } from '../api/invalid-parameter';
import { AuthorizationService, requirePermission, resourceNotFound } from '../authorization/authorization.service';
import type { Viewer } from '../authorization/viewer';
import { AvailabilityTimeline, type TimelineReport } from './availability-timeline';
import { AvailabilityQueries } from './availability.queries';
import { summarise } from './domain/availability-summary';
import type { Stretch } from './domain/merge-report';

const DEFAULT_HISTORY_MS = 30 * DAY_MS;
/** Retention of availability after it has ended. See rule inventory-12. */
const KEPT_MS = 365 * DAY_MS;
/** Few enough not to block others. */
const ERASED_AT_ONCE = 5_000;
const NEVER_REPORTED: Stretch = { type: 'UNKNOWN', sinceMs: 0, untilMs: null };

/** See rule inventory-12. */
@Injectable()
export class AvailabilityService implements OnModuleInit {
  constructor(
    private readonly queries: AvailabilityQueries,
    private readonly timeline: AvailabilityTimeline,
    private readonly authorization: AuthorizationService,
    private readonly tasks: JobTasks,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.tasks.every({ name: 'availability.forget', schedule: '17 * * * *' }, (run) => this.forget(run));
  }

  /** Deletes everything that ended a year ago or earlier, until the process stops. */
  async forget({ signal }: Pick<JobRun, 'signal'>): Promise<void> {
    const endedBeforeMs = this.clock.now() - KEPT_MS;
    await deleteInBatches(signal, ERASED_AT_ONCE, (most) => this.queries.erase(endedBeforeMs, most));
  }

  /** @throws resource_not_found, resource_forbidden */
  async readCurrent(resourceId: number, viewer: Viewer): Promise<AvailabilityRest> {
    await this.authorization.requireResource(viewer, resourceId);
    return toRecord(resourceId, (await this.queries.findOpen(resourceId)) ?? NEVER_REPORTED);
  }

  /** @throws invalid_query, resource_not_found, resource_forbidden */
  async listHistory(
    resourceId: number,
    { start, end }: AvailabilityHistoryQuery,
    viewer: Viewer,
  ): Promise<AvailabilityRest[]> {
    // 0 means absent.
    const endMs = end || this.clock.now();
    const startMs = start || endMs - DEFAULT_HISTORY_MS;
    if (startMs > endMs) throw invalidParameter('Parameter start must not be later than end');
    await this.authorization.requireResource(viewer, resourceId);
    const stretches = await this.queries.listOverlapping(resourceId, startMs, endMs);
    return stretches.map((stretch) => toRecord(resourceId, stretch));
  }

  /** @throws resource_not_found, resource_forbidden */
  async readSummary(resourceId: number, viewer: Viewer): Promise<AvailabilitySummary> {
    await this.authorization.requireResource(viewer, resourceId);
    const nowMs = this.clock.now();
    return { currentTime: nowMs, ...summarise(await this.queries.listAll(resourceId), nowMs), resourceId, links: [] };
  }

  /**
   * Stores a report. A known one, or one on a resource outside the inventory, changes nothing.
   * @throws resource_not_found, insufficient_scope, invalid_content
   */
  async report(resourceId: number, body: SentBody<AvailabilityRest>, viewer: Viewer): Promise<void> {
    if (!(await this.queries.hasResource(resourceId))) throw resourceNotFound(resourceId);
    requirePermission(viewer, 'MANAGE_SETTINGS');
    const sent = body.read();
    const isEnabled = await this.db.transaction(async (tx) => {
      const locked = await this.queries.lockResources(tx, [resourceId]);
      const resource = locked.get(resourceId);
      if (!resource) throw resourceNotFound(resourceId);
      const nowMs = this.clock.now();
      const report = checkReport(sent, resourceId, nowMs);
      if (report.type === 'DISABLED' && resource.category === 'PLATFORM') {
        throw invalidContent('Field type must not be DISABLED for a platform');
      }
      await this.timeline.takeLocked(tx, [{ ...report, resourceId }], locked, nowMs);
      return resource.availability === 'DISABLED' && report.type === 'UNKNOWN';
    });
    // Agents only report changes. Separate from the transaction, because reports lock the agent before its resources.
    if (isEnabled) await this.queries.notifyAgent(resourceId);
  }
}

function checkReport(report: Sent<AvailabilityRest>, resourceId: number, nowMs: number): TimelineReport {
  if (report.resourceId !== undefined && report.resourceId !== resourceId) {
    throw invalidContent(`Field resourceId must be ${resourceId}, as in the path`);
  }
  const type = REPORTED_TYPES.find((known) => known === report.type);
  if (type === undefined) throw invalidContent(`Field type must be one of ${REPORTED_TYPES.join(', ')}`);
  const { since = 0 } = report;
  if (since < 0) throw invalidContent('Field since must not be negative');
  if (since > nowMs + MAX_LEAD_MS) throw invalidContent(`The time ${since} is more than 24 hours in the future`);
  return { type, sinceMs: since === 0 ? nowMs : since };
}

function toRecord(resourceId: number, { type, sinceMs, untilMs }: Stretch): AvailabilityRest {
  return { since: sinceMs, type, until: untilMs, resourceId };
}
