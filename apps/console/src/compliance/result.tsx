import { Alert, Button, Flex } from '@patternfly/react-core';
import type { ReportRecord, RuleResultRecord, TestResultRecord } from '@wardstone/client/compliance';
import { type ReactNode, useState } from 'react';
import { Link, useParams } from 'react-router';
import { ExceptedVerdict, getScore, VerdictLabel } from '../parts/verdict';
import { column, List } from '../parts/list';
import { toSortBy, useApi, withQuery } from '../api/client';
import {
  joinByAnd,
  COMPLIANCE,
  compliancePage,
  failuresAddress,
  historyAddress,
  equalsCondition,
  type Single,
} from '../api/compliance';
import { AskWaiver } from './ask-waiver';
import { EmptyPart, Loaded } from '../parts/states';
import { Facts } from '../parts/values';
import { ConsolePage, LinkButton } from '../parts/page';
import { complianceTexts as texts } from '../texts/compliance';
import { historyTexts } from '../texts/history';
import { useMay } from '../api/caller';
import { uploadTexts } from '../texts/uploads';
import { waiverTexts } from '../texts/waivers';
import { Downloads } from './downloads';
import { storedResultsAddress, useFormers } from './former-result';
import { hasFailed, OutcomeLabel, Scanned, Score, SeverityLabel } from './labels';
import { RuleDetails } from './rule-details';
import { SEVERITY_FILTER, ruleFilter } from './rules-list';
import { UploadChecklist } from './upload-result';
import { pageOfWaiver } from './waiver-parts';
import { choice } from '../parts/filters';

const OUTCOME_FILTER = choice('outcome', texts.result, Object.entries(texts.outcomes));

/** Result of a system by rule, failed ones first. */
export function Result(): ReactNode {
  const { policyId = '', resultId = '' } = useParams();
  const report = `${COMPLIANCE}/reports/${encodeURIComponent(policyId)}`;
  const path = `${report}/test_results/${encodeURIComponent(resultId)}`;
  const policy = useApi<Single<ReportRecord>>(report);
  const query = useApi<Single<TestResultRecord>>(path);
  const result = query.data?.data;
  return (
    <ConsolePage
      title={result?.display_name ?? texts.result}
      trail={[
        { title: texts.title, to: '/compliance' },
        { title: policy.data?.data.title ?? texts.policy, to: `/compliance/policies/${policyId}` },
      ]}
      beside={result && <VerdictLabel value={result.verdict} />}
      actions={
        result && <Actions policyId={policyId} result={result} history={historyAddress(policyId, result.system_id)} />
      }
    >
      {result?.verdict === 'not_applicable' && (
        <Alert variant="info" isInline title={texts.judgedNothing.title}>
          {texts.judgedNothing.body}
        </Alert>
      )}
      <Loaded query={query} lines={2}>
        {({ data }) => (
          <Facts
            facts={[
              [texts.score, <ScoreExplained result={data} threshold={policy.data?.data.compliance_threshold ?? 100} />],
              [
                texts.withExceptions,
                data.waived_rule_count + data.overruled_rule_count > 0 && <ExceptedVerdict result={data} />,
              ],
              [
                texts.passedRules,
                texts.passed(data.passed_rule_count, data.passed_rule_count + data.failed_rule_count),
              ],
              [texts.notApplicableRules, data.not_applicable_rule_count],
              [texts.uncheckedRules, data.not_checked_rule_count],
              [texts.overruledRules, data.overruled_rule_count > 0 && data.overruled_rule_count],
              [texts.scanned, <Scanned result={data} />],
              [texts.osVersion, texts.os(data.os_major_version, data.os_minor_version)],
              [texts.system, <Link to={`/compliance/systems/${data.system_id}`}>{data.display_name}</Link>],
            ]}
          />
        )}
      </Loaded>
      <RuleResults source={`${path}/rule_results`} policyId={policyId} report={policy.data?.data} result={result} />
    </ConsolePage>
  );
}

interface ActionsProps {
  policyId: string;
  result: TestResultRecord;
  history: string;
}

function Actions({ policyId, result, history }: ActionsProps): ReactNode {
  const formers = useFormers(storedResultsAddress(policyId, result.system_id));
  const [isUploading, setUploading] = useState(false);
  const mayUpload = useMay('compliance:waiver:write');
  return (
    <Flex columnGap={{ default: 'columnGapSm' }} rowGap={{ default: 'rowGapSm' }}>
      <Downloads reportId={policyId} systemIds={[result.system_id]} at={result.end_time} />
      {mayUpload && (
        <Button variant="secondary" onClick={() => setUploading(true)}>
          {uploadTexts.checklist}
        </Button>
      )}
      {isUploading && (
        <UploadChecklist policyId={policyId} systemId={result.system_id} close={() => setUploading(false)} />
      )}
      <LinkButton variant="secondary" to={history}>
        {historyTexts.history}
      </LinkButton>
      {formers.of(result.id) && (
        <LinkButton variant="secondary" to={withQuery(`${history}/compare`, { result: result.id })}>
          {historyTexts.compareFormer}
        </LinkButton>
      )}
    </Flex>
  );
}

function ScoreExplained({ result, threshold }: { result: TestResultRecord; threshold: number }): ReactNode {
  return (
    <>
      <Score value={getScore(result)} threshold={threshold} /> <small>{texts.scoreIsNoShare}</small>
    </>
  );
}

interface RuleResultsProps {
  source: string;
  policyId: string;
  /** Needed for requesting exceptions; undefined while loading. */
  report: ReportRecord | undefined;
  result: TestResultRecord | undefined;
}

function RuleResults({ source, policyId, report, result }: RuleResultsProps): ReactNode {
  const system = result && { id: result.system_id, name: result.display_name, group: result.groups[0]?.name };
  return (
    <List<RuleResultRecord>
      label={texts.rules}
      source={source}
      toKey={({ id }) => id}
      filters={[{ kind: 'text', name: 'q', label: texts.searchRules }, OUTCOME_FILTER, SEVERITY_FILTER]}
      fetchPage={({ page, size, sort = 'result,-severity', filter, signal }) => {
        const wanted = joinByAnd(ruleFilter(filter), equalsCondition('result', filter('outcome')));
        const query = { sort_by: toSortBy(sort), filter: wanted, undecided: 'true' };
        return compliancePage<RuleResultRecord>(source, { page, size, query, signal });
      }}
      columns={[
        column('title', texts.rule, 'sortable', (row) => (
          <details className="rule">
            <summary>{row.title}</summary>
            <RuleDetails rule={row} />
            <p className="rule-links">
              {hasFailed(row.result) && <Link to={failuresAddress(policyId, row.ref_id)}>{texts.failing}</Link>}
              {report && system && row.waiver_id === null && (
                <AskWaiver rule={row} report={report} system={system} isFailed={hasFailed(row.result)} />
              )}
            </p>
          </details>
        )),
        column('result', texts.result, 'sortable', (row) => (
          <>
            <OutcomeLabel value={row.result} />{' '}
            {row.waiver_id !== null && (
              <Link to={pageOfWaiver(row.waiver_id)}>
                {row.reviewed_result === null ? waiverTexts.excepted : waiverTexts.reviewed(row.reviewed_result)}
              </Link>
            )}
          </>
        )),
        column('severity', texts.severity, 'sortable', (row) => (
          <>
            <SeverityLabel value={row.severity} />{' '}
            {row.lowered_severity !== null && row.lowering_waiver_id !== null && (
              <Link to={pageOfWaiver(row.lowering_waiver_id)}>{waiverTexts.lowered(row.lowered_severity)}</Link>
            )}
          </>
        )),
      ]}
      empty={<EmptyPart title={texts.guides.noRules.title} />}
    />
  );
}
