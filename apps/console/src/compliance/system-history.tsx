import type { ReportRecord, SystemRecord, TestResultRecord } from '@wardstone/client/compliance';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { useApi, withQuery } from '../api/client';
import { COMPLIANCE, historyAddress, type Single, sortedPages } from '../api/compliance';
import { EmptyPart, Loaded } from '../parts/states';
import { ConsolePage, LinkButton, PartTabs } from '../parts/page';
import { column, List } from '../parts/list';
import { ExceptedVerdict, getScore, VerdictLabel } from '../parts/verdict';
import { Time } from '../parts/values';
import { complianceTexts } from '../texts/compliance';
import { historyTexts as texts } from '../texts/history';
import { storedResultsAddress, useFormers } from './former-result';
import { Score } from './labels';
import { SystemTrend } from './trend';

/** All stored results of a system for a policy, with their trend. */
export function SystemHistory(): ReactNode {
  const { policyId = '', systemId = '' } = useParams();
  const path = `${COMPLIANCE}/reports/${encodeURIComponent(policyId)}`;
  const query = useApi<Single<ReportRecord>>(path);
  const system = useApi<Single<SystemRecord>>(`${path}/systems/${encodeURIComponent(systemId)}`).data?.data;
  const source = storedResultsAddress(policyId, systemId);
  const { any: canCompare } = useFormers(source);
  const page = historyAddress(policyId, systemId);
  return (
    <ConsolePage
      title={system ? texts.historyOf(system.display_name) : texts.history}
      trail={[
        { title: complianceTexts.title, to: '/compliance' },
        { title: query.data?.data.title ?? complianceTexts.policy, to: `/compliance/policies/${policyId}` },
      ]}
      actions={
        canCompare && (
          <LinkButton variant="secondary" to={`${page}/compare`}>
            {texts.compareNewest}
          </LinkButton>
        )
      }
    >
      <Loaded query={query}>
        {({ data }) => (
          <PartTabs
            label={texts.parts}
            tabs={[
              {
                name: 'results',
                title: texts.results,
                content: () => <Results source={source} report={data} page={page} />,
              },
              {
                name: 'trend',
                title: texts.trend,
                content: () => <SystemTrend report={data} systemId={systemId} />,
              },
            ]}
          />
        )}
      </Loaded>
    </ConsolePage>
  );
}

interface ResultsProps {
  source: string;
  report: ReportRecord;
  page: string;
}

function Results({ source, report, page }: ResultsProps): ReactNode {
  const formers = useFormers(source);
  return (
    <List<TestResultRecord>
      label={texts.results}
      source={source}
      toKey={({ id }) => id}
      isLive
      fetchPage={sortedPages(source, '-end_time')}
      columns={[
        column('end_time', complianceTexts.scanned, 'sortable', (row) => (
          <Link to={`/compliance/policies/${report.id}/results/${row.id}`}>
            <Time at={row.end_time} />
          </Link>
        )),
        column('verdict', complianceTexts.verdict, (row) => <VerdictLabel value={row.verdict} />),
        column('excepted', complianceTexts.withExceptions, (row) => <ExceptedVerdict result={row} />),
        column('score', complianceTexts.score, 'sortable', (row) => (
          <Score value={getScore(row)} threshold={report.compliance_threshold} />
        )),
        column('failed_rule_count', texts.failedRules, 'sortable', 'number', (row) => row.failed_rule_count),
        column(
          'compare',
          texts.compare,
          (row) =>
            formers.of(row.id) && (
              <Link to={withQuery(`${page}/compare`, { result: row.id })}>{texts.compareFormer}</Link>
            ),
        ),
      ]}
      empty={<EmptyPart {...texts.noResults} />}
    />
  );
}
