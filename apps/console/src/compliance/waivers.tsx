import type { WaiverRecord } from '@wardstone/client/compliance';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { COMPLIANCE, containsCondition, equalsCondition, sortedPages } from '../api/compliance';
import { EmptyPart } from '../parts/states';
import { choice, type Filter } from '../parts/filters';
import { LinkButton } from '../parts/page';
import { column, List } from '../parts/list';
import { Person } from '../parts/person';
import { Time } from '../parts/values';
import { waiverTexts as texts } from '../texts/waivers';
import { CompliancePage } from './list-frame';
import { pageOfWaiver, WaiverScope, WaiverState } from './waiver-parts';

const WAIVERS = `${COMPLIANCE}/waivers`;
const { filters: words, states } = texts;
const STATE: Filter = choice('state', texts.state, Object.entries(states));
const PLACES: readonly Filter[] = [
  { kind: 'text', name: 'system', label: words.system },
  { kind: 'text', name: 'group', label: words.group },
];

/** Exceptions of all policies. */
export function Waivers(): ReactNode {
  return (
    <CompliancePage>
      <WaiverList />
    </CompliancePage>
  );
}

const stateIs = (state: string | undefined): string | undefined =>
  state === 'soon' ? 'expires_soon = true' : equalsCondition('state', state);

/** Waivers that can apply to a policy, including those for any policy; without a policy, all waivers. */
export function WaiverList({ policyId }: { policyId?: string }): ReactNode {
  return (
    <List<WaiverRecord>
      label={texts.title}
      source={`${WAIVERS} ${policyId}`}
      toKey={({ id }) => id}
      isLive
      filters={[
        STATE,
        ...(policyId === undefined ? [{ kind: 'text', name: 'policy', label: words.policy } as const] : []),
        ...PLACES,
      ]}
      fetchPage={sortedPages(WAIVERS, '-requested_at', (filter) => [
        stateIs(filter('state')),
        policyId && `${equalsCondition('policy_id', policyId)} or null? policy_id`,
        containsCondition('policy_title', filter('policy')),
        containsCondition('system_names', filter('system')),
        containsCondition('group_name', filter('group')),
      ])}
      columns={[
        column('rule_ref_id', texts.rule, 'sortable', (row) => (
          <span className="decision wide">
            <Link to={pageOfWaiver(row.id)}>{row.rule?.title ?? row.rule_ref_id}</Link>
            <small className="text small on-paper">{row.reason}</small>
          </span>
        )),
        column('result', texts.decision, ({ result, owner, severity }) => (
          <span className="decision">
            {severity !== null ? texts.lowered(severity) : result === null ? texts.excepted : texts.reviewed(result)}
            {owner !== null && <small className="text small">{owner}</small>}
          </span>
        )),
        column('scope', texts.scope, (row) => (
          <div className="wide">
            <WaiverScope waiver={row} />
          </div>
        )),
        column('state', texts.state, 'sortable', (row) => (
          <span className="decision">
            <WaiverState waiver={row} />
            {row.decided_by !== null && (
              <small className="text small">
                {texts.by} <Person login={row.decided_by} />
              </small>
            )}
          </span>
        )),
        column('expires_at', texts.expires, 'sortable', (row) => <Time at={row.expires_at} />),
        column('requested_at', texts.requestedBy, 'sortable', (row) => (
          <span className="decision">
            <Person login={row.requested_by} />
            <small className="text small">{<Time at={row.requested_at} />}</small>
          </span>
        )),
      ]}
      empty={
        <EmptyPart
          title={texts.empty.title}
          body={texts.empty.body}
          action={<LinkButton to="/compliance">{texts.empty.action}</LinkButton>}
        />
      }
    />
  );
}
