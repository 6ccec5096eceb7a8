import { defineErrors } from '../error-type';

/** Errors of the monitoring service. */
export const MonitoringError = defineErrors('monitoring', {});
