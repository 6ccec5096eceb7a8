import { Injectable } from '@nestjs/common';
import { Database } from '@wardstone/database';
import { Clock } from '@wardstone/clock';
import { HOUR_MS } from '@wardstone/metric-points';
import { MetricPartitionQueries } from './metric-partition.queries';
import { MetricRollUpQueries, type RolledTier } from './metric-roll-up.queries';

/** Each tier is computed from the previous one. */
const TIERS: readonly RolledTier[] = ['1h', '6h', '24h'];
const MAX_ROWS_PER_STEP = 20_000;

/**
 * Rolls up finished slices (rule metrics-16). Can be restarted at any time: due slices are in a table, and each step is
 * a transaction.
 */
@Injectable()
export class MetricRollUp {
  constructor(
    private readonly db: Database,
    private readonly queries: MetricRollUpQueries,
    private readonly partitions: MetricPartitionQueries,
    private readonly clock: Clock,
  ) {}

  /**
   * Rolls up all due slices; returns the number of rows. No compaction runs meanwhile: it could find a slice already
   * recorded, and commit points after they were read here, so that the slice would lack them.
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
