/** Calls `deleteSome`, which returns the number of deleted rows, until a batch is not full, or the process stops. */
export async function deleteInBatches(
  signal: AbortSignal,
  batchSize: number,
  deleteSome: (limit: number) => Promise<number>,
): Promise<void> {
  let deleted = batchSize;
  while (deleted === batchSize && !signal.aborted) deleted = await deleteSome(batchSize);
}

/** A kind of job, declared once for its senders and its worker. */
export interface JobTask<Payload extends object> {
  /** `area.verb`, stable forever: waiting jobs are stored under it. */
  readonly name: string;
  /** How often a job is tried before it is left as failed. The waits between grow from 3 seconds to 6 hours. */
  readonly maxAttempts: number;
  readonly payloadType?: Payload;
}

/** One try of a job. */
export interface JobRun {
  /** 1 at first. */
  readonly attempt: number;
  /** Aborted when the process stops and the job does not end soon after. */
  readonly signal: AbortSignal;
}

type Work<Payload> = (payload: Payload, run: JobRun) => Promise<unknown>;

export interface PeriodicJob {
  /** `area.verb`. */
  name: string;
  /** When, in UTC, as cron has it: minute, hour, day of month, month, day of week; `0 * * * *` is hourly. */
  schedule: string;
  /** Runs missed while no process was there are made up for if they are not older than this. Default 0: never. */
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
 * The work this process can do. Features say it while the service is put together; nothing runs before it stands. A job
 * may run twice (its process died, or lost the database), so work is written to bear that.
 */
export class JobTasks {
  private readonly works = new Map<string, Work<object>>();
  private readonly schedules: PeriodicJob[] = [];

  /** Does the jobs of a task. What `work` throws is logged, and the job tried again later. */
  handle<Payload extends object>(task: JobTask<Payload>, work: Work<Payload>): void {
    if (this.works.has(task.name)) throw new Error(`the task ${task.name} is handled twice`);
    this.works.set(task.name, work as Work<object>);
  }

  /** Runs `work` once per period, whichever replica takes it; never twice at a time. A failed run is not repeated. */
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
