export { addJob, addJobs, type JobOptions } from './add-job';
export { defineTask, deleteInBatches, type JobRun, type JobTask, JobTasks, type PeriodicJob } from './job-tasks';
export { installJobQueue, removeJobQueue } from './job-queue-schema';
export { JobsModule, type JobsOptions } from './jobs.module';
