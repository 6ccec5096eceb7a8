import { Button } from '@patternfly/react-core';
import type { ReportRecord, ReportStatsRecord, TestResultRecord } from '@wardstone/client/compliance';
import { type ReactNode, useEffect } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { ExceptedVerdict, getScore, scoreText, VerdictLabel } from '../parts/verdict';
import { COMPLIANCE, type Single, wholeList } from '../api/compliance';
import { useApi, useFetched } from '../api/client';
import { Facts, Time } from '../parts/values';
import { Loaded } from '../parts/states';
import { ConsolePage } from '../parts/page';
import { column, DataTable } from '../parts/list';
import { complianceTexts as texts } from '../texts/compliance';
import { SeverityLabel } from './labels';

const { report: words } = texts;

/** State of the navigation from a print button. */
export const PRINT = 'print';

/** A policy with all of its results on one page, for printing. */
export function PolicyPrint(): ReactNode {
  const { policyId = '' } = useParams();
  const path = `${COMPLIANCE}/reports/${encodeURIComponent(policyId)}`;
  const query = useApi<Single<ReportRecord>>(path);
  const results = useFetched([path, 'printed'], (signal) =>
    wholeList<TestResultRecord>(`${path}/test_results`, { sort_by: 'score,display_name' }, signal),
  );
  const stats = useApi<ReportStatsRecord>(`${path}/stats`);
  const title = query.data?.data.title;
  const isWhole = Boolean(query.data && results.data && stats.data);
  useAtOnce(isWhole);
  return (
    <ConsolePage
      title={title === undefined ? texts.policy : texts.stateOf(title)}
      trail={[
        { title: texts.title, to: '/compliance' },
        { title: title ?? texts.policy, to: `/compliance/policies/${policyId}` },
      ]}
      actions={
        isWhole && (
          <Button className="prints" onClick={() => window.print()}>
            {texts.print}
          </Button>
        )
      }
    >
      <div className="parts-of-page">
        <Loaded query={query}>{({ data }) => <Summary report={data} readMs={query.dataUpdatedAt} />}</Loaded>
        <section>
          <h2>{words.tabs.results}</h2>
          <Loaded query={results}>{(rows) => <Results rows={rows} />}</Loaded>
        </section>
        <section>
          <h2>{words.tabs.rules}</h2>
          <Loaded query={stats}>{({ top_failed_rules: rows }) => <FailedRules rows={rows} />}</Loaded>
        </section>
      </div>
    </ConsolePage>
  );
}

/** Opens the print dialog once the page is complete, if the viewer requested it, but not after a reload. */
function useAtOnce(isWhole: boolean): void {
  const state: unknown = useLocation().state;
  const navigate = useNavigate();
  useEffect(() => {
    if (!isWhole || state !== PRINT) return;
    void navigate('.', { replace: true });
    window.print();
  }, [isWhole, state, navigate]);
}

function compliantText(report: ReportRecord): string {
  const { compliant_system_count: compliant, stale_compliant_system_count: stale } = report;
  return words.of(compliant, stale, report.assigned_system_count);
}

/** Without stale results, as everywhere in the console. */
const countExcepted = (report: ReportRecord): number =>
  report.compliant_with_exceptions_system_count - report.stale_compliant_with_exceptions_system_count;

function Summary({ report, readMs }: { report: ReportRecord; readMs: number }): ReactNode {
  return (
    <Facts
      facts={[
        [texts.printed, <Time at={readMs} isFull />],
        [texts.profile, report.profile_title],
        [texts.osMajor, report.os_major_version],
        [texts.threshold, texts.percent(report.compliance_threshold)],
        [texts.compliant, compliantText(report)],
        [texts.withExceptions, countExcepted(report)],
        [words.parts.not_applicable, report.not_applicable_system_count],
        [texts.freshness.stale, report.stale_system_count],
        [words.parts.unsupported, report.unsupported_system_count],
        [words.parts.never, report.never_reported_system_count],
        ...(report.business_objective === null ? [] : [[texts.objective, report.business_objective] as const]),
      ]}
    />
  );
}

function Results({ rows }: { rows: readonly TestResultRecord[] }): ReactNode {
  return (
    <DataTable<TestResultRecord>
      label={words.tabs.results}
      rows={rows}
      toKey={({ id }) => id}
      columns={[
        column('display_name', texts.system, (row) => row.display_name),
        column('verdict', texts.verdict, (row) => <VerdictLabel value={row.verdict} />),
        column('excepted', texts.withExceptions, (row) => <ExceptedVerdict result={row} />),
        column('score', texts.score, 'number', (row) => scoreText(getScore(row))),
        column('failed', texts.failedRules, 'number', (row) => row.failed_rule_count),
        column('os', texts.osVersion, (row) => texts.os(row.os_major_version, row.os_minor_version)),
        column('end_time', texts.scanned, (row) => <Time at={row.end_time} isFull />),
      ]}
    />
  );
}

function FailedRules({ rows }: { rows: ReportStatsRecord['top_failed_rules'] }): ReactNode {
  return (
    <DataTable<(typeof rows)[number]>
      label={words.tabs.rules}
      rows={rows}
      toKey={({ ref_id: ref }) => ref}
      columns={[
        column('title', texts.rule, ({ title }) => title),
        column('severity', texts.severity, ({ severity }) => <SeverityLabel value={severity} />),
        column('count', words.failedOn, 'number', ({ count }) => count),
      ]}
    />
  );
}
