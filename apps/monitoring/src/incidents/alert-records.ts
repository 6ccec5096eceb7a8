import { Injectable } from '@nestjs/common';
import type { Link } from '@wardstone/dto';
import type { AlertHold, AlertRest, AlertStatus, HoldState, SlimAlert } from '@wardstone/dto/monitoring';
import { Addresses } from '../api/addresses';
import { ResourceRecords } from '../resources/resource-record';
import type { Viewer } from '../authorization/viewer';
import { AlertDefinitionRecords } from '../alert-definitions/alert-definition-records';
import { PresentHoldsService } from '../alert-state/present-holds.service';
import { AlertQueries, type AlertRow } from './alert.queries';

/** Converts alerts to the records of the API. */
@Injectable()
export class AlertRecords {
  constructor(
    private readonly queries: AlertQueries,
    private readonly definitions: AlertDefinitionRecords,
    private readonly resources: ResourceRecords,
    private readonly holds: PresentHoldsService,
    private readonly addresses: Addresses,
  ) {}

  async full(rows: readonly AlertRow[], viewer: Viewer): Promise<AlertRest[]> {
    const slim = new Map((await this.slim(rows, viewer)).map((alert) => [alert.id, alert]));
    const definitions = await this.queries.listDefinitions(rows.map((row) => row.alert_definition_id));
    const resources = await this.queries.listResources(rows.map((row) => row.resource_id));
    // Alerts of resources that have left the inventory meanwhile are omitted.
    return rows.flatMap((row) => {
      const resource = resources.get(row.resource_id);
      const definition = definitions.get(row.alert_definition_id);
      if (!resource || !definition) return [];
      const alertDefinition = this.definitions.basics(definition);
      return [{ ...slim.get(row.id)!, alertDefinition, resource: this.resources.of(resource) }];
    });
  }

  async slim(rows: readonly AlertRow[], viewer: Viewer): Promise<SlimAlert[]> {
    const holds = await this.holds.read(rows.map((row) => row.resource_id));
    const ids = rows.map((row) => row.id);
    const statuses = rows.length === 0 ? undefined : await this.queries.listStatuses(ids, viewer, holds);
    return rows.map((row) => this.toSlim(row, statuses?.get(row.id)));
  }

  private toSlim(row: AlertRow, status: AlertStatus | undefined): SlimAlert {
    return {
      id: row.id,
      name: row.name,
      alertDefinition: { id: row.alert_definition_id },
      definitionEnabled: row.is_enabled,
      ackBy: row.ack_by,
      ackTime: row.ack_ms,
      ackComment: row.ack_comment ?? undefined,
      alertTime: row.fired_ms,
      description: row.description,
      hold: row.hold ? getHold(row.hold) : undefined,
      incidentId: row.incident_id ?? undefined,
      status,
      external: row.external ?? undefined,
      labels: row.labels ?? undefined,
      annotations: row.annotations ?? undefined,
      resource: { resourceName: row.resource_name, resourceId: row.resource_id },
      links: this.links(row.id),
    };
  }

  private links(id: number): Link[] {
    const { addresses } = this;
    return [
      addresses.link('conditions', `/alert/${id}/conditions`),
      addresses.link('notification', `/alert/${id}/notifications`),
      addresses.link('definition', `/alert/${id}/definition`),
      addresses.link('self', `/alert/${id}`),
    ];
  }
}

function getHold({ isHeld, reason, notifiedMs, ...hold }: NonNullable<AlertRow['hold']>): AlertHold {
  const state = isHeld ? (reason as HoldState) : notifiedMs === null ? 'OVER' : 'TOLD';
  return {
    state,
    silenceId: hold.silenceId ?? undefined,
    reason: hold.silenceReason ?? undefined,
    causeId: hold.causeId ?? undefined,
    causeName: hold.causeName ?? undefined,
    flapping: reason === 'FLAPPING' || undefined,
    toldTime: isHeld ? undefined : (notifiedMs ?? undefined),
  };
}
