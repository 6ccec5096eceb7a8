import { defineTask } from '../src/job-tasks';

export const GREET = defineTask<{ name: string }>('test.greet', { maxAttempts: 2 });
