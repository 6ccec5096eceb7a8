import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import type { MetricAggregate, MetricDefinitionAggregate, MetricWindowQuery } from '@wardstone/dto/monitoring';
import { ApiError, MonitoringError } from '@wardstone/errors';
import { valueOf } from '@wardstone/media-types';
import type { Parsed } from '@wardstone/media-types';
import { AuthorizationService } from '../../authorization/authorization.service';
import type { Viewer } from '../../authorization/viewer';
import { describeSeries } from '../chart/aggregate-page';
import { withMeasure } from '../chart/measured';
import { BucketReader } from '../data/bucket-reader';
import { toAggregate, toDefinitionAggregate } from '../data/metric-aggregate';
import { bucketsOf, windowOf } from '../data/window-query';
import type { AskedBuckets } from '../data/window-query';
import { MetricGroupQueries } from './metric-group.queries';

/** See rule metrics-7. */
@Injectable()
export class MetricGroupService {
  constructor(
    @Inject(MetricGroupQueries) private readonly queries: MetricGroupQueries,
    @Inject(BucketReader) private readonly buckets: BucketReader,
    @Inject(AuthorizationService) private readonly authorization: AuthorizationService,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** @throws group_not_found, group_forbidden, group_not_compatible, invalid_query */
  async readAll(
    groupId: number,
    window: Parsed<MetricWindowQuery>,
    viewer: Viewer,
  ): Promise<MetricDefinitionAggregate[]> {
    await this.authorization.requireGroup(viewer, groupId);
    const typeId = await this.requireType(groupId);
    const request = { ...windowOf(valueOf(window), this.clock.now()), count: 1 };
    const definitions = await this.queries.listDefinitions(groupId, typeId);
    const aggregates: MetricDefinitionAggregate[] = [];
    // One after the other, so that a large group is in memory by one of its metrics at a time.
    for (const definition of definitions.filter(({ dataType }) => dataType === 'MEASUREMENT')) {
      const together = await this.buckets.readTogether(definition.scheduleIds, request);
      aggregates.push(withMeasure(toDefinitionAggregate(definition.id, together), definition));
    }
    return aggregates;
  }

  /**
   * @throws group_not_found, group_forbidden, group_not_compatible, metric_definition_not_found, metric_not_numeric,
   *   invalid_query
   */
  async readOne(
    groupId: number,
    definitionId: number,
    buckets: AskedBuckets,
    viewer: Viewer,
  ): Promise<MetricAggregate> {
    await this.authorization.requireGroup(viewer, groupId);
    const typeId = await this.requireType(groupId);
    const [definition] = await this.queries.listDefinitions(groupId, typeId, definitionId);
    if (!definition) {
      throw new ApiError(
        MonitoringError.metric_definition_not_found,
        `The type of group ${groupId} has no metric definition with id ${definitionId}`,
      );
    }
    if (definition.dataType !== 'MEASUREMENT') {
      throw new ApiError(
        MonitoringError.metric_not_numeric,
        `The metric definition ${definitionId} is not numeric: it is of type ${definition.dataType}`,
      );
    }
    const asked = bucketsOf(buckets, this.clock.now());
    const together = await this.buckets.readTogether(definition.scheduleIds, asked);
    const { hideEmpty } = asked;
    const { displayName, unit, isPerMinute } = definition;
    return describeSeries(toAggregate(definitionId, together, { hideEmpty, isGroup: true }), {
      displayName,
      measure: { unit, isPerMinute },
      baseline: undefined,
      path: `/metric/data/group/${groupId}/${definitionId}`,
      nowMs: this.clock.now(),
    });
  }

  private async requireType(groupId: number): Promise<number> {
    const typeId = await this.queries.findType(groupId);
    if (typeId !== undefined) return typeId;
    throw new ApiError(MonitoringError.group_not_compatible, `Group ${groupId} is MIXED, not COMPATIBLE`);
  }
}
