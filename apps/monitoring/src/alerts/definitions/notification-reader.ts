import type { AlertNotificationRest } from '@wardstone/dto/monitoring';
import { ApiError, MonitoringError } from '@wardstone/errors';
import type { Sent } from '@wardstone/media-types';
import { invalidContent } from '../../api/invalid-parameter';
import {
  findSender,
  type SenderDescription,
  senderLabel,
  storeConfig,
  type StoredConfig,
  storeExtra,
} from '../senders/sender-catalogue';
import { configProblem } from '../senders/sender-properties';

/**
 * A notification that a client sends. See rule alerts-12
 *
 * @param place of the notification in what is sent, before the names of its properties
 * @throws invalid_content, alert_sender_not_found
 */
export function readNotification(
  { senderName, config = {}, extraConfig = {} }: Sent<AlertNotificationRest>,
  place = '',
): { senderName: string; config: StoredConfig } {
  if (senderName === undefined) throw invalidContent('Field senderName must be given');
  const sender = requireSender(senderName);
  const usable = usableConfig(sender, storeConfig(sender, config), place);
  return { senderName, config: { ...usable, ...storeExtra(extraConfig) } };
}

/** The configuration, which the sender can use. @throws invalid_content, which names the property */
export function usableConfig(sender: SenderDescription | undefined, config: StoredConfig, place = ''): StoredConfig {
  const problem = sender && configProblem(sender.properties, config, { judgesEntries: true });
  if (!problem) return config;
  throw new ApiError(MonitoringError.invalid_content, `${senderLabel(sender.name)}: ${problem.text}`, {
    extensions: { fields: [{ field: place + problem.property, problems: [problem.text] }] },
  });
}

/** @throws alert_sender_not_found */
export function requireSender(name: string): SenderDescription {
  const sender = findSender(name);
  if (!sender) throw new ApiError(MonitoringError.alert_sender_not_found, `Alert sender with name ${name} not found`);
  return sender;
}
