import type { AlertNotificationRest } from '@wardstone/dto/monitoring';
import { ApiError, MonitoringError } from '@wardstone/errors';
import type { Sent } from '@wardstone/media-types';
import { findSender, storeConfig, storeExtra } from '../senders/sender-catalogue';
import type { SenderDescription, StoredConfig } from '../senders/sender-catalogue';

/** A notification that a client sends. @throws invalid_content, alert_sender_not_found. See rule alerts-12 */
export function readNotification({ senderName, config = {}, extraConfig = {} }: Sent<AlertNotificationRest>): {
  senderName: string;
  config: StoredConfig;
} {
  if (senderName === undefined) throw new ApiError(MonitoringError.invalid_content, 'Field senderName must be given');
  const properties = storeConfig(requireSender(senderName), config);
  return { senderName, config: { ...properties, ...storeExtra(extraConfig) } };
}

/** @throws alert_sender_not_found */
export function requireSender(name: string): SenderDescription {
  const sender = findSender(name);
  if (!sender) throw new ApiError(MonitoringError.alert_sender_not_found, `Alert sender with name ${name} not found`);
  return sender;
}
