import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import type { NotificationTest } from '@wardstone/dto/monitoring';
import { Addresses } from '../../api/addresses';
import { consolePlaces } from '../../api/console-places';
import type { ConsolePlace } from '../../api/console-places';
import type { Viewer } from '../../authorization/viewer';
import { NotificationService } from '../definitions/notification.service';
import type { VisibleDefinition } from '../definitions/alert-definition.queries';
import { describeOutcomes, stateOf } from '../domain/delivery';
import { DeliveryQueries } from './delivery.queries';
import { Delivery } from './delivery.service';
import type { Notice } from './notice';

/** Sends a notification although nothing has happened, so that its owner sees whether it would arrive. */
@Injectable()
export class NotificationTestService {
  constructor(
    @Inject(NotificationService) private readonly notifications: NotificationService,
    @Inject(Delivery) private readonly delivery: Delivery,
    @Inject(DeliveryQueries) private readonly queries: DeliveryQueries,
    @Inject(Addresses) private readonly addresses: Addresses,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** @throws alert_notification_not_found, alert_definition_forbidden */
  async send(id: number, viewer: Viewer): Promise<NotificationTest> {
    const { senderName, config, definition } = await this.notifications.requireForTest(id, viewer);
    const outcomes = await this.delivery.tryOut(senderName, await this.sampleOf(id, definition), config);
    return { senderName, state: stateOf(outcomes), message: describeOutcomes(outcomes) };
  }

  private async sampleOf(notificationId: number, definition: VisibleDefinition): Promise<Notice> {
    const nowMs = this.clock.now();
    // One for a group or type has no resource of its own.
    const resourceId = definition.resource_id ?? 0;
    const lineage = definition.resource_id === null ? [] : await this.queries.listLineage(resourceId);
    return {
      id: `alert-notification-test-${notificationId}-${nowMs}`,
      alertId: 0,
      firedMs: nowMs,
      sinceMs: nowMs,
      url: this.addresses.inConsole(placeOf(definition)),
      definition: { id: definition.id, name: definition.name, priority: definition.priority },
      resource: { id: resourceId, name: lineage.at(-1) ?? 'no resource', lineage },
      description: 'Test notification',
      conditions: [],
      isTest: true,
    };
  }
}

function placeOf({
  id,
  resource_id: resourceId,
  resource_group_id: groupId,
  resource_type_id: typeId,
}: VisibleDefinition): ConsolePlace {
  if (resourceId !== null) return consolePlaces.definition(resourceId, id);
  return groupId === null ? consolePlaces.definitionOfType(typeId!, id) : consolePlaces.definitionOfGroup(groupId, id);
}
