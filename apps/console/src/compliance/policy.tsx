import { Button, Content, Flex } from '@patternfly/react-core';
import type {
  FailedRuleRecord,
  ReportRecord,
  ReportStatsRecord,
  RuleRecord,
  ScanRequestRecord,
  TestResultRecord,
} from '@wardstone/client/compliance';
import { type ReactNode, useState } from 'react';
import { Link, useParams } from 'react-router';
import { compliantText, ExceptedVerdict, getScore, toShares, VerdictLabel } from '../parts/verdict';
import { LIVE, request, toSortBy, useApi, useChanged, withQuery } from '../api/client';
import {
  COMPLIANCE,
  failedRuleCondition,
  failuresAddress,
  equalsCondition,
  nameCondition,
  type Single,
  sortedPages,
} from '../api/compliance';
import { EmptyPart, Loaded } from '../parts/states';
import { FormDialog, TextField, useFields } from '../parts/forms';
import { column, DataTable, List } from '../parts/list';
import { ConsolePage, LinkButton, Part, PartTabs } from '../parts/page';
import { choice, useQueryString } from '../parts/filters';
import { RemoveButton } from '../parts/remove-button';
import { useMay } from '../api/caller';
import { complianceTexts as texts } from '../texts/compliance';
import { uploadTexts } from '../texts/uploads';
import { historyTexts } from '../texts/history';
import { frameworkTexts } from '../texts/frameworks';
import { waiverTexts } from '../texts/waivers';
import { AskWaiver } from './ask-waiver';
import { Downloads } from './downloads';
import { Scanned, Score, SeverityLabel } from './labels';
import { PRINT } from './policy-print';
import { EvidenceMails } from './evidence-mails';
import { Frameworks } from './frameworks';
import { PolicySystems } from './policy-systems';
import { PolicyTailorings } from './policy-tailorings';
import { PolicyScans, ScanNow, ScanRequestOutcome } from './scans';
import { Schedule } from './schedule';
import { ShareBar } from './share-bar';
import { PolicyTrend } from './trend';
import { UploadResult } from './upload-result';
import { WaiverList } from './waivers';
import { isThreshold } from './values';

const { report: words } = texts;

/** A policy and its report. */
export function Policy(): ReactNode {
  const [scanRequest, setScanRequest] = useState<ScanRequestRecord>();
  const { policyId = '' } = useParams();
  const query = useApi<Single<ReportRecord>>(`${COMPLIANCE}/reports/${encodeURIComponent(policyId)}`, LIVE);
  const report = query.data?.data;
  return (
    <ConsolePage
      title={report?.title ?? texts.policy}
      trail={[{ title: texts.title, to: '/compliance' }]}
      actions={report && <Actions report={report} showOutcome={setScanRequest} />}
    >
      {scanRequest && <ScanRequestOutcome outcome={scanRequest} close={() => setScanRequest(undefined)} />}
      <Loaded query={query}>{({ data }) => <Report report={data} showOutcome={setScanRequest} />}</Loaded>
    </ConsolePage>
  );
}

interface ReportProps {
  report: ReportRecord;
  /** Called with the outcome of a request for scans. */
  showOutcome: (outcome: ScanRequestRecord) => void;
}

function Report({ report, showOutcome: showScans }: ReportProps): ReactNode {
  const { id, compliant_system_count: compliant, assigned_system_count: assigned } = report;
  const { stale_system_count: stale, stale_compliant_with_exceptions_system_count: staleExcepted } = report;
  const excepted = report.compliant_with_exceptions_system_count - staleExcepted;
  return (
    <>
      <section className="report-summary">
        <p className="big-figure">{compliantText(report)}</p>
        <div className="grow">
          <p>{words.of(compliant, report.stale_compliant_system_count, assigned)}</p>
          {excepted > compliant - report.stale_compliant_system_count && <p>{words.ofExcepted(excepted, assigned)}</p>}
          <ShareBar shares={toShares(report)} />
          {stale > 0 && (
            <Link to={STALE_RESULTS} className="stale-count">
              {words.stale(stale, report.max_result_age_days ?? 0)}
            </Link>
          )}
        </div>
        <dl>
          <dt>{texts.profile}</dt>
          <dd>{report.profile_title}</dd>
          <dt>{texts.osMajor}</dt>
          <dd>{report.os_major_version}</dd>
          <dt>{texts.threshold}</dt>
          <dd>{texts.percent(report.compliance_threshold)}</dd>
          {report.business_objective !== null && (
            <>
              <dt>{texts.objective}</dt>
              <dd>{report.business_objective}</dd>
            </>
          )}
        </dl>
      </section>
      {!report.all_systems_exposed && <Content component="small">{words.hidden}</Content>}
      <PartTabs
        label={words.tabs.label}
        tabs={[
          { name: 'results', title: words.tabs.results, content: () => <Results report={report} /> },
          { name: 'rules', title: words.tabs.rules, content: () => <FailedRules report={report} /> },
          {
            name: 'frameworks',
            title: frameworkTexts.title,
            content: () => <Frameworks of={`${COMPLIANCE}/reports/${id}`} page={`/compliance/policies/${id}`} />,
          },
          { name: 'trend', title: historyTexts.trend, content: () => <PolicyTrend report={report} /> },
          { name: 'exceptions', title: waiverTexts.title, content: () => <WaiverList policyId={id} /> },
          {
            name: 'systems',
            title: words.tabs.systems,
            content: () => <PolicySystems report={report} showOutcome={showScans} />,
          },
          { name: 'scans', title: words.tabs.scans, content: () => <Scans report={report} /> },
          { name: 'tailorings', title: words.tabs.tailorings, content: () => <PolicyTailorings id={id} /> },
        ]}
      />
    </>
  );
}

function Scans({ report }: { report: ReportRecord }): ReactNode {
  return (
    <div className="parts-of-page">
      <Schedule report={report} />
      <EvidenceMails report={report} />
      <Part title={texts.scans.title}>
        <PolicyScans policyId={report.id} />
      </Part>
    </div>
  );
}

const VERDICT_FILTER = choice('verdict', texts.verdict, Object.entries(texts.verdicts));
const FRESHNESS_FILTER = choice('freshness', texts.freshnessOf, [
  ['fresh', texts.freshness.fresh],
  ['stale', texts.freshness.stale],
]);
const STALE_RESULTS = '?freshness=stale';

function Results({ report }: { report: ReportRecord }): ReactNode {
  const source = `${COMPLIANCE}/reports/${report.id}/test_results`;
  const failed = useQueryString()[0].get('rule') ?? undefined;
  const rule = useRule(report, failed);
  return (
    <List<TestResultRecord>
      label={words.tabs.results}
      source={source}
      toKey={({ id }) => id}
      isLive
      filters={[
        { kind: 'text', name: 'q', label: texts.system },
        VERDICT_FILTER,
        FRESHNESS_FILTER,
        { kind: 'given', name: 'rule', label: rule },
        { kind: 'expression', name: 'filter', label: texts.filter, example: words.example },
      ]}
      fetchPage={sortedPages(source, 'score', (filter) => [
        filter('filter'),
        equalsCondition('verdict', filter('verdict')),
        equalsCondition('freshness', filter('freshness')),
        nameCondition(filter('q')),
        failedRuleCondition(failed),
      ])}
      columns={[
        column('display_name', texts.system, 'sortable', (row) => (
          <Link to={`/compliance/policies/${report.id}/results/${row.id}`}>{row.display_name}</Link>
        )),
        column('verdict', texts.verdict, (row) => <VerdictLabel value={row.verdict} />),
        column('excepted', texts.withExceptions, (row) => <ExceptedVerdict result={row} />),
        column('score', texts.score, 'sortable', (row) => (
          <Score value={getScore(row)} threshold={report.compliance_threshold} />
        )),
        column('failed_rule_count', texts.failedRules, 'sortable', 'number', (row) => row.failed_rule_count),
        column('end_time', texts.scanned, 'sortable', (row) => <Scanned result={row} />),
      ]}
      empty={<EmptyPart {...words.noResults} />}
    />
  );
}

/** The rule by which results are filtered, with a link that removes the filter. */
function useRule({ security_guide_id: guide }: ReportRecord, ref: string | undefined): ReactNode {
  const page = `${guide}/rules/${encodeURIComponent(ref ?? '')}`;
  const rule = useApi<Single<RuleRecord>>(ref ? `${COMPLIANCE}/security_guides/${page}` : undefined);
  const text = texts.failingRule(rule.data?.data.title ?? ref ?? '');
  return rule.data ? <Link to={`/compliance/guides/${page}`}>{text}</Link> : text;
}

function FailedRules({ report }: { report: ReportRecord }): ReactNode {
  const { id, security_guide_id: guide } = report;
  const [search] = useQueryString();
  const sort = toSortBy(search.get('sort') ?? '-count');
  const stats = useApi<ReportStatsRecord>(withQuery(`${COMPLIANCE}/reports/${id}/stats`, { sort_by: sort }));
  const mayAsk = useMay('compliance:waiver:write');
  const toTitle = (rule: FailedRuleRecord): ReactNode => (
    <Link to={`/compliance/guides/${guide}/rules/${rule.ref_id}`}>{rule.title}</Link>
  );
  return (
    <Loaded query={stats}>
      {({ top_failed_rules: rules }) => (
        <DataTable<FailedRuleRecord>
          label={words.tabs.rules}
          rows={rules}
          toKey={({ ref_id: ref }) => ref}
          columns={[
            column('rule', texts.rule, toTitle),
            column('severity', texts.severity, 'sortable', (row) => <SeverityLabel value={row.severity} />),
            column('identifier', texts.identifier, (row) => row.identifier?.label ?? '–'),
            column('count', words.failedOn, 'sortable', 'number', ({ count, ref_id: ref, title }) => (
              <Link to={failuresAddress(id, ref)} aria-label={words.failedOnSystems(count, title)}>
                {count}
              </Link>
            )),
            ...(mayAsk
              ? [column<FailedRuleRecord>('ask', waiverTexts.one, (rule) => <AskWaiver rule={rule} report={report} />)]
              : []),
          ]}
          empty={<EmptyPart {...words.noFailures} />}
        />
      )}
    </Loaded>
  );
}

function Actions({ report, showOutcome: showScans }: ReportProps): ReactNode {
  const [dialog, setDialog] = useState<'upload' | 'edit'>();
  const close = (): void => setDialog(undefined);
  const mayScan = useMay('compliance:scan:write') && report.assigned_system_count > 0;
  const mayUpload = useMay('compliance:report:write');
  const mayChange = useMay('compliance:policy:write');
  const mayRemove = useMay('compliance:policy:delete');
  return (
    <Flex columnGap={{ default: 'columnGapSm' }} rowGap={{ default: 'rowGapSm' }}>
      {mayScan && (
        <ScanNow policyId={report.id} done={showScans}>
          {texts.scans.now}
        </ScanNow>
      )}
      {mayUpload && (
        <Button variant="secondary" onClick={() => setDialog('upload')}>
          {uploadTexts.result}
        </Button>
      )}
      <Downloads reportId={report.id} />
      <LinkButton variant="secondary" to={`/compliance/policies/${report.id}/print`} state={PRINT}>
        {texts.print}
      </LinkButton>
      {mayChange && (
        <Button variant="secondary" onClick={() => setDialog('edit')}>
          {words.edit}
        </Button>
      )}
      {mayRemove && (
        <RemoveButton
          action={words.remove}
          title={`${words.remove}: ${report.title}`}
          remove={() => request(`${COMPLIANCE}/policies/${report.id}`, { method: 'DELETE' })}
          to="/compliance"
        >
          {words.removeBody}
        </RemoveButton>
      )}
      {dialog === 'upload' && <UploadResult policyId={report.id} close={close} />}
      {dialog === 'edit' && <EditPolicy report={report} close={close} />}
    </Flex>
  );
}

function EditPolicy({ report, close }: { report: ReportRecord; close: () => void }): ReactNode {
  const [body, field] = useFields({
    compliance_threshold: String(report.compliance_threshold),
    description: report.description,
    business_objective: report.business_objective ?? '',
  });
  const changed = useChanged();
  const isRight = isThreshold(body.compliance_threshold);
  return (
    <FormDialog
      title={report.title}
      action={words.save}
      isReady={isRight}
      submit={() => changed(request(`${COMPLIANCE}/policies/${report.id}`, { method: 'PATCH', body }))}
      close={close}
    >
      <TextField
        {...field('compliance_threshold')}
        label={texts.threshold}
        help={texts.wizard.thresholdHelp}
        problem={isRight ? undefined : texts.thresholdProblem}
        isRequired
      />
      <TextField {...field('description')} label={texts.description} />
      <TextField {...field('business_objective')} label={texts.objective} />
    </FormDialog>
  );
}
