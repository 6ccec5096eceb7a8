import type { UseQueryResult } from '@tanstack/react-query';
import type { ReportRecord } from '@wardstone/dto/compliance';
import type { AuditEventBody, AuditEventsBody } from '@wardstone/dto/gateway';
import type { ProblemRest } from '@wardstone/dto/monitoring';
import { request, withQuery } from '../api/client';
import { COMPLIANCE, sortedPage, WORST_FIRST } from '../api/compliance';
import { LIVE, useFetched } from '../api/hooks';
import { monitoringPage, type Page } from '../api/pages';

const REPORTS = `${COMPLIANCE}/reports`;
/** The largest page there is: numbers over more policies are of those with the lowest compliance. */
const POLICIES = 100;
const NEWEST = 5;
/** Read to find a few that are no sign-ins and reports of agents. */
const REQUESTS = 50;
const DAY_MS = 24 * 60 * 60_000;
const MINUTE_MS = 60_000;

/** Policies with their reports, the lowest compliance first: one request. */
export function usePolicies(): UseQueryResult<Page<ReportRecord>> {
  return useFetched(
    [REPORTS, 'overview'],
    (signal) => sortedPage(REPORTS, { page: 0, size: POLICIES, sort: WORST_FIRST, signal }),
    LIVE,
  );
}

/** What occurred last: one request. */
export function useNewProblems(): UseQueryResult<Page<ProblemRest>> {
  return useFetched(
    ['/rest/problem', 'newest'],
    (signal) => monitoringPage('/rest/problem', { page: 0, size: NEWEST, sort: '-lastTime', signal }),
    LIVE,
  );
}

/** Sign-ins and reports of agents, which are no changes by people. */
const NO_CHANGE = /^\/(auth\/(session|token)|rest\/agent\/)/;

/** What was changed in the last day: one request. */
export function useChanges(): UseQueryResult<readonly AuditEventBody[]> {
  return useFetched(
    ['/auth/audit', 'day'],
    async (signal) => {
      const since = new Date(Math.floor((Date.now() - DAY_MS) / MINUTE_MS) * MINUTE_MS).toISOString();
      const address = withQuery('/auth/audit', { since, outcome: 'done', limit: REQUESTS });
      const { events } = await request<AuditEventsBody>(address, { signal });
      return events.filter(({ target }) => !NO_CHANGE.test(target)).slice(0, NEWEST);
    },
    LIVE,
  );
}
