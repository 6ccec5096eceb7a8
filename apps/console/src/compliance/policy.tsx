import { Button, Content, Flex, PageSection } from '@patternfly/react-core';
import type {
  FailedRuleRecord,
  ReportRecord,
  ReportStatsRecord,
  RuleRecord,
  TailoringRecord,
  TestResultRecord,
} from '@wardstone/dto/compliance';
import { type ReactNode, useState } from 'react';
import { Link, useParams } from 'react-router';
import { compliantText } from '../parts/score-text';
import { request, withQuery } from '../api/client';
import { allOf, COMPLIANCE, failing, failuresOf, named, type Single, sortedPage } from '../api/compliance';
import { LIVE, useApi, useRefresh } from '../api/hooks';
import { sortByOf } from '../api/pages';
import { EmptyPart } from '../parts/empty-part';
import { FormDialog, TextRow } from '../parts/form-dialog';
import { List } from '../parts/list-page';
import { LinkButton } from '../parts/link-button';
import { Loaded } from '../parts/loaded';
import { PageHead } from '../parts/page-head';
import { DataTable } from '../parts/paged-table';
import { PartTabs } from '../parts/part-tabs';
import { useQueryString } from '../parts/query-string';
import { RemoveButton } from '../parts/remove-button';
import { Time } from '../parts/time';
import { useMay } from '../shell/caller';
import { complianceTexts as texts } from '../texts/compliance';
import { Score, SeverityLabel, VerdictLabel } from './labels';
import { PRINT } from './policy-print';
import { PolicySystems } from './policy-systems';
import { PolicyTailorings } from './policy-tailorings';
import { ShareBar } from './share-bar';
import { UploadResult } from './upload-result';
import { isThreshold } from './values';
import { sharesOf } from './verdict';

const { report: words } = texts;

/** A policy and its report. */
export function Policy(): ReactNode {
  const { policyId = '' } = useParams();
  const query = useApi<Single<ReportRecord>>(`${COMPLIANCE}/reports/${encodeURIComponent(policyId)}`, LIVE);
  const report = query.data?.data;
  return (
    <>
      <PageHead
        title={report?.title ?? texts.policy}
        trail={[{ title: texts.title, to: '/compliance' }]}
        actions={report && <Actions report={report} />}
      />
      <PageSection hasBodyWrapper={false}>
        <Loaded query={query}>{({ data }) => <Report report={data} />}</Loaded>
      </PageSection>
    </>
  );
}

function Report({ report }: { report: ReportRecord }): ReactNode {
  const { id, compliant_system_count: compliant, assigned_system_count: assigned } = report;
  return (
    <>
      <section className="report-summary">
        <p className="big-figure">{compliantText(report)}</p>
        <div className="grow">
          <p>{words.of(compliant, assigned)}</p>
          <ShareBar shares={sharesOf(report)} />
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
          { name: 'rules', title: words.tabs.rules, content: () => <FailedRules id={id} /> },
          { name: 'systems', title: words.tabs.systems, content: () => <PolicySystems report={report} /> },
          { name: 'tailorings', title: words.tabs.tailorings, content: () => <PolicyTailorings id={id} /> },
        ]}
      />
    </>
  );
}

const VERDICT_FILTERS = [
  { value: 'compliant = true', label: texts.verdicts.compliant },
  { value: 'compliant = false and supported = true', label: texts.verdicts.notCompliant },
  { value: 'supported = false', label: texts.verdicts.unsupported },
];

function Results({ report }: { report: ReportRecord }): ReactNode {
  const source = `${COMPLIANCE}/reports/${report.id}/test_results`;
  const failed = useQueryString()[0].get('rule') ?? undefined;
  const rule = useRuleOf(report.id, failed);
  return (
    <List<TestResultRecord>
      label={words.tabs.results}
      source={source}
      keyOf={({ id }) => id}
      isLive
      filters={[
        { kind: 'text', name: 'q', label: texts.system },
        { kind: 'choice', name: 'verdict', label: words.anyVerdict, options: VERDICT_FILTERS },
        { kind: 'given', name: 'rule', label: rule },
        { kind: 'expression', name: 'filter', label: texts.filter, example: words.example },
      ]}
      fetchPage={({ filter, sort = 'score', ...wanted }) =>
        sortedPage(
          source,
          { ...wanted, sort },
          allOf(filter('filter'), filter('verdict'), named(filter('q')), failing(failed)),
        )
      }
      columns={[
        {
          name: 'display_name',
          title: texts.system,
          isSortable: true,
          cell: (row) => <Link to={`/compliance/policies/${report.id}/results/${row.id}`}>{row.display_name}</Link>,
        },
        { name: 'verdict', title: texts.verdict, cell: (row) => <VerdictLabel result={row} /> },
        {
          name: 'score',
          title: texts.score,
          isSortable: true,
          cell: (row) => <Score value={row.score} threshold={report.compliance_threshold} />,
        },
        {
          name: 'failed_rule_count',
          title: texts.failedRules,
          isSortable: true,
          isNumber: true,
          cell: (row) => row.failed_rule_count,
        },
        {
          name: 'os',
          title: texts.osVersion,
          isNumber: true,
          cell: (row) => texts.os(row.os_major_version, row.os_minor_version),
        },
        { name: 'end_time', title: texts.scanned, isSortable: true, cell: (row) => <Time at={row.end_time} /> },
      ]}
      empty={<EmptyPart title={words.noResults.title}>{words.noResults.body}</EmptyPart>}
    />
  );
}

/** Where the rules of a policy are explained; not asked for while the policy is undefined. */
function useGuideOf(policyId: string | undefined): string | undefined {
  const path = policyId && `${COMPLIANCE}/policies/${policyId}/tailorings?limit=1`;
  return useApi<Single<TailoringRecord[]>>(path).data?.data[0]?.security_guide_id;
}

/** The rule that the results are narrowed to, and the way back to it. */
function useRuleOf(policyId: string, ref: string | undefined): ReactNode {
  const guide = useGuideOf(ref && policyId);
  const page = `${guide}/rules/${encodeURIComponent(ref ?? '')}`;
  const rule = useApi<Single<RuleRecord>>(guide && ref ? `${COMPLIANCE}/security_guides/${page}` : undefined);
  const text = texts.failingRule(rule.data?.data.title ?? ref ?? '');
  return rule.data ? <Link to={`/compliance/guides/${page}`}>{text}</Link> : text;
}

function FailedRules({ id }: { id: string }): ReactNode {
  const [search] = useQueryString();
  const sort = sortByOf(search.get('sort') ?? '-count');
  const stats = useApi<ReportStatsRecord>(withQuery(`${COMPLIANCE}/reports/${id}/stats`, { sort_by: sort }));
  const guide = useGuideOf(id);
  const titleOf = (rule: FailedRuleRecord): ReactNode =>
    guide ? <Link to={`/compliance/guides/${guide}/rules/${rule.ref_id}`}>{rule.title}</Link> : rule.title;
  return (
    <Loaded query={stats}>
      {({ top_failed_rules: rules }) =>
        rules.length === 0 ? (
          <EmptyPart title={words.noFailures.title}>{words.noFailures.body}</EmptyPart>
        ) : (
          <DataTable
            label={words.tabs.rules}
            rows={rules}
            keyOf={({ ref_id: ref }) => ref}
            columns={[
              { name: 'rule', title: texts.rule, cell: titleOf },
              {
                name: 'severity',
                title: texts.severity,
                isSortable: true,
                cell: (row) => <SeverityLabel value={row.severity} />,
              },
              { name: 'identifier', title: texts.identifier, cell: (row) => row.identifier?.label ?? '–' },
              {
                name: 'count',
                title: words.failedOn,
                isSortable: true,
                isNumber: true,
                cell: ({ count, ref_id: ref, title }) => (
                  <Link to={failuresOf(id, ref)} aria-label={words.failedOnSystems(count, title)}>
                    {count}
                  </Link>
                ),
              },
            ]}
          />
        )
      }
    </Loaded>
  );
}

function Actions({ report }: { report: ReportRecord }): ReactNode {
  const [dialog, setDialog] = useState<'upload' | 'edit'>();
  const close = (): void => setDialog(undefined);
  const mayUpload = useMay('compliance:report:write');
  const mayChange = useMay('compliance:policy:write');
  const mayRemove = useMay('compliance:policy:delete');
  return (
    <Flex columnGap={{ default: 'columnGapSm' }} rowGap={{ default: 'rowGapSm' }}>
      <LinkButton variant="secondary" to={`/compliance/policies/${report.id}/print`} state={PRINT}>
        {texts.print}
      </LinkButton>
      {mayUpload && <Button onClick={() => setDialog('upload')}>{texts.upload.result}</Button>}
      {mayChange && (
        <Button variant="secondary" onClick={() => setDialog('edit')}>
          {words.edit}
        </Button>
      )}
      {mayRemove && (
        <RemoveButton
          action={words.remove}
          title={`${words.remove}: ${report.title}`}
          path={`${COMPLIANCE}/policies/${report.id}`}
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
  const [threshold, setThreshold] = useState(String(report.compliance_threshold));
  const [description, setDescription] = useState(report.description);
  const [objective, setObjective] = useState(report.business_objective ?? '');
  const refresh = useRefresh();
  const submit = async (): Promise<void> => {
    const body = { compliance_threshold: threshold, description, business_objective: objective };
    await request(`${COMPLIANCE}/policies/${report.id}`, { method: 'PATCH', body });
    await refresh();
  };
  return (
    <FormDialog title={report.title} action={words.save} isReady={isThreshold(threshold)} submit={submit} close={close}>
      <TextRow
        label={texts.threshold}
        value={threshold}
        change={setThreshold}
        help={texts.wizard.thresholdHelp}
        problem={isThreshold(threshold) ? undefined : texts.thresholdProblem}
        isRequired
      />
      <TextRow label={texts.description} value={description} change={setDescription} />
      <TextRow label={texts.objective} value={objective} change={setObjective} />
    </FormDialog>
  );
}
