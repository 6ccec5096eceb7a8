export { addJob, addJobs } from './add-job';
export { defineTask, deleteInBatches, type JobRun, JobTasks } from './job-tasks';
export { installJobQueue, removeJobQueue } from './job-queue-schema';
export { JobsModule } from './jobs.module';
