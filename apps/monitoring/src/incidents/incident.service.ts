import { Injectable } from '@nestjs/common';
import { incidentState } from '@wardstone/alerting';
import { type CallerIdentity, permits } from '@wardstone/auth';
import { type AuditNote, changeFacts } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import { Database } from '@wardstone/database';
import {
  type IncidentListQuery,
  type IncidentNotification,
  type IncidentNotificationsQuery,
  type IncidentResolution,
  type IncidentRest,
  PRIORITIES,
} from '@wardstone/dto/monitoring';
import { ApiError, MonitoringError } from '@wardstone/errors';
import type { ListPage, SentBody } from '@wardstone/media-types';
import { Addresses } from '../api/addresses';
import type { Viewer } from '../authorization/viewer';
import { AlertNotices } from '../alert-engine/alert-notices';
import { toNotificationRecord } from './notification-records';
import { PresentHoldsService } from '../alert-state/present-holds.service';
import { IncidentListQueries, type IncidentRow } from './incident-list.queries';

/** Limits how long the locks of the incident are held. */
const RESOLVED_AT_ONCE = 500;
/** Sort order and page for a single incident. */
const ONE = { sort: { field: 'updateTime', descends: true }, window: { offset: 0, limit: 1 } } as const;

/** See rule alerts-50. */
@Injectable()
export class IncidentService {
  constructor(
    private readonly queries: IncidentListQueries,
    private readonly notices: AlertNotices,
    private readonly holds: PresentHoldsService,
    private readonly addresses: Addresses,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async list(query: IncidentListQuery, viewer: Viewer): Promise<ListPage<IncidentRest>> {
    const { rows, total } = await this.queries.list(viewer, query, await this.holds.read());
    return { items: rows.map((row) => this.record(row)), total, window: query.window };
  }

  /** @throws incident_not_found */
  async read(id: number, viewer: Viewer): Promise<IncidentRest> {
    return this.record(await this.require(id, viewer));
  }

  /** @throws incident_not_found */
  async listNotifications(
    id: number,
    { window }: IncidentNotificationsQuery,
    viewer: Viewer,
  ): Promise<ListPage<IncidentNotification>> {
    await this.require(id, viewer);
    const { rows, total } = await this.queries.listNotifications(id, viewer, window);
    const mayManage = permits(viewer.permissions, 'MANAGE_ALERTS');
    const items = [...Map.groupBy(rows, (row) => row.id).values()].map((attempts) => ({
      ...toNotificationRecord(attempts, { mayManage, nowMs: this.clock.now() }),
      alertId: attempts[0]!.alert_id,
      alertCount: attempts[0]!.alerts,
    }));
    return { items, total, window };
  }

  /**
   * Resolves the alerts of the incident that the caller sees, and acknowledges them. See rule alerts-44.
   * @throws incident_not_found
   */
  async resolve(
    id: number,
    body: SentBody<IncidentResolution>,
    caller: CallerIdentity,
    note: AuditNote,
  ): Promise<IncidentRest> {
    const { name } = await this.require(id, caller);
    const { comment = 'resolved' } = body.read();
    // Recorded first, because a later failure leaves alerts resolved.
    note(changeFacts({ kind: 'incident', id, name }, {}, { comment }));
    const open = await this.queries.listOpenAlerts(id, caller);
    for (let at = 0; at < open.length; at += RESOLVED_AT_ONCE) {
      const some = open.slice(at, at + RESOLVED_AT_ONCE);
      const nowMs = this.clock.now();
      await this.db.transaction(async (tx) => {
        await this.notices.resolve(tx, some, nowMs, { reason: 'RESOLVED', by: caller.username });
        await this.notices.acknowledge(tx, some, { by: caller.username, comment, nowMs });
      });
    }
    return this.read(id, caller);
  }

  private async require(id: number, viewer: Viewer): Promise<IncidentRow> {
    const { rows } = await this.queries.list(viewer, { id, ...ONE }, await this.holds.readOfIncident(id));
    if (rows[0]) return rows[0];
    throw new ApiError(MonitoringError.incident_not_found, `Incident with id ${id} not found`);
  }

  private record(row: IncidentRow): IncidentRest {
    const state = incidentState(row);
    return {
      id: row.id,
      name: row.name,
      resourceId: row.resourceId,
      resourceName: row.resourceName,
      priority: PRIORITIES[row.rank - 1]!,
      state,
      grouping: row.grouping ?? undefined,
      causeId: row.causeId ?? undefined,
      causeName: row.causeName ?? undefined,
      place: row.place,
      resourceCount: row.resources,
      hostCount: row.hostCount,
      hosts: row.hosts,
      alertCount: row.total,
      firingCount: row.firing,
      acknowledgedCount: row.acknowledged,
      suppressedCount: row.suppressed,
      silencedCount: row.silenced,
      recoveredCount: row.recovered,
      resolvedCount: row.resolved,
      closedCount: row.closed,
      openTime: row.openedMs,
      updateTime: row.lastMs,
      endTime: state === 'ENDED' ? (row.endedMs ?? undefined) : undefined,
      stepTime: state === 'OPEN' ? (row.stepMs ?? undefined) : undefined,
      told: row.told.map(({ senderName, state: outcome, outcomes, madeMs: time }) => ({
        senderName,
        state: outcome,
        time,
        recipients: outcomes.flatMap(({ target, outcome: of }) => (of === 'sent' || of === 'deferred' ? [target] : [])),
      })),
      links: [this.addresses.link('self', `/incident/${row.id}`)],
    };
  }
}
