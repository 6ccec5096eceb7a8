import { performance } from 'node:perf_hooks';
import type { Pool } from 'pg';

/** Maximum time between two checks, which find jobs whose notification was lost. */
const LOOK_EVERY_MS = 30_000;
/** Interval while due jobs are waiting for a worker, or the database does not respond. */
const LOOK_AGAIN_MS = 2_000;
/** Minimum time between two checks, so that many new jobs cause only one. */
const BETWEEN_LOOKS_MS = 1_000;

/**
 * Wakes workers when jobs become due that were scheduled or are to be retried. The queue only announces jobs when they
 * are added; the alternative is a poll by each worker every two seconds.
 */
export class DueJobs {
  private timer: NodeJS.Timeout | undefined;
  private lookAtMs = Infinity;
  private lookedAtMs = -Infinity;
  private isStopped = false;

  constructor(
    private readonly pool: Pool,
    private readonly wake: () => void,
  ) {}

  /** Call when a job may be due before all others. */
  lookSoon(): void {
    this.lookAt(Math.max(performance.now(), this.lookedAtMs + BETWEEN_LOOKS_MS));
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  private lookAt(timeMs: number): void {
    if (this.isStopped || timeMs >= this.lookAtMs) return;
    clearTimeout(this.timer);
    this.lookAtMs = timeMs;
    this.timer = setTimeout(() => void this.look(), Math.max(0, timeMs - performance.now())).unref();
  }

  private async look(): Promise<void> {
    this.lookAtMs = Infinity;
    this.lookedAtMs = performance.now();
    const nextMs = await this.dueInMs().catch(() => LOOK_AGAIN_MS);
    if (this.isStopped) return;
    if (nextMs <= 0) this.wake();
    this.lookAt(performance.now() + (nextMs <= 0 ? LOOK_AGAIN_MS : Math.min(nextMs, LOOK_EVERY_MS)));
  }

  /** Infinity when no job waits. */
  private async dueInMs(): Promise<number> {
    const { rows } = await this.pool.query<{ ms: number | null }>(
      `SELECT (extract(epoch FROM min(j.run_at) - clock_timestamp()) * 1000)::float8 AS ms
         FROM graphile_worker.jobs j
        WHERE j.locked_at IS NULL AND j.attempts < j.max_attempts`,
    );
    return rows[0]?.ms ?? Infinity;
  }
}
