import { Injectable } from '@nestjs/common';
import type { Link } from '@wardstone/dto';
import type { AlertHold, AlertRest, HoldState, SlimAlert } from '@wardstone/dto/monitoring';
import { Addresses } from '../../api/addresses';
import { ResourceRecords } from '../../resources/resource-record';
import { AlertDefinitionRecords } from '../definitions/alert-definition-records';
import { AlertQueries, type AlertRow } from './alert.queries';

/** Writes alerts down as the interface shows them. */
@Injectable()
export class AlertRecords {
  constructor(
    private readonly queries: AlertQueries,
    private readonly definitions: AlertDefinitionRecords,
    private readonly resources: ResourceRecords,
    private readonly addresses: Addresses,
  ) {}

  async full(rows: readonly AlertRow[]): Promise<AlertRest[]> {
    const definitions = await this.queries.listDefinitions(rows.map((row) => row.alert_definition_id));
    const resources = await this.queries.listResources(rows.map((row) => row.resource_id));
    // A resource that has left the inventory since takes its alerts with it.
    return rows.flatMap((row) => {
      const resource = resources.get(row.resource_id);
      const definition = definitions.get(row.alert_definition_id);
      if (!resource || !definition) return [];
      const alertDefinition = this.definitions.basics(definition);
      return [{ ...this.slim(row), alertDefinition, resource: this.resources.of(resource) }];
    });
  }

  slim(row: AlertRow): SlimAlert {
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
      hold: row.hold ? holdOf(row.hold) : undefined,
      incidentId: row.incident_id ?? undefined,
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

function holdOf({ isHeld, reason, toldMs, ...hold }: NonNullable<AlertRow['hold']>): AlertHold {
  const state = isHeld ? (reason as HoldState) : toldMs === null ? 'OVER' : 'TOLD';
  return {
    state,
    silenceId: hold.silenceId ?? undefined,
    reason: hold.silenceReason ?? undefined,
    causeId: hold.causeId ?? undefined,
    causeName: hold.causeName ?? undefined,
    flapping: reason === 'FLAPPING' || undefined,
    toldTime: isHeld ? undefined : (toldMs ?? undefined),
  };
}
