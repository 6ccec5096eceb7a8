import type { Queryable } from '@wardstone/database';
import type { JobTask } from './job-tasks';

export interface JobOptions {
  /** Not before this time; at once when absent. */
  runAt?: Date;
  /**
   * While a job of this key waits, another one replaces it. One that is requested at the moment when the waiting job is
   * taken is lost, and that job may not see what the caller's transaction did. So only for work that is requested again.
   */
  lossyKey?: string;
  /** Jobs of one queue run one after the other. Few names, for each is remembered. */
  queue?: string;
}

/**
 * Adds a job inside the caller's transaction: when that is rolled back, there is no job. Otherwise some replica
 * begins within milliseconds of the commit.
 */
export async function addJob<Payload extends object>(
  transaction: Queryable,
  task: JobTask<Payload>,
  payload: Payload,
  { runAt, lossyKey, queue }: JobOptions = {},
): Promise<void> {
  await transaction.query(
    `SELECT 1 FROM graphile_worker.add_job(
       identifier => $1, payload => $2::json, queue_name => $3, run_at => $4::timestamptz,
       max_attempts => $5::int, job_key => $6)`,
    [task.name, JSON.stringify(payload), queue ?? null, runAt ?? null, task.maxAttempts, lossyKey ?? null],
  );
}

/** Adds one job of a task for each payload, in their order, by one statement; to begin at `runAt` or else at once. */
export async function addJobs<Payload extends object>(
  transaction: Queryable,
  task: JobTask<Payload>,
  payloads: readonly Payload[],
  { runAt }: Pick<JobOptions, 'runAt'> = {},
): Promise<void> {
  if (payloads.length === 0) return;
  await transaction.query(
    `SELECT 1 FROM graphile_worker.add_jobs(ARRAY (
       SELECT json_populate_record(NULL::graphile_worker.job_spec, json_build_object(
                'identifier', $1::text, 'max_attempts', $2::int, 'payload', p.payload, 'run_at', $4::timestamptz))
         FROM json_array_elements($3::json) WITH ORDINALITY AS p (payload, place)
        ORDER BY p.place))`,
    [task.name, task.maxAttempts, JSON.stringify(payloads), runAt ?? null],
  );
}
