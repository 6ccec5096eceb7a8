import { Injectable } from '@nestjs/common';
import { readExtra, findSender, storeConfig, type StoredConfig, storeExtra } from '@wardstone/alerting';
import type { AuditNote } from '@wardstone/bootstrap';
import { Database, type Queryable } from '@wardstone/database';
import type { AlertNotificationRest, NotificationCheckQuery } from '@wardstone/dto/monitoring';
import { ApiError, MonitoringError } from '@wardstone/errors';
import { HandlerResponse, type Sent, type SentBody } from '@wardstone/media-types';
import { Addresses } from '../api/addresses';
import type { Viewer } from '../authorization/viewer';
import { mayChange, toNotificationRecord } from './alert-definition-records';
import { AlertDefinitionQueries, type StoredNotification, type VisibleDefinition } from './alert-definition.queries';
import { AlertDefinitionService, refuseTooMany, changedProperties, definitionFacts } from './alert-definition.service';
import { readNotification, requireSender, usableConfig } from '../notifications/senders/sender-config';

/** See rule alerts-12. */
@Injectable()
export class NotificationService {
  constructor(
    private readonly queries: AlertDefinitionQueries,
    private readonly definitions: AlertDefinitionService,
    private readonly addresses: Addresses,
    private readonly db: Database,
  ) {}

  /** @throws alert_definition_not_found, alert_definition_forbidden, invalid_content, alert_sender_not_found */
  async create(
    definitionId: number,
    { check: judgesAll }: NotificationCheckQuery,
    body: SentBody<AlertNotificationRest>,
    viewer: Viewer,
    note: AuditNote,
  ): Promise<HandlerResponse<AlertNotificationRest>> {
    await this.definitions.requireSeen(definitionId, viewer, 'change');
    const notification = readNotification(body.read(), { judgesAll });
    return this.db.transaction(async (tx) => {
      const definition = await this.definitions.requireChangeable(tx, definitionId, viewer);
      refuseTooMany('notifications', (await this.queries.countParts(tx, 'alert_notification', definitionId)) + 1);
      const [id] = await this.queries.insertNotifications(tx, definitionId, [notification]);
      await this.definitions.definitionChanged(tx, definition, { resets: false });
      note(definitionFacts(definition, {}, { notification: notification.senderName }));
      return this.toResponse(tx, id!);
    });
  }

  /** @throws alert_notification_not_found, alert_definition_forbidden */
  async read(id: number, viewer: Viewer): Promise<AlertNotificationRest> {
    const notification = await this.require(id);
    const definition = await this.definitions.requireSeen(notification.definitionId, viewer);
    return toNotificationRecord(notification, mayChange(definition, viewer));
  }

  /**
   * Replaces the configuration; the sender stays, and the notification gets another id.
   * @throws alert_notification_not_found, alert_definition_forbidden, invalid_content, alert_sender_not_found
   */
  async change(
    id: number,
    { check: judgesAll }: NotificationCheckQuery,
    body: SentBody<AlertNotificationRest>,
    viewer: Viewer,
    note: AuditNote,
  ): Promise<HandlerResponse<AlertNotificationRest>> {
    const { definitionId } = await this.require(id);
    await this.definitions.requireSeen(definitionId, viewer, 'change');
    const sent = body.read();
    return this.db.transaction(async (tx) => {
      const definition = await this.definitions.requireChangeable(tx, definitionId, viewer);
      const stored = await this.require(id, tx);
      if (sent.senderName !== undefined) requireSender(sent.senderName);
      const sender = findSender(stored.senderName);
      const properties = storeConfig(sender, sent.config ?? {}, stored.config);
      // Clients of the contract do not know the parameters of an operation, so they are kept.
      const extra = storeExtra(sent.extraConfig ?? readExtra(stored.config));
      const config = { ...usableConfig(sender, properties, { judgesAll }), ...extra };
      await this.queries.removePart(tx, 'alert_notification', id);
      const { senderName } = stored;
      const [newId] = await this.queries.insertNotifications(tx, definitionId, [{ senderName, config }]);
      await this.definitions.definitionChanged(tx, definition, { resets: false });
      // The values may be secret.
      note({
        ...definitionFacts(definition),
        notification: senderName,
        properties: changedProperties(stored.config, config),
      });
      return this.toResponse(tx, newId!);
    });
  }

  /** @throws alert_notification_not_found, alert_definition_forbidden */
  async remove(id: number, viewer: Viewer, note: AuditNote): Promise<void> {
    await this.db.transaction(async (tx) => {
      const notification = await this.require(id, tx);
      const definition = await this.definitions.requireChangeable(tx, notification.definitionId, viewer);
      await this.queries.removePart(tx, 'alert_notification', id);
      await this.definitions.definitionChanged(tx, definition, { resets: false });
      note(definitionFacts(definition, { notification: notification.senderName }));
    });
  }

  /** The stored notification, secrets included. @throws alert_notification_not_found, alert_definition_forbidden */
  async requireForTest(id: number, viewer: Viewer): Promise<StoredNotification & { definition: VisibleDefinition }> {
    const notification = await this.require(id);
    const definition = await this.definitions.requireSeen(notification.definitionId, viewer, 'change');
    return { ...notification, definition };
  }

  /**
   * A configuration to test. A mask stands for the secret of the stored notification with the given id.
   * @throws invalid_content, alert_notification_not_found, alert_definition_forbidden
   */
  async readForTest(
    senderName: string,
    { id, config = {} }: Sent<AlertNotificationRest> & { id?: number },
    viewer: Viewer,
  ): Promise<StoredConfig> {
    const sender = findSender(senderName);
    const stored = id ? await this.requireForTest(id, viewer) : undefined;
    const kept = stored?.senderName === senderName ? stored.config : undefined;
    return usableConfig(sender, storeConfig(sender, config, kept), { judgesAll: true });
  }

  private async require(id: number, from?: Queryable): Promise<StoredNotification> {
    const notification = await this.queries.findNotification(id, from);
    if (notification) return notification;
    throw new ApiError(MonitoringError.alert_notification_not_found, `Alert notification with id ${id} not found`);
  }

  private async toResponse(from: Queryable, id: number): Promise<HandlerResponse<AlertNotificationRest>> {
    const notification = toNotificationRecord(await this.require(id, from), true);
    return new HandlerResponse(notification, { headers: { Location: this.addresses.of(`/alert/notification/${id}`) } });
  }
}
