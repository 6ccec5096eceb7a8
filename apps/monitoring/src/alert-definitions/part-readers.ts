import { Injectable } from '@nestjs/common';
import {
  checkCondition,
  type ConditionMetric,
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
import type { Queryable } from '@wardstone/database';
import type { AlertConditionRest, AlertNotificationRest } from '@wardstone/dto/monitoring';
import { ApiError, MonitoringError } from '@wardstone/errors';
import type { Sent } from '@wardstone/media-types';
import { invalidContent } from '../api/invalid-parameter';
import { toStorableId } from '../api/path-id';
import { AlertDefinitionQueries, type NewCondition, type Owner } from './alert-definition.queries';

/** Reads conditions that clients send. */
@Injectable()
export class ConditionReader {
  constructor(private readonly queries: AlertDefinitionQueries) {}

  /** @throws metric_definition_not_found, invalid_content. See rule alerts-10 */
  async check(tx: Queryable, sent: readonly Sent<AlertConditionRest>[], owner: Owner): Promise<NewCondition[]> {
    if (sent.length === 0) return [];
    const named = sent
      .map(({ measurementDefinition = 0 }) => toStorableId(measurementDefinition))
      .filter((id) => id !== 0);
    const found = named.length === 0 ? [] : await this.queries.findMetrics(named, tx);
    const metrics = new Map(found.map((metric) => [metric.id, metric]));
    const typeId = await this.queries.findTypeOf(owner, tx);
    return sent.map((condition) => toNewCondition(condition, metrics, typeId));
  }
}

function toNewCondition(
  sent: Sent<AlertConditionRest>,
  metrics: ReadonlyMap<number, ConditionMetric>,
  typeId: number | undefined,
): NewCondition {
  const { measurementDefinition: metricId = 0 } = sent;
  const metric = metrics.get(metricId);
  if (metricId !== 0 && !metric) {
    throw new ApiError(
      MonitoringError.metric_definition_not_found,
      `Field measurementDefinition: metric definition with id ${metricId} not found`,
    );
  }
  const { threshold, ...rest } = sent;
  const numbered = typeof threshold === 'number' ? { ...rest, threshold } : rest;
  const checked = checkCondition(numbered, metric, typeId);
  if ('problem' in checked) throw invalidContent(checked.problem);
  return { ...checked, triggerId: sent.triggerId ?? null };
}

interface ConfigCheck {
  /** Of the notification in what is sent, before the names of its properties. */
  readonly place?: string;
  /** Its configuration as it is stored, where it replaces one: masks keep its secrets. */
  readonly kept?: StoredConfig | undefined;
  /** Whether configurations of the contract's senders are judged, too. */
  readonly judgesAll: boolean;
}

/** A notification that a client sends. See rule alerts-12. @throws invalid_content, alert_sender_not_found */
export function readNotification(
  { senderName, config = {}, extraConfig = {} }: Sent<AlertNotificationRest>,
  check: ConfigCheck,
): { senderName: string; config: StoredConfig } {
  if (senderName === undefined) throw invalidContent('Field senderName must be given');
  const sender = requireSender(senderName);
  const usable = usableConfig(sender, storeConfig(sender, config, check.kept), check);
  return { senderName, config: { ...usable, ...storeExtra(extraConfig) } };
}

/** The configuration, unless it is judged and the sender cannot use it. @throws invalid_content, which names the property */
export function usableConfig(
  sender: SenderDescription | undefined,
  config: StoredConfig,
  { place = '', judgesAll }: ConfigCheck,
): StoredConfig {
  const isJudged = judgesAll || sender?.isOfContract !== true;
  const problem =
    sender &&
    (maskProblem(sender, config) ??
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

/** @throws alert_sender_not_found */
export function requireSender(name: string): SenderDescription {
  const sender = findSender(name);
  if (!sender) throw new ApiError(MonitoringError.alert_sender_not_found, `Alert sender with name ${name} not found`);
  return sender;
}
