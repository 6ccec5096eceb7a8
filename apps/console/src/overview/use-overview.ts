import type { UseQueryResult } from '@tanstack/react-query';
import type { NumberedPage, Row } from '@wardstone/client';
import { LIVE, toSortBy, useFetched, wardstone } from '../api/client';
import { WORST_FIRST } from '../api/compliance';

const REPORTS = '/api/compliance/v2/reports';
const PROBLEMS = '/rest/problem';
const AUDIT = '/auth/audit';
/** The maximum page size; with more policies, the numbers cover those with the lowest compliance. */
const POLICIES = 100;
const NEWEST = 5;
/** Number of events read to find a few other than sign-ins and reports of agents. */
const REQUESTS = 50;
const DAY_MS = 24 * 60 * 60_000;
const MINUTE_MS = 60_000;

/** Policies with their reports, lowest compliance first, in one request. */
export function usePolicies(enabled = true): UseQueryResult<NumberedPage<Row<typeof REPORTS>>> {
  return useFetched(
    [REPORTS, 'overview'],
    (signal) => wardstone.page(REPORTS, { page: 0, size: POLICIES, query: { sort_by: toSortBy(WORST_FIRST) }, signal }),
    { ...LIVE, enabled },
  );
}

/** Newest problems, in one request. */
export function useNewProblems(): UseQueryResult<NumberedPage<Row<typeof PROBLEMS>>> {
  return useFetched(
    [PROBLEMS, 'newest'],
    (signal) => wardstone.page(PROBLEMS, { page: 0, size: NEWEST, query: { sort: 'lastTime:desc' }, signal }),
    LIVE,
  );
}

/** Sign-ins and reports of agents, which are not changes by people. */
const NO_CHANGE = /^\/(auth\/(session|token)|rest\/agent\/|api\/compliance\/v2\/agent\/)/;

/** Changes of the last day, in one request. */
export function useChanges(): UseQueryResult<readonly Row<typeof AUDIT>[]> {
  return useFetched(
    [AUDIT, 'day'],
    async (signal) => {
      const since = new Date(Math.floor((Date.now() - DAY_MS) / MINUTE_MS) * MINUTE_MS).toISOString();
      const query = { since, outcome: 'done', limit: REQUESTS };
      const { events } = await wardstone.get(AUDIT, { query, signal });
      return events.filter(({ target }) => !NO_CHANGE.test(target)).slice(0, NEWEST);
    },
    LIVE,
  );
}
