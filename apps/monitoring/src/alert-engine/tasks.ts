import type { Timer } from '@wardstone/alerting';
import { defineTask } from '@wardstone/jobs';

/** An attempt to deliver a notification; a failed recipient is retried by a separate job. */
export const DELIVER = defineTask<{ logId: number }>('alert.deliver');

/** The end of the duration of an AVAIL_DURATION condition. */
export const TIMER = defineTask<Timer & { resourceId: number }>('alert.timer');
