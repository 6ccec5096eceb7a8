import type { HistoryStatus } from '@wardstone/dto/monitoring';

/** Status names in the API and in reports. See rule http-23. */
export const STATUS_NAMES = {
  INPROGRESS: { wire: 'inprogress', display: 'In Progress' },
  SUCCESS: { wire: 'success', display: 'Success' },
  FAILURE: { wire: 'failure', display: 'Failure' },
  CANCELED: { wire: 'canceled', display: 'Cancelled' },
} as const satisfies Record<HistoryStatus, { wire: string; display: string }>;
