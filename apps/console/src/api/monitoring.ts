import type { AvailabilityType } from '@wardstone/dto/monitoring';

/** In the order of what needs somebody. */
export const AVAILABILITIES: readonly AvailabilityType[] = ['DOWN', 'UNKNOWN', 'UP', 'DISABLED'];
