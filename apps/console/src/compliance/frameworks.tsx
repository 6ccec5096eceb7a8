import { Content, type LabelProps } from '@patternfly/react-core';
import type { ControlRecord, FrameworkStateRecord, ReportRecord, SystemRecord } from '@wardstone/client/compliance';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { LIVE, useApi, useFetched, withQuery } from '../api/client';
import {
  COMPLIANCE,
  compliancePage,
  containsCondition,
  equalsCondition,
  type Single,
  sortedPages,
} from '../api/compliance';
import { choice, type Filter, useQueryString } from '../parts/filters';
import { column, List } from '../parts/list';
import { ConsolePage } from '../parts/page';
import { EmptyPart, Loaded } from '../parts/states';
import { Facts, Status } from '../parts/values';
import { complianceTexts } from '../texts/compliance';
import { frameworkTexts as texts } from '../texts/frameworks';
import { findGroupId, useGroup } from './groups';
import { CompliancePage } from './list-frame';

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

const GROUP_FILTER: Filter = { kind: 'text', name: 'group', label: texts.group };

/** Pages of a list about controls: those of the inventory group that the address names, if it names one. */
function pagesOfGroup<T>(
  ...[source, order, conditions]: Parameters<typeof sortedPages<T>>
): ReturnType<typeof sortedPages<T>> {
  return async (wanted) => {
    const name = wanted.filter('group');
    const group_id = name === undefined ? undefined : await findGroupId(name, wanted.signal);
    if (name !== undefined && group_id === undefined) return { rows: [], total: 0 };
    return sortedPages<T>(source, order, conditions, { group_id })(wanted);
  };
}

interface FrameworksProps {
  /** Address of the operations about a policy or system; that of all policies when absent. */
  of?: string;
  /** A system has no filter by group. */
  isOfSystem?: boolean;
  /** The page that the pages of frameworks are below. */
  page: string;
}

/** Frameworks referenced by rules of a policy, a system or all policies, with the number of controls in each state. */
export function Frameworks({ of = COMPLIANCE, isOfSystem = false, page }: FrameworksProps): ReactNode {
  const source = `${of}/controls/frameworks`;
  const group = useQueryString()[0].get('group') ?? undefined;
  const toPage = (framework: string, state?: State): string =>
    withQuery(`${page}/frameworks/${framework}`, { state, group });
  const getCount = (state: State) => (row: FrameworkStateRecord) => {
    const count = row[`${state}_control_count`];
    if (count === 0) return 0;
    return (
      <Link to={toPage(row.ref_id, state)} aria-label={`${row.title}: ${states[state]} ${count}`}>
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
        toKey={({ id }) => id}
        {...(isOfSystem ? {} : { filters: [GROUP_FILTER] })}
        fetchPage={pagesOfGroup(source, 'title')}
        columns={[
          column('title', texts.one, 'sortable', (row) => <Link to={toPage(row.ref_id)}>{row.title}</Link>),
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

/** The frameworks of all policies. */
export function AllFrameworks(): ReactNode {
  return (
    <CompliancePage>
      <Frameworks page="/compliance" />
    </CompliancePage>
  );
}

/** Controls of a framework, by the results of a policy. */
export function PolicyFramework(): ReactNode {
  const { policyId = '' } = useParams();
  const of = `${COMPLIANCE}/reports/${encodeURIComponent(policyId)}`;
  const policy = useApi<Single<ReportRecord>>(of, LIVE).data?.data;
  const page = {
    title: policy?.title ?? complianceTexts.policy,
    to: `/compliance/policies/${policyId}?tab=frameworks`,
  };
  return <Framework of={of} trail={[page]} guideId={policy?.security_guide_id} />;
}

/** Controls of a framework, by the results of a system. */
export function SystemFramework(): ReactNode {
  const { systemId = '' } = useParams();
  const of = `${COMPLIANCE}/systems/${encodeURIComponent(systemId)}`;
  const system = useApi<Single<SystemRecord>>(of).data?.data;
  const page = {
    title: system?.display_name ?? complianceTexts.system,
    to: `/compliance/systems/${systemId}?tab=frameworks`,
  };
  return <Framework of={of} trail={[page]} isOfSystem />;
}

/** Controls of a framework, by the results of all policies. */
export function AllOfFramework(): ReactNode {
  return <Framework of={COMPLIANCE} trail={[{ title: texts.title, to: '/compliance/frameworks' }]} />;
}

interface FrameworkProps {
  of: string;
  trail: readonly { title: string; to: string }[];
  /** The guide whose rules controls lead to. */
  guideId?: string | undefined;
  isOfSystem?: boolean;
}

function Framework({ of, trail, guideId: guide, isOfSystem = false }: FrameworkProps): ReactNode {
  const { framework = '' } = useParams();
  const source = `${of}/controls`;
  const own = equalsCondition('framework', framework);
  const group = useGroup(useQueryString()[0].get('group') ?? '');
  const counts = useFetched([source, 'framework', framework, group.id], async (signal) => {
    const path = `${source}/frameworks`;
    const query = { filter: equalsCondition('ref_id', framework), group_id: group.id };
    return (await compliancePage<FrameworkStateRecord>(path, { page: 0, size: 1, query, signal })).rows[0];
  });
  const toName = ({ framework: ref, name }: ControlRecord): ReactNode => {
    if (guide === undefined) return name;
    const rules = withQuery(`/compliance/guides/${guide}`, { tab: 'rules', control: `${ref}:${name}` });
    return (
      <Link to={rules} aria-label={texts.rulesOf(name)}>
        {name}
      </Link>
    );
  };
  return (
    <ConsolePage
      title={counts.data?.title ?? texts.one}
      trail={[{ title: complianceTexts.title, to: '/compliance' }, ...trail]}
      actions={
        group.isReady && (
          <a href={withQuery(`${source}.csv`, { filter: own, group_id: group.id })} download>
            {texts.csv}
          </a>
        )
      }
    >
      <Loaded query={counts} lines={1}>
        {(known) =>
          known &&
          group.isReady && (
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
        toKey={({ id }) => id}
        isLive
        filters={[
          { kind: 'text', name: 'q', label: texts.searchControls },
          STATE_FILTER,
          ...(isOfSystem ? [] : [GROUP_FILTER]),
        ]}
        fetchPage={pagesOfGroup(source, 'name', (filter) => [
          own,
          containsCondition('name', filter('q')),
          equalsCondition('state', filter('state')),
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
