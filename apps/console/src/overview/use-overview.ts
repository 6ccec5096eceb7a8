import type { UseQueryResult } from '@tanstack/react-query';
import type { ReportRecord } from '@wardstone/dto/compliance';
import type { AuditEventBody, AuditEventsBody } from '@wardstone/dto/gateway';
import type { AlertRest } from '@wardstone/dto/monitoring';
import { request, withQuery } from '../api/client';
import { LIVE, useFetched } from '../api/hooks';
import { compliancePage, monitoringPage } from '../api/pages';
import type { Page } from '../api/pages';

/** What is counted; the disabled ones are of no interest here. */
export const COUNTED = ['DOWN', 'UNKNOWN', 'UP'] as const;
export const PRIORITIES = ['high', 'medium', 'low'] as const;
/** The largest page there is: numbers over more policies are of those with the lowest compliance. */
const POLICIES = 100;
const NEWEST = 5;
/** Read to find a few that are no sign-ins and reports of agents. */
const REQUESTS = 50;
const DAY_MS = 24 * 60 * 60_000;
const MINUTE_MS = 60_000;

export type Counts<T extends string> = Readonly<Record<T, number>>;

async function countsOf<T extends string>(
  names: readonly T[],
  count: (name: T) => Promise<Page<unknown>>,
): Promise<Counts<T>> {
  const pairs = await Promise.all(names.map(async (name) => [name, (await count(name)).total] as const));
  return Object.fromEntries(pairs) as Record<T, number>;
}

/** Resources by availability: three requests. */
export function useAvailability(): UseQueryResult<Counts<(typeof COUNTED)[number]>> {
  return useFetched(
    ['/rest/resource', 'counts'],
    (signal) =>
      countsOf(COUNTED, (availability) =>
        monitoringPage('/rest/resource', { page: 0, size: 1, query: { availability }, signal }),
      ),
    LIVE,
  );
}

/** Open alerts by priority: three requests. */
export function useOpenAlerts(): UseQueryResult<Counts<(typeof PRIORITIES)[number]>> {
  return useFetched(
    ['/rest/alert', 'counts'],
    (signal) =>
      countsOf(PRIORITIES, (prio) => {
        const query = { acknowledged: false, prio, slim: true };
        return monitoringPage('/rest/alert', { page: 0, size: 1, query, signal }, 'size');
      }),
    LIVE,
  );
}

/** Policies with their reports, the lowest compliance first: one request. */
export function usePolicies(): UseQueryResult<Page<ReportRecord>> {
  const query = { sort_by: 'percent_compliant' };
  return useFetched(
    ['/api/compliance/v2/reports', 'overview'],
    (signal) => compliancePage('/api/compliance/v2/reports', { page: 0, size: POLICIES, query, signal }),
    LIVE,
  );
}

/** A day ago, to the minute. */
const dayAgo = (): number => Math.floor((Date.now() - DAY_MS) / MINUTE_MS) * MINUTE_MS;

/** Alerts that fired in the last day, the newest of them: one request. */
export function useNewAlerts(): UseQueryResult<Page<AlertRest>> {
  return useFetched(
    ['/rest/alert', 'day'],
    (signal) => monitoringPage('/rest/alert', { page: 0, size: NEWEST, query: { since: dayAgo() }, signal }, 'size'),
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
      const since = new Date(dayAgo()).toISOString();
      const address = withQuery('/auth/audit', { since, outcome: 'done', limit: REQUESTS });
      const { events } = await request<AuditEventsBody>(address, { signal });
      return events.filter(({ target }) => !NO_CHANGE.test(target)).slice(0, NEWEST);
    },
    LIVE,
  );
}
