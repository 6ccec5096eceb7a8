import type { Timer } from '@wardstone/alerting';
import { defineTask } from '@wardstone/jobs';

/** One try to deliver a notification. What fails for reasons of its own is tried later by a job of its own. */
export const DELIVER = defineTask<{ logId: number }>('alert.deliver');

/** The end of the time that an AVAIL_DURATION condition waits. */
export const TIMER = defineTask<Timer & { resourceId: number }>('alert.timer');
