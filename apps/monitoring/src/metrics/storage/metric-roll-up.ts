import { Injectable } from '@nestjs/common';
import { Database } from '@wardstone/database';
import { Clock } from '@wardstone/clock';
import { HOUR_MS } from '@wardstone/metric-points';
import { MetricPartitionQueries } from './metric-partition.queries';
import { MetricRollUpQueries, type RolledTier } from './metric-roll-up.queries';

/** Each tier is made of rows of the one before it. */
const TIERS: readonly RolledTier[] = ['1h', '6h', '24h'];
const MAX_ROWS_PER_STEP = 20_000;

/** Rolls up finished slices (rule metrics-16). Restartable at any moment: what is due is a table, each step a transaction. */
@Injectable()
export class MetricRollUp {
  constructor(
    private readonly db: Database,
    private readonly queries: MetricRollUpQueries,
    private readonly partitions: MetricPartitionQueries,
    private readonly clock: Clock,
  ) {}

  /**
   * Rolls up all that is due; the number of rows written. No compaction is under way meanwhile: one that had found a slice
   * noted already, and committed its points after they were read here, would leave the slice without them.
   */
  async rollUp(): Promise<number> {
    const thisHour = Math.floor(this.clock.now() / HOUR_MS);
    let total = 0;
    for (const tier of TIERS) {
      for (;;) {
        const rows = await this.db.transaction(async (transaction) => {
          await this.partitions.lock(transaction);
          return this.queries.rollUpDue(tier, thisHour, MAX_ROWS_PER_STEP, transaction);
        });
        if (rows === 0) break;
        total += rows;
      }
    }
    return total;
  }
}
