import type { ReportRecord, ResultDifferenceRecord, TestResultRecord } from '@wardstone/client/compliance';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { useApi, useFetched, withQuery } from '../api/client';
import { COMPLIANCE, compliancePage, failuresAddress, historyAddress, type Single } from '../api/compliance';
import { EmptyPart, Loaded } from '../parts/states';
import { choice, FilterBar, useQueryString } from '../parts/filters';
import { ConsolePage, LinkButton, Part } from '../parts/page';
import { column, DataTable } from '../parts/list';
import { getScore, scoreText } from '../parts/verdict';
import { timeText } from '../parts/time-text';
import { timeZone, usePreference } from '../api/preferences';
import { complianceTexts } from '../texts/compliance';
import { historyTexts as texts } from '../texts/history';
import { storedResultsAddress } from './former-result';
import { OutcomeLabel, SeverityLabel } from './labels';

type DifferentRule = ResultDifferenceRecord['fixed'][number];

/** Number of newest results offered for selection. */
const SHOWN = 100;
const NEWEST_FIRST = { sort_by: 'end_time:desc' };
const KINDS = ['newly_failed', 'fixed', 'new_in_guide', 'gone_from_guide', 'newly_judged', 'no_longer_judged'] as const;

/** Differences between two results of a system by rule: the two newest, or those in the address. */
export function CompareResults(): ReactNode {
  const { policyId = '', systemId = '' } = useParams();
  const report = `${COMPLIANCE}/reports/${encodeURIComponent(policyId)}`;
  const policy = useApi<Single<ReportRecord>>(report).data?.data;
  const source = storedResultsAddress(policyId, systemId);
  const results = useFetched([source, 'newest'], async (signal) => {
    const { rows } = await compliancePage<TestResultRecord>(source, {
      page: 0,
      size: SHOWN,
      query: NEWEST_FIRST,
      signal,
    });
    return rows;
  });
  const history = historyAddress(policyId, systemId);
  const name = results.data?.[0]?.display_name;
  return (
    <ConsolePage
      title={name === undefined ? texts.compare : texts.comparison(name)}
      trail={[
        { title: complianceTexts.title, to: '/compliance' },
        { title: policy?.title ?? complianceTexts.policy, to: `/compliance/policies/${policyId}` },
        { title: texts.history, to: history },
      ]}
    >
      <Loaded query={results}>
        {(rows) =>
          rows.length < 2 ? (
            <EmptyPart {...texts.alone} action={<LinkButton to={history}>{texts.history}</LinkButton>} />
          ) : (
            <Comparison results={rows} report={report} policyId={policyId} history={history} />
          )
        }
      </Loaded>
    </ConsolePage>
  );
}

interface ComparisonProps {
  results: readonly TestResultRecord[];
  /** Path of the report's operations. */
  report: string;
  policyId: string;
  history: string;
}

function Comparison({ results, report, policyId, history }: ComparisonProps): ReactNode {
  const [search] = useQueryString();
  const zone = usePreference(timeZone);
  const result = search.get('result') ?? results[0]!.id;
  const against = search.get('against') ?? undefined;
  const query = useApi<Single<ResultDifferenceRecord>>(
    withQuery(`${report}/test_results/${encodeURIComponent(result)}/difference`, { against }),
  );
  const options = results.map(
    (row) => [row.id, texts.scored(timeText(Date.parse(row.end_time), zone), scoreText(getScore(row)))] as const,
  );
  const toName = (id: string | null): string => options.find(([each]) => each === id)?.[1] ?? texts.none;
  return (
    <>
      <FilterBar
        filters={[
          choice('result', texts.result, options, texts.newest),
          choice('against', texts.against, options, texts.former),
        ]}
      />
      <Loaded query={query} lines={8}>
        {({ data }) => (
          <>
            <p>{texts.compared(toName(data.id), toName(data.against))}</p>
            <Difference difference={data} policyId={policyId} history={history} />
          </>
        )}
      </Loaded>
    </>
  );
}

interface DifferenceProps {
  difference: ResultDifferenceRecord;
  policyId: string;
  history: string;
}

function Difference({ difference, policyId, history }: DifferenceProps): ReactNode {
  const found = KINDS.filter((kind) => difference[kind].length > 0);
  if (difference.against === null) return <EmptyPart {...texts.alone} />;
  if (found.length === 0) {
    const { title, body, action } = texts.equal;
    return <EmptyPart title={title} body={body} action={<LinkButton to={history}>{action}</LinkButton>} />;
  }
  return (
    <div className="parts-of-page">
      {found.map((kind) => {
        const title = texts.count(texts.differences[kind], difference[kind].length);
        return (
          <Part key={kind} title={title}>
            <DataTable<DifferentRule>
              label={title}
              rows={difference[kind]}
              toKey={({ ref_id: ref }) => ref}
              columns={[
                column('title', complianceTexts.rule, (row) =>
                  row.result === 'pass' ? (
                    row.title
                  ) : (
                    <Link to={failuresAddress(policyId, row.ref_id)}>{row.title}</Link>
                  ),
                ),
                column('severity', complianceTexts.severity, (row) => <SeverityLabel value={row.severity} />),
                column('result', complianceTexts.result, (row) => <OutcomeLabel value={row.result} />),
              ]}
            />
          </Part>
        );
      })}
    </div>
  );
}
