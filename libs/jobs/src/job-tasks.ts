/** Calls `deleteSome`, which returns the number of deleted rows, until a batch is incomplete or the process stops. */
export async function deleteInBatches(
  signal: AbortSignal,
  batchSize: number,
  deleteSome: (limit: number) => Promise<number>,
): Promise<void> {
  let deleted = batchSize;
  while (deleted === batchSize && !signal.aborted) deleted = await deleteSome(batchSize);
}

/** A kind of job, declared once for senders and worker. */
export interface JobTask<Payload extends object> {
  /** `area.verb`, never changed, because waiting jobs are stored with it. */
  readonly name: string;
  /** Maximum number of attempts; the delays between grow from 3 seconds to 6 hours. */
  readonly maxAttempts: number;
  readonly payloadType?: Payload;
}

/** An attempt at a job. */
export interface JobRun {
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  /** Aborted when the process stops and the job does not end soon enough. */
  readonly signal: AbortSignal;
}

type Work<Payload> = (payload: Payload, run: JobRun) => Promise<unknown>;

export interface PeriodicJob {
  /** `area.verb`. */
  name: string;
  /** Cron expression in UTC: minute, hour, day of month, month, day of week; `0 * * * *` is hourly. */
  schedule: string;
  /** Missed runs that are not older than this are made up for at start. Default 0: never. */
  catchUpMs?: number;
}

const DEFAULT_MAX_ATTEMPTS = 10;

export function defineTask<Payload extends object>(
  name: string,
  { maxAttempts = DEFAULT_MAX_ATTEMPTS }: { maxAttempts?: number } = {},
): JobTask<Payload> {
  if (!/^[a-z-]+\.[a-z-]+$/.test(name)) throw new Error(`not the name of a task: ${name}`);
  return { name, maxAttempts };
}

/**
 * The tasks of this process. Features register them at start; no job runs before the process has started. A job may run
 * twice (its process died, or lost the database), so it must be idempotent.
 */
export class JobTasks {
  private readonly works = new Map<string, Work<object>>();
  private readonly schedules: PeriodicJob[] = [];

  /** Registers the handler of a task. An exception is logged, and the job is retried later. */
  handle<Payload extends object>(task: JobTask<Payload>, work: Work<Payload>): void {
    if (this.works.has(task.name)) throw new Error(`the task ${task.name} is handled twice`);
    this.works.set(task.name, work as Work<object>);
  }

  /** Runs `work` once per period on one of the replicas, never concurrently. A failed run is not repeated. */
  every(job: PeriodicJob, work: (run: JobRun) => Promise<unknown>): void {
    this.handle(defineTask(job.name), (_payload, run) => work(run));
    this.schedules.push(job);
  }

  get handled(): ReadonlyMap<string, Work<object>> {
    return this.works;
  }

  get periodic(): readonly PeriodicJob[] {
    return this.schedules;
  }
}
