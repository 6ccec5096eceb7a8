import { Injectable } from '@nestjs/common';
import { checkCondition, type ConditionMetric } from '@wardstone/alerting';
import type { Queryable } from '@wardstone/database';
import type { AlertConditionRest } from '@wardstone/dto/monitoring';
import { ApiError, MonitoringError } from '@wardstone/errors';
import type { Sent } from '@wardstone/media-types';
import { parseQuery, PromqlError, typeName } from '@wardstone/promql';
import { invalidContent } from '../api/invalid-parameter';
import { toStorableId } from '../api/path-id';
import { AlertDefinitionQueries, type Author, type NewCondition, type Owner } from './alert-definition.queries';

/** Reads conditions and notifications sent by clients. */
@Injectable()
export class ConditionReader {
  constructor(private readonly queries: AlertDefinitionQueries) {}

  /** @throws metric_definition_not_found, invalid_content. See rule alerts-10 */
  async check(
    tx: Queryable,
    sent: readonly Sent<AlertConditionRest>[],
    owner: Owner,
    author?: Author,
  ): Promise<NewCondition[]> {
    if (sent.length === 0) return [];
    const named = sent
      .map(({ measurementDefinition = 0 }) => toStorableId(measurementDefinition))
      .filter((id) => id !== 0);
    const found = named.length === 0 ? [] : await this.queries.findMetrics(named, tx);
    const metrics = new Map(found.map((metric) => [metric.id, metric]));
    const typeId = await this.queries.findOwnerType(owner, tx);
    return sent.map((condition) => {
      const checked = toNewCondition(condition, metrics, typeId);
      if (checked.category !== 'EXPRESSION') return checked;
      requireExpression(checked.option ?? '');
      return { ...checked, author: author && { username: author.username, subject: author.subject } };
    });
  }
}

/** @throws invalid_content */
function requireExpression(text: string): void {
  try {
    const expression = parseQuery(text);
    if (expression.type === 'vector' || expression.type === 'scalar') return;
    throw invalidContent(`Field option: the expression is a ${typeName(expression)}, not an instant vector or scalar`);
  } catch (error) {
    throw error instanceof PromqlError ? invalidContent(`Field option: ${error.message}`) : error;
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
