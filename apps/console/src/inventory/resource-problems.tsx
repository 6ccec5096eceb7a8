import { Label } from '@patternfly/react-core';
import type { ResourceOverview } from '@wardstone/dto/monitoring';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { AvailabilityLabel, PriorityLabel } from '../parts/labels';
import { whyOf } from '../parts/monitoring/why-of';
import { DataTable } from '../parts/paged-table';
import { Ago, Time } from '../parts/time';
import { inventoryTexts } from '../texts/inventory';

const texts = inventoryTexts.now;

interface ResourceProblemsProps {
  overview: ResourceOverview;
}

/** In one line: how it is, since when, and what is open. */
export function ResourceState({ overview }: ResourceProblemsProps): ReactNode {
  const { availability, availabilitySince: since, agent, openAlertCount, downCount } = overview;
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
        <Label isCompact variant="outline" status={openAlertCount > 0 ? 'danger' : 'success'}>
          {texts.openAlerts(openAlertCount)}
        </Label>
      </li>
      <li>
        <Label isCompact variant="outline" status={downCount > 0 ? 'danger' : 'success'}>
          {texts.down(downCount)}
        </Label>
      </li>
      {agent && (
        <li>
          {texts.lastContact} <Ago at={agent.lastContact} />{' '}
          {agent.silent && (
            <Label isCompact variant="outline" status="danger">
              {texts.silent}
            </Label>
          )}
        </li>
      )}
    </ul>
  );
}

/** What is wrong with it and its parts, the worst first. */
export function ResourceProblems({ overview }: ResourceProblemsProps): ReactNode {
  const { resourceId: own, openAlerts, openAlertCount, down, downCount } = overview;
  const listed = openAlerts.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      {openAlerts.length > 0 && (
        <DataTable
          label={texts.alerts}
          rows={openAlerts}
          keyOf={({ alertId }) => String(alertId)}
          columns={[
            { name: 'priority', title: texts.priority, cell: ({ priority }) => <PriorityLabel value={priority} /> },
            {
              name: 'alert',
              title: texts.alert,
              cell: ({ alertId, name }) => <Link to={`/alerts/${alertId}`}>{name}</Link>,
            },
            {
              name: 'where',
              title: texts.where,
              cell: ({ resourceId, resourceName }) =>
                resourceId === own ? (
                  texts.itself
                ) : (
                  <Link to={`/inventory/${resourceId}/alerts?acknowledged=false`}>{resourceName}</Link>
                ),
            },
            { name: 'why', title: texts.why, cell: ({ description }) => whyOf(description) },
            { name: 'count', title: texts.count, isNumber: true, cell: ({ count }) => count },
            { name: 'since', title: texts.first, cell: ({ since }) => <Time at={since} /> },
            { name: 'latest', title: texts.latest, cell: ({ latest }) => <Time at={latest} /> },
          ]}
        />
      )}
      {listed < openAlertCount && <p className="metric-summary">{texts.moreAlerts(openAlertCount - listed)}</p>}
      {down.length > 0 && (
        <DataTable
          label={texts.downParts}
          rows={down}
          keyOf={({ resourceId }) => String(resourceId)}
          columns={[
            {
              name: 'part',
              title: texts.downPart,
              cell: ({ resourceId, resourceName }) => <Link to={`/inventory/${resourceId}`}>{resourceName}</Link>,
            },
            { name: 'type', title: inventoryTexts.type, cell: ({ typeName }) => typeName },
            { name: 'state', title: inventoryTexts.availability, cell: () => <AvailabilityLabel value="DOWN" /> },
            { name: 'since', title: texts.sinceTitle, cell: ({ since }) => <Time at={since} /> },
          ]}
        />
      )}
      {down.length < downCount && <p className="metric-summary">{texts.moreDown(downCount - down.length)}</p>}
    </>
  );
}
