import type { ResourceOverview } from '@wardstone/client/monitoring';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Ago, AvailabilityLabel, PriorityLabel, Status, Time } from '../parts/values';
import { StateLabel } from '../parts/monitoring/state-label';
import { firingReason } from '../parts/monitoring/firing-reason';
import { column, DataTable } from '../parts/list';
import { inventoryTexts } from '../texts/inventory';
import { AgentProblems } from './agent-problems';

const texts = inventoryTexts.now;

interface ResourceProblemsProps {
  overview: ResourceOverview;
}

/** One line with the state, its start, and the number of open problems. */
export function ResourceState({ overview }: ResourceProblemsProps): ReactNode {
  const {
    availability,
    availabilitySince: since,
    agent,
    openAlertCount,
    acknowledgedCount,
    recoveredCount,
    downCount,
  } = overview;
  return (
    <ul className="resource-state" aria-label={texts.state}>
      <li>
        <AvailabilityLabel value={availability} />{' '}
        {since > 0 ? (
          <>
            {texts.since} <Time at={since} />
          </>
        ) : (
          texts.sinceUnknown
        )}
      </li>
      <li>
        <Status kind={openAlertCount > acknowledgedCount ? 'danger' : openAlertCount > 0 ? 'warning' : 'success'}>
          {texts.openAlerts(openAlertCount, acknowledgedCount)}
        </Status>
        {recoveredCount > 0 && <span className="text small"> {texts.recovered(recoveredCount)}</span>}
      </li>
      <li>
        <Status kind={downCount > 0 ? 'danger' : 'success'}>{texts.down(downCount)}</Status>
      </li>
      {agent && (
        <li>
          {texts.lastContact} <Ago at={agent.lastContact} />{' '}
          {agent.silent && <Status kind="danger">{texts.silent}</Status>}
          <AgentProblems problems={agent.problems} />
        </li>
      )}
    </ul>
  );
}

/** Problems of the resource and its children, worst first. */
export function ResourceProblems({ overview }: ResourceProblemsProps): ReactNode {
  const { resourceId: own, openAlerts, openAlertCount, down, downCount } = overview;
  return (
    <>
      {openAlerts.length > 0 && (
        <DataTable<ResourceOverview['openAlerts'][number]>
          label={texts.alerts}
          rows={openAlerts}
          toKey={({ alertId }) => String(alertId)}
          columns={[
            column('state', texts.state, (row) => <StateLabel status={row} />),
            column('priority', texts.priority, ({ priority }) => <PriorityLabel value={priority} />),
            column('alert', texts.alert, ({ alertId, name }) => <Link to={`/alerts/${alertId}`}>{name}</Link>),
            column('where', texts.where, ({ resourceId, resourceName }) =>
              resourceId === own ? texts.itself : <Link to={`/inventory/${resourceId}/alerts`}>{resourceName}</Link>,
            ),
            column('why', texts.why, ({ description }) => firingReason(description)),
            column('count', texts.count, 'number', ({ count }) => count),
            column('since', texts.first, ({ since }) => <Time at={since} />),
            column('latest', texts.latest, ({ latest }) => <Time at={latest} />),
          ]}
        />
      )}
      {openAlerts.length < openAlertCount && (
        <p className="metric-summary">{texts.moreAlerts(openAlertCount - openAlerts.length)}</p>
      )}
      {down.length > 0 && (
        <DataTable<ResourceOverview['down'][number]>
          label={texts.downParts}
          rows={down}
          toKey={({ resourceId }) => String(resourceId)}
          columns={[
            column('part', texts.downPart, ({ resourceId, resourceName }) => (
              <Link to={`/inventory/${resourceId}`}>{resourceName}</Link>
            )),
            column('type', inventoryTexts.type, ({ typeName }) => typeName),
            column('state', inventoryTexts.availability, () => <AvailabilityLabel value="DOWN" />),
            column('since', texts.sinceTitle, ({ since }) => <Time at={since} />),
          ]}
        />
      )}
      {down.length < downCount && <p className="metric-summary">{texts.moreDown(downCount - down.length)}</p>}
    </>
  );
}
