import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import { Database } from '@wardstone/database';
import { JobTasks, addJob, defineTask } from '@wardstone/jobs';
import { HOUR_MS } from '@wardstone/metric-points';
import { MonitoringConfig } from '../monitoring.config';
import { BaselineQueries } from './baselines/baseline.queries';
import { MetricCompaction } from './storage/metric-compaction';
import { MetricPartitionQueries } from './storage/metric-partition.queries';
import { MetricRetentionQueries } from './storage/metric-retention.queries';
import { MetricRollUp } from './storage/metric-roll-up';
import { MetricBuffer } from './storage/metric-buffer';
import { MetricWriter } from './storage/metric-writer';

/** The log is compacted each minute, or as soon as one process has stored this many points in it. */
const COMPACT_AT_POINTS = 1_000_000;
const COMPACT_AT_SEGMENTS = 1_000;
/** Interval after which a missed request for a compaction is repeated. */
const ASK_AGAIN_MS = 2_000;

const COMPACT = defineTask<Record<string, never>>('metric.fold-now', { maxAttempts: 1 });
/** Both kinds of compaction share a queue, so that only one runs at a time. */
const COMPACTION_JOB = { lossyKey: 'metric.fold-now', queue: 'metric.fold' };

/**
 * Background work on metric data. Each step is a transaction, so that every job can be killed at any time, or run twice
 * or by two replicas.
 */
@Injectable()
export class MetricJobs implements OnModuleInit {
  private readonly logger = new Logger(MetricJobs.name);
  private checkedMs = -Infinity;

  constructor(
    private readonly jobs: JobTasks,
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly writer: MetricWriter,
    private readonly buffer: MetricBuffer,
    private readonly compaction: MetricCompaction,
    private readonly rollUps: MetricRollUp,
    private readonly baselines: BaselineQueries,
    private readonly retention: MetricRetentionQueries,
    private readonly partitions: MetricPartitionQueries,
    @Inject(MonitoringConfig) private readonly config: Readonly<MonitoringConfig>,
  ) {}

  onModuleInit(): void {
    const { jobs } = this;
    jobs.handle(COMPACT, () => this.compaction.compactAll());
    jobs.every({ name: 'metric.fold', schedule: '* * * * *' }, () => this.compaction.compactAll());
    // A few seconds after the hour, when its last values have arrived.
    jobs.every({ name: 'metric.roll-up', schedule: '0 * * * *', catchUpMs: 60 * 60_000 }, () => this.rollUp());
    jobs.every({ name: 'metric.forget', schedule: '23 * * * *' }, () => this.forget());
    this.writer.onCommit(() => this.requestCompaction());
  }

  /**
   * Rolls up finished hours, records values out of bounds, then computes baselines. See rules metrics-14, metrics-16.
   */
  async rollUp(): Promise<void> {
    await this.compaction.compactAll({ waits: true });
    await this.rollUps.rollUp();
    const frequencyMs = this.config.BASELINE_FREQUENCY_HOURS * HOUR_MS;
    if (frequencyMs > 0) {
      const dataSetMs = this.config.BASELINE_DATA_SET_HOURS * HOUR_MS;
      await this.baselines.compute(this.clock.now(), { frequencyMs, dataSetMs });
    }
  }

  /** Deletes data beyond its retention, and prepares partitions of the next days. See rules metrics-12, metrics-16. */
  async forget(): Promise<void> {
    const now = this.clock.now();
    await this.retention.dropChunks(now);
    await this.partitions.ensureHistogramDays(now);
    await this.retention.removeRolledUp(now);
    await this.retention.removeOthers(now);
  }

  /** Queues an early compaction when many points are waiting. */
  private requestCompaction(): void {
    if (this.buffer.pointCount < COMPACT_AT_POINTS && this.buffer.segmentCount < COMPACT_AT_SEGMENTS) return;
    const now = performance.now();
    if (now - this.checkedMs < ASK_AGAIN_MS) return;
    this.checkedMs = now;
    addJob(this.db, COMPACT, {}, COMPACTION_JOB).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'compaction could not be scheduled; the next minute compacts');
    });
  }
}
