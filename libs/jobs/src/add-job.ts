import type { Queryable } from '@wardstone/database';
import type { JobTask } from './job-tasks';

export interface JobOptions {
  /** Earliest start; immediately by default. */
  runAt?: Date;
  /**
   * While a job with this key waits, another one replaces it. A job added just when the waiting one starts is lost, and
   * the running job may not see the caller's transaction; so only for work that is requested repeatedly.
   */
  lossyKey?: string;
  /** Jobs of the same queue run one after the other. Use few names, because each is stored. */
  queue?: string;
}

/**
 * Adds a job in the caller's transaction, so that a rollback removes it. A replica starts it within milliseconds of the
 * commit.
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

/** Adds one job for each payload, in order, with one statement; starts at `runAt` or immediately. */
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
