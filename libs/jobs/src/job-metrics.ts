import type { Queryable } from '@wardstone/database';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** Metrics of this process's jobs, and of the shared queue. */
export class JobMetrics {
  private readonly finished: Counter<'task' | 'outcome'>;
  private readonly durations: Histogram<'task'>;

  constructor(registry: Registry, db: Queryable) {
    const registers = [registry];
    this.finished = new Counter({
      name: 'jobs_finished_total',
      help: 'Job attempts, by task and outcome; failed attempts are retried, abandoned jobs are not',
      labelNames: ['task', 'outcome'],
      registers,
    });
    this.durations = new Histogram({
      name: 'job_duration_seconds',
      help: 'Duration of job attempts, by task',
      labelNames: ['task'],
      buckets: [0.01, 0.05, 0.25, 1, 5, 30, 120, 600],
      registers,
    });
    new Gauge({
      name: 'jobs_in_queue',
      help: 'Jobs of all replicas, by state (due, running, scheduled, abandoned)',
      labelNames: ['state'],
      registers,
      async collect() {
        const [counts] = await db
          .query<Record<string, number>>(
            `SELECT count(*) FILTER (WHERE j.locked_at IS NULL AND NOT g.up AND j.run_at <= now()) AS due,
                    count(*) FILTER (WHERE j.locked_at IS NOT NULL) AS running,
                    count(*) FILTER (WHERE j.locked_at IS NULL AND NOT g.up AND j.run_at > now()) AS scheduled,
                    count(*) FILTER (WHERE j.locked_at IS NULL AND g.up) AS given_up
               FROM graphile_worker.jobs j CROSS JOIN LATERAL (SELECT j.attempts >= j.max_attempts AS up) g`,
          )
          // The other metrics matter most while the database is unavailable.
          .catch((): Record<string, number>[] => []);
        for (const [state, count] of Object.entries(counts ?? {})) this.set({ state }, count);
      },
    });
  }

  tryEnded(task: string, outcome: 'done' | 'failed' | 'given_up', seconds: number): void {
    this.finished.inc({ task, outcome });
    this.durations.observe({ task }, seconds);
  }
}
