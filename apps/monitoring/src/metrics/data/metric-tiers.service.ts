import { Injectable } from '@nestjs/common';
import type { Tier, TimeWindow } from '../domain/time-window';
import { MetricTierQueries, type TierRow } from './metric-tier.queries';

/** What is kept of values once the raw points are deleted, for modules that look back. */
@Injectable()
export class MetricTiers {
  constructor(private readonly queries: MetricTierQueries) {}

  /** The slices that begin within the window, in no order. */
  read(tier: Exclude<Tier, 'raw'>, scheduleIds: readonly number[], window: TimeWindow): Promise<TierRow[]> {
    return this.queries.findRows(tier, scheduleIds, window);
  }
}
