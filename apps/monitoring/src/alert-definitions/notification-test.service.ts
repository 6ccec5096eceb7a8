import { Injectable } from '@nestjs/common';
import { describeOutcomes, getDeliveryState, type StoredConfig } from '@wardstone/alerting';
import type { CallerIdentity } from '@wardstone/auth';
import { Clock } from '@wardstone/clock';
import type { AlertNotificationRest, DefinitionOwnerQuery, NotificationTest } from '@wardstone/dto/monitoring';
import { type SentBody } from '@wardstone/media-types';
import { Addresses, type ConsolePlace, consolePlaces } from '../api/addresses';
import { invalidContent } from '../api/invalid-parameter';
import type { VisibleDefinition } from './alert-definition.queries';
import { AlertDefinitionService } from './alert-definition.service';
import { NotificationService } from './notification.service';
import { Delivery } from '../notifications/delivery/delivery.service';
import type { Notice } from '../notifications/delivery/notice';
import { TestAllowance } from '../notifications/delivery/test-allowance';
import { requireSender } from '../notifications/senders/sender-config';

type Tested = Pick<Notice, 'definition'> & { resourceId: number | null; place: ConsolePlace };

/** Sends a test notification, so that its owner sees whether it arrives. */
@Injectable()
export class NotificationTestService {
  constructor(
    private readonly notifications: NotificationService,
    private readonly definitions: AlertDefinitionService,
    private readonly delivery: Delivery,
    private readonly allowance: TestAllowance,
    private readonly addresses: Addresses,
    private readonly clock: Clock,
  ) {}

  /** @throws alert_notification_not_found, alert_definition_forbidden, too_many_tests */
  async send(id: number, caller: CallerIdentity): Promise<NotificationTest> {
    const { senderName, config, definition } = await this.notifications.requireForTest(id, caller);
    this.allowance.take(caller.subject);
    return this.attempt(senderName, config, {
      definition,
      resourceId: definition.resource_id,
      place: toPlace(definition),
    });
  }

  /**
   * Tests a configuration that is not yet stored, for callers who could store it.
   * @throws alert_sender_not_found, invalid_content, too_many_tests, and what creating the definition would throw
   */
  async sendDraft(
    senderName: string,
    query: DefinitionOwnerQuery,
    body: SentBody<AlertNotificationRest>,
    caller: CallerIdentity,
  ): Promise<NotificationTest> {
    const sender = requireSender(senderName);
    await this.definitions.requireCreatable(query, caller);
    if (sender.isUntestable)
      throw invalidContent(`${senderName} cannot be tested: it would do what it does in earnest`);
    const config = await this.notifications.readForTest(senderName, body.read(), caller);
    this.allowance.take(caller.subject);
    const definition = { id: 0, name: 'Test', priority: 'LOW' } as const;
    return this.attempt(senderName, config, {
      definition,
      resourceId: query.resourceId ?? null,
      place: placeOfOwner(query),
    });
  }

  private async attempt(senderName: string, config: StoredConfig, tested: Tested): Promise<NotificationTest> {
    const outcomes = await this.delivery.tryOut(senderName, await this.sampleNotice(tested), config);
    const responses = outcomes.flatMap(({ target, response }) =>
      response === undefined ? [] : `${target}: ${response}`,
    );
    return { senderName, state: getDeliveryState(outcomes), message: describeOutcomes(outcomes), responses };
  }

  private async sampleNotice({ definition: { id, name, priority }, resourceId, place }: Tested): Promise<Notice> {
    const nowMs = this.clock.now();
    // A definition of a group or type has no resource of its own.
    const { lineage, series } = resourceId === null ? NOWHERE : await this.delivery.findPlace(resourceId);
    return {
      id: `alert-notification-test-${id}-${nowMs}`,
      alertId: 0,
      firedMs: nowMs,
      notifiedMs: nowMs,
      sinceMs: nowMs,
      state: 'FIRING',
      url: this.addresses.inConsole(place),
      definition: { id, name, priority },
      resource: { id: resourceId ?? 0, name: lineage.at(-1) ?? 'no resource', lineage },
      series: series ?? undefined,
      description: 'Test notification',
      conditions: [],
      isTest: true,
    };
  }
}

const NOWHERE = { lineage: [], series: null };

function toPlace({
  id,
  resource_id: resourceId,
  resource_group_id: groupId,
  resource_type_id: typeId,
}: VisibleDefinition): ConsolePlace {
  if (resourceId !== null) return consolePlaces.definition(resourceId, id);
  return groupId === null ? consolePlaces.definitionOfType(typeId!, id) : consolePlaces.definitionOfGroup(groupId, id);
}

/** A placeholder for the definition, which does not exist yet. */
function placeOfOwner({ resourceId, groupId }: DefinitionOwnerQuery): ConsolePlace {
  if (resourceId !== undefined) return consolePlaces.resource(resourceId);
  if (groupId !== undefined) return consolePlaces.group(groupId);
  return { page: '/alerts/definitions', name: 'Administration/Configuration/AlertDefTemplates' };
}
