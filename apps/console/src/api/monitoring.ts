import type { AvailabilityRest, ProblemSummary } from '@wardstone/client/monitoring';
import type { UseQueryResult } from '@tanstack/react-query';
import { LIVE, useGet } from './client';

/** What requires attention comes first. */
export const AVAILABILITIES: readonly AvailabilityRest['type'][] = ['DOWN', 'UNKNOWN', 'UP', 'DISABLED'];

/** Problems and resources in numbers, and the worst hosts: one request. */
export function useSummary(): UseQueryResult<ProblemSummary> {
  return useGet('/rest/problem/summary', {}, LIVE);
}
