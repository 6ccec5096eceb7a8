import { dataSourceOptions, getPool } from '@wardstone/database';
import { DataSource } from 'typeorm';
import { JobTasks } from '../src/job-tasks';
import { JobWorker } from '../src/job-worker';
import { GREET } from './tasks';

/** Takes one job, prints that, and holds it until it is killed. */
async function holdOneJob(url: string): Promise<void> {
  const tasks = new JobTasks();
  tasks.handle(GREET, ({ name }) => {
    process.stdout.write(`${name}\n`);
    return new Promise(() => undefined);
  });
  const log = { warn: () => undefined, error: () => undefined };
  const connection = { url, applicationName: 'victim' };
  const pool = getPool(await new DataSource(dataSourceOptions(connection)).initialize());
  await new JobWorker(tasks, { pool, connection, concurrency: 1, log }).start();
}

void holdOneJob(process.argv[2] ?? '');
