export { addJob, addJobs } from './add-job';
export type { JobOptions } from './add-job';
export { deleteInBatches } from './delete-in-batches';
export { installJobQueue, removeJobQueue } from './job-queue-schema';
export { JobTasks, defineTask } from './job-tasks';
export type { JobRun, JobTask, PeriodicJob } from './job-tasks';
export { JobsModule } from './jobs.module';
export type { JobsOptions } from './jobs.module';
