import {
  type ConfigProblem,
  configProblem,
  findLostSecret,
  findSender,
  type SenderDescription,
  senderLabel,
  storeConfig,
  type StoredConfig,
  storeExtra,
} from '@wardstone/alerting';
import type { AlertNotificationRest } from '@wardstone/dto/monitoring';
import { ApiError, MonitoringError } from '@wardstone/errors';
import type { Sent } from '@wardstone/media-types';
import { invalidContent } from '../../api/invalid-parameter';

interface ConfigCheck {
  /** Prefix of the notification's property names in the request. */
  readonly place?: string;
  /** The stored configuration that it replaces, whose secrets replace masks. */
  readonly kept?: StoredConfig | undefined;
  /** Whether configurations of the contract's senders are validated as well. */
  readonly judgesAll: boolean;
}

/**
 * Reads a notification sent by a client. See rule alerts-12.
 * @throws invalid_content, alert_sender_not_found
 */
export function readNotification(
  { senderName, config = {}, extraConfig = {} }: Sent<AlertNotificationRest>,
  check: ConfigCheck,
): { senderName: string; config: StoredConfig } {
  if (senderName === undefined) throw invalidContent('Field senderName must be given');
  const sender = requireSender(senderName);
  const usable = usableConfig(sender, storeConfig(sender, config, check.kept), check);
  return { senderName, config: { ...usable, ...storeExtra(extraConfig) } };
}

/**
 * The configuration; refused if it is validated and the sender cannot use it.
 * @throws invalid_content, which names the property
 */
export function usableConfig(
  sender: SenderDescription | undefined,
  config: StoredConfig,
  { place = '', judgesAll }: ConfigCheck,
): StoredConfig {
  const isJudged = judgesAll || sender?.isOfContract !== true;
  const problem =
    sender &&
    (unknownProblem(sender, config) ??
      maskProblem(sender, config) ??
      (isJudged ? configProblem(sender.properties, config, { judgesEntries: true }) : undefined));
  if (!problem) return config;
  throw new ApiError(MonitoringError.invalid_content, `${senderLabel(sender.name)}: ${problem.text}`, {
    extensions: { fields: [{ field: place + problem.property, problems: [problem.text] }] },
  });
}

function maskProblem(sender: SenderDescription, config: StoredConfig): ConfigProblem | undefined {
  const property = findLostSecret(sender, config);
  if (property === undefined) return undefined;
  return { property, text: `property ${property} is masked, and nothing is stored for this address: give it again` };
}

/** Configurations of the contract's senders may have further properties, which are kept. */
function unknownProblem(
  { isOfContract, properties }: SenderDescription,
  config: StoredConfig,
): ConfigProblem | undefined {
  const names = properties.map(({ name }) => name);
  const property = isOfContract ? undefined : Object.keys(config).find((name) => !names.includes(name));
  return property === undefined
    ? undefined
    : { property, text: `property ${property} is unknown; there are ${names.join(', ')}` };
}

/** @throws alert_sender_not_found */
export function requireSender(name: string): SenderDescription {
  const sender = findSender(name);
  if (!sender) throw new ApiError(MonitoringError.alert_sender_not_found, `Alert sender with name ${name} not found`);
  return sender;
}
