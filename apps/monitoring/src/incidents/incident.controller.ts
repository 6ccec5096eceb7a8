import { Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { Addition, Audit, type AuditNote, Operation } from '@wardstone/bootstrap';
import {
  IncidentListQuery,
  IncidentNotification,
  IncidentNotificationsQuery,
  IncidentResolution,
  IncidentRest,
} from '@wardstone/dto/monitoring';
import { toLink } from '@wardstone/dto';
import { type ListPage, RecordBody, result, type SentBody } from '@wardstone/media-types';
import { PathId } from '../api/path-id';
import { RequestQuery } from '../api/request-query.decorator';
import { IncidentService } from './incident.service';

const EXAMPLE: IncidentRest = {
  id: 10007,
  name: 'host down',
  resourceId: 10002,
  resourceName: 'switch-1',
  priority: 'HIGH',
  state: 'OPEN',
  grouping: 'CAUSE',
  causeId: 10002,
  causeName: 'switch-1',
  place: 'switch-1',
  resourceCount: 41,
  hostCount: 41,
  hosts: [
    { name: 'switch-1', alertCount: 1 },
    { name: 'web-1', alertCount: 1 },
  ],
  alertCount: 41,
  firingCount: 1,
  acknowledgedCount: 0,
  suppressedCount: 38,
  silencedCount: 0,
  recoveredCount: 2,
  resolvedCount: 0,
  closedCount: 0,
  openTime: 1_700_000_000_000,
  updateTime: 1_700_000_060_000,
  stepTime: 1_700_000_600_000,
  told: [
    {
      senderName: 'Direct Emails',
      recipients: ['ops@example.test'],
      state: 'SUCCESS',
      time: 1_700_000_020_000,
    },
  ],
  links: [toLink('self', 'http://localhost:8080/rest/incident/10007')],
};
const SHOWN = { title: 'Incident', example: EXAMPLE };

const NOTIFICATION: IncidentNotification = {
  senderName: 'Direct Emails',
  kind: 'ALERT',
  settled: true,
  attempts: [{ time: 1_700_000_020_000, state: 'SUCCESS', message: 'sent to [ops@example.test]' }],
  responses: ['ops@example.test: 250 OK'],
  alertId: 10301,
  alertCount: 1,
};

/** See rule alerts-50. */
@ApiTags('incident')
@Addition()
@Controller('rest/incident')
export class IncidentController {
  constructor(private readonly incidents: IncidentService) {}

  @Get()
  @Operation('List incidents', {
    description:
      'An incident groups alerts that are notified together. Only alerts that you can see are counted. Sorted by last update by default.',
    access: 'authenticated',
    returns: result('alert', [IncidentRest], { title: 'Incidents', example: [EXAMPLE], gzip: true }),
  })
  listIncidents(
    @RequestQuery(IncidentListQuery) query: IncidentListQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<ListPage<IncidentRest>> {
    return this.incidents.list(query, caller);
  }

  @Get(':id')
  @Operation('Get an incident', {
    description: 'Only alerts that you can see are counted.',
    access: 'authenticated',
    returns: result('alert', IncidentRest, SHOWN),
    errors: ['incident_not_found'],
  })
  getIncident(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<IncidentRest> {
    return this.incidents.read(id, caller);
  }

  @Get(':id/notifications')
  @Operation('List the notifications of an incident', {
    description: 'Newest first. Responses of receivers are included with MANAGE_ALERTS.',
    access: 'authenticated',
    returns: result('alert', [IncidentNotification], { title: 'Notifications', example: [NOTIFICATION], gzip: true }),
    errors: ['incident_not_found'],
  })
  listIncidentNotifications(
    @PathId() id: number,
    @RequestQuery(IncidentNotificationsQuery) query: IncidentNotificationsQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<ListPage<IncidentNotification>> {
    return this.incidents.listNotifications(id, query, caller);
  }

  @Post(':id/resolve')
  @Operation('Resolve an incident', {
    description:
      'Ends and acknowledges its alerts, and notifies everyone who was notified of them. If the problem persists, the next value fires an alert again. Alerts that you cannot see are not changed.',
    access: 'MANAGE_ALERTS',
    returns: result('alert', IncidentRest, SHOWN),
    status: 200,
    errors: ['incident_not_found'],
  })
  resolveIncident(
    @PathId() id: number,
    @RecordBody(IncidentResolution, { description: 'A comment', example: { comment: 'cable replaced' } })
    body: SentBody<IncidentResolution>,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<IncidentRest> {
    return this.incidents.resolve(id, body, caller, note);
  }
}
