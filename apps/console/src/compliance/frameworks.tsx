import { Content, type LabelProps } from '@patternfly/react-core';
import type { ControlRecord, FrameworkStateRecord, ReportRecord } from '@wardstone/client/compliance';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { LIVE, useApi, useFetched, withQuery } from '../api/client';
import { COMPLIANCE, compliancePage, has, is, type Single, sortedPages } from '../api/compliance';
import { choice } from '../parts/filters';
import { column, List } from '../parts/list';
import { ConsolePage } from '../parts/page';
import { EmptyPart, Loaded } from '../parts/states';
import { Facts, Status } from '../parts/values';
import { complianceTexts } from '../texts/compliance';
import { frameworkTexts as texts } from '../texts/frameworks';

const { states } = texts;
type State = ControlRecord['state'];

const STATUS_OF_STATE: Readonly<Record<State, LabelProps['status']>> = {
  failed: 'danger',
  passed: 'success',
  partly_checked: 'warning',
  not_checked: 'info',
  not_applicable: undefined,
};
const STATE_FILTER = choice('state', texts.state, Object.entries(states));

const toPage = (policyId: string, framework: string, state?: State): string =>
  withQuery(`/compliance/policies/${policyId}/frameworks/${framework}`, { state });

/** Frameworks referenced by the rules of a policy, with the number of controls in each state. */
export function PolicyFrameworks({ policyId }: { policyId: string }): ReactNode {
  const source = `${COMPLIANCE}/reports/${policyId}/controls/frameworks`;
  const getCount = (state: State) => (row: FrameworkStateRecord) => {
    const count = row[`${state}_control_count`];
    if (count === 0) return 0;
    return (
      <Link to={toPage(policyId, row.ref_id, state)} aria-label={`${row.title}: ${states[state]} ${count}`}>
        {count}
      </Link>
    );
  };
  return (
    <>
      <Content component="p">{texts.help}</Content>
      <List<FrameworkStateRecord>
        label={texts.title}
        source={source}
        keyOf={({ id }) => id}
        fetchPage={sortedPages(source, 'title')}
        columns={[
          column('title', texts.one, 'sortable', (row) => <Link to={toPage(policyId, row.ref_id)}>{row.title}</Link>),
          column('control_count', texts.controls, 'sortable', 'number', (row) => row.control_count),
          column('failed_control_count', states.failed, 'sortable', 'number', getCount('failed')),
          column('passed', states.passed, 'number', getCount('passed')),
          column('partly_checked', states.partly_checked, 'number', getCount('partly_checked')),
          column('not_checked', states.not_checked, 'number', getCount('not_checked')),
          column('not_applicable', states.not_applicable, 'number', getCount('not_applicable')),
        ]}
        empty={<EmptyPart {...texts.empty} />}
      />
    </>
  );
}

/** Controls of a framework, by the results of a policy. */
export function Framework(): ReactNode {
  const { policyId = '', framework = '' } = useParams();
  const report = `${COMPLIANCE}/reports/${encodeURIComponent(policyId)}`;
  const policy = useApi<Single<ReportRecord>>(report, LIVE);
  const source = `${report}/controls`;
  const own = is('framework', framework);
  const query = { filter: is('ref_id', framework) };
  const counts = useFetched([source, 'framework', framework], async (signal) => {
    const path = `${source}/frameworks`;
    return (await compliancePage<FrameworkStateRecord>(path, { page: 0, size: 1, query, signal })).rows[0];
  });
  const guide = policy.data?.data.security_guide_id;
  const toName = ({ framework: of, name }: ControlRecord): ReactNode => {
    if (guide === undefined) return name;
    const rules = withQuery(`/compliance/guides/${guide}`, { tab: 'rules', control: `${of}:${name}` });
    return (
      <Link to={rules} aria-label={texts.rulesOf(name)}>
        {name}
      </Link>
    );
  };
  return (
    <ConsolePage
      title={counts.data?.title ?? texts.one}
      trail={[
        { title: complianceTexts.title, to: '/compliance' },
        {
          title: policy.data?.data.title ?? complianceTexts.policy,
          to: `/compliance/policies/${policyId}?tab=frameworks`,
        },
      ]}
      actions={
        <a href={withQuery(`${source}.csv`, { filter: own })} download>
          {texts.csv}
        </a>
      }
    >
      <Loaded query={counts} lines={1}>
        {(known) =>
          known && (
            <Facts
              facts={[
                [texts.controls, known.control_count],
                ...(Object.keys(states) as State[]).map(
                  (state) => [states[state], known[`${state}_control_count`]] as const,
                ),
              ]}
            />
          )
        }
      </Loaded>
      <Content component="p">{texts.help}</Content>
      <List<ControlRecord>
        label={texts.controls}
        source={`${source} ${framework}`}
        keyOf={({ id }) => id}
        isLive
        filters={[{ kind: 'text', name: 'q', label: texts.searchControls }, STATE_FILTER]}
        fetchPage={sortedPages(source, 'name', (filter) => [
          own,
          has('name', filter('q')),
          is('state', filter('state')),
        ])}
        columns={[
          column('name', texts.control, 'sortable', toName),
          column('state', texts.state, ({ state }) => <Status kind={STATUS_OF_STATE[state]}>{states[state]}</Status>),
          column('with_exceptions', texts.withExceptions, (row) =>
            row.excepted_rule_count === 0 ? (
              '–'
            ) : (
              <Status kind={STATUS_OF_STATE[row.state_with_exceptions]}>{states[row.state_with_exceptions]}</Status>
            ),
          ),
          column('rule_count', texts.rules, 'sortable', 'number', (row) => row.rule_count),
          column('failed_rule_count', texts.failedRules, 'sortable', 'number', (row) => row.failed_rule_count),
          column('passed', texts.passedRules, 'number', (row) => row.passed_rule_count),
          column('not_checked', texts.uncheckedRules, 'number', (row) => row.not_checked_rule_count),
        ]}
        empty={<EmptyPart title={texts.empty.title} />}
      />
    </ConsolePage>
  );
}
