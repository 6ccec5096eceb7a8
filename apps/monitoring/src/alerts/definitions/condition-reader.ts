import { Inject, Injectable } from '@nestjs/common';
import type { Queryable } from '@wardstone/database';
import { ApiError, MonitoringError } from '@wardstone/errors';
import type { Sent } from '@wardstone/media-types';
import { asId } from '../known-id';
import { checkCondition } from '../domain/condition-rules';
import { DefinitionQueries } from './definition.queries';
import type { NewCondition, Owner } from './definition.queries';
import type { AlertConditionRest } from './definition.shape';

/** Reads conditions that clients send. */
@Injectable()
export class ConditionReader {
  constructor(@Inject(DefinitionQueries) private readonly queries: DefinitionQueries) {}

  /** @throws metric_definition_not_found, invalid_content. Source: media spec 4.2 */
  async check(tx: Queryable, sent: Sent<AlertConditionRest>, owner: Owner): Promise<NewCondition> {
    const { measurementDefinition: metricId = 0 } = sent;
    const metric = metricId === 0 ? undefined : await this.queries.findMetric(asId(metricId), tx);
    if (metricId !== 0 && !metric) {
      throw new ApiError(
        MonitoringError.metric_definition_not_found,
        `Field measurementDefinition: metric definition with id ${metricId} not found`,
      );
    }
    const { threshold, ...rest } = sent;
    const numbered = typeof threshold === 'number' ? { ...rest, threshold } : rest;
    const checked = checkCondition(numbered, metric, await this.queries.findTypeOf(owner, tx));
    if ('problem' in checked) throw new ApiError(MonitoringError.invalid_content, checked.problem);
    return { ...checked, triggerId: sent.triggerId ?? null };
  }
}
