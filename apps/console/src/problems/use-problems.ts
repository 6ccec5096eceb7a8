import type { UseQueryResult } from '@tanstack/react-query';
import type { ReportRecord, TestResultRecord } from '@wardstone/dto/compliance';
import type { AlertRest, OperationHistoryRest, ResourceWithType } from '@wardstone/dto/monitoring';
import { LIVE, useFetched } from '../api/hooks';
import { compliancePage, monitoringPage } from '../api/pages';
import { problemTexts as texts } from '../texts/problems';
import { ofAlert, ofOperation, ofResource, ofResult } from './problem';
import type { Kind, Problem } from './problem';

/** What one service says, and whether it has more of it. */
export interface Found {
  problems: readonly Problem[];
  /** Of what is not shown. */
  note?: string;
}

export interface Source {
  kind: Kind;
  query: UseQueryResult<Found>;
}

const MOST = 200;
const POLICIES = 5;
const SYSTEMS_OF_POLICY = 40;
const WEEK_MS = 7 * 24 * 60 * 60_000;
const COMPLIANCE = '/api/compliance/v2/reports';

const found = (kind: Kind, problems: readonly Problem[], total: number): Found =>
  total > problems.length ? { problems, note: texts.shownOf(problems.length, total, texts.kinds[kind]) } : { problems };

/** Each of the sources of problems, asked for itself: one that is down does not hide the others. */
export function useProblems(): readonly Source[] {
  const alert = useFetched<Found>(
    ['/rest/alert', 'open'],
    async (signal) => {
      const wanted = { page: 0, size: MOST, query: { acknowledged: false }, signal };
      const { rows, total } = await monitoringPage<AlertRest>('/rest/alert', wanted, 'size');
      return found('alert', rows.map(ofAlert), total);
    },
    LIVE,
  );
  const resource = useFetched<Found>(
    ['/rest/resource', 'down'],
    async (signal) => {
      const wanted = { page: 0, size: MOST, query: { availability: 'DOWN' }, signal };
      const { rows, total } = await monitoringPage<ResourceWithType>('/rest/resource', wanted);
      return found('resource', rows.map(ofResource), total);
    },
    LIVE,
  );
  const operation = useFetched<Found>(
    ['/rest/operation/history', 'failed'],
    async (signal) => {
      const wanted = { page: 0, size: MOST, query: { status: 'failure', since: Date.now() - WEEK_MS }, signal };
      const { rows, total } = await monitoringPage<OperationHistoryRest>('/rest/operation/history', wanted);
      return found('operation', rows.map(ofOperation), total);
    },
    LIVE,
  );
  const compliance = useFetched<Found>([COMPLIANCE, 'problems'], findSystems, LIVE);
  return [
    { kind: 'alert', query: alert },
    { kind: 'resource', query: resource },
    { kind: 'compliance', query: compliance },
    { kind: 'operation', query: operation },
  ];
}

/** Systems out of compliance, of the policies with the lowest: a result belongs to a policy, so each is asked for its own. */
async function findSystems(signal: AbortSignal): Promise<Found> {
  const filter = 'with_reported_systems = true AND percent_compliant < 100';
  const query = { filter, sort_by: 'percent_compliant' };
  const { rows, total } = await compliancePage<ReportRecord>(COMPLIANCE, { page: 0, size: POLICIES, query, signal });
  const pages = await Promise.all(
    rows.map(async (report) => {
      const wanted = { page: 0, size: SYSTEMS_OF_POLICY, query: { filter: 'compliant = false' }, signal };
      const results = await compliancePage<TestResultRecord>(`${COMPLIANCE}/${report.id}/test_results`, wanted);
      return { problems: results.rows.map((result) => ofResult(report, result)), total: results.total };
    }),
  );
  const problems = pages.flatMap((page) => page.problems);
  const notes = [
    found(
      'compliance',
      problems,
      pages.reduce((sum, page) => sum + page.total, 0),
    ).note,
    total > rows.length ? texts.policiesShownOf(rows.length, total) : undefined,
  ].filter((note) => note !== undefined);
  return notes.length > 0 ? { problems, note: notes.join('. ') } : { problems };
}
