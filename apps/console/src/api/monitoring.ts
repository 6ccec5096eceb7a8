import type { AvailabilityType } from '@wardstone/dto/monitoring';

/** What requires attention comes first. */
export const AVAILABILITIES: readonly AvailabilityType[] = ['DOWN', 'UNKNOWN', 'UP', 'DISABLED'];
