import type { AlertRest, GroupRest, OperationHistoryRest } from '@wardstone/dto/monitoring';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { monitoringPage } from '../api/pages';
import { resourceOfJob } from '../api/resources';
import { EmptyPart } from '../parts/empty-part';
import { PriorityLabel } from '../parts/labels';
import { List } from '../parts/list-page';
import { ExecutionLabel } from '../parts/monitoring/execution-label';
import { StateLabel } from '../parts/monitoring/alert-table';
import { whyOf } from '../parts/monitoring/why-of';
import { Time } from '../parts/time';
import { alertTexts } from '../texts/alerts';
import { groupTexts } from '../texts/groups';
import { inventoryTexts } from '../texts/inventory';

const texts = groupTexts.one;

interface OfGroup {
  group: GroupRest;
}

/** What fired on the members. */
export function GroupAlerts({ group: { id } }: OfGroup): ReactNode {
  return (
    <List<AlertRest>
      label={texts.sections.alerts}
      source={`/rest/alert?groupId=${id}`}
      keyOf={(row) => String(row.id)}
      filters={[
        {
          kind: 'choice',
          name: 'acknowledged',
          label: alertTexts.state,
          options: [
            { value: 'false', label: alertTexts.states.open },
            { value: 'true', label: alertTexts.states.acknowledged },
          ],
        },
      ]}
      fetchPage={({ filter, ...wanted }) =>
        monitoringPage(
          '/rest/alert',
          { ...wanted, query: { groupId: id, acknowledged: filter('acknowledged') } },
          'size',
        )
      }
      columns={[
        {
          name: 'alertTime',
          title: alertTexts.fired,
          isSortable: true,
          cell: ({ alertTime }) => <Time at={alertTime} />,
        },
        {
          name: 'priority',
          title: alertTexts.priority,
          isSortable: true,
          cell: ({ alertDefinition }) => <PriorityLabel value={alertDefinition.priority} />,
        },
        {
          name: 'name',
          title: alertTexts.name,
          isSortable: true,
          cell: ({ id: alert, name }) => <Link to={`/alerts/${alert}`}>{name}</Link>,
        },
        {
          name: 'resourceName',
          title: alertTexts.resource,
          isSortable: true,
          cell: ({ resource }) => <Link to={`/inventory/${resource.resourceId}`}>{resource.resourceName}</Link>,
        },
        { name: 'why', title: alertTexts.why, cell: ({ description }) => whyOf(description) },
        { name: 'state', title: alertTexts.state, cell: (row) => <StateLabel alert={row} /> },
      ]}
      empty={<EmptyPart title={alertTexts.empty.title} />}
    />
  );
}

/** What was run on the members. */
export function GroupOperations({ group: { id } }: OfGroup): ReactNode {
  const words = inventoryTexts.operations;
  return (
    <List<OperationHistoryRest>
      label={texts.sections.operations}
      source={`/rest/operation/history?groupId=${id}`}
      keyOf={({ jobId }) => jobId}
      fetchPage={({ page, size, signal }) =>
        monitoringPage('/rest/operation/history', { page, size, signal, query: { groupId: id } })
      }
      columns={[
        {
          name: 'operation',
          title: words.operation,
          cell: ({ operationName, jobId }) => (
            <Link to={`/inventory/${resourceOfJob(jobId)}/operations?job=${encodeURIComponent(jobId)}`}>
              {operationName}
            </Link>
          ),
        },
        {
          name: 'resource',
          title: alertTexts.resource,
          cell: ({ jobId, resourceName }) => <Link to={`/inventory/${resourceOfJob(jobId)}`}>{resourceName}</Link>,
        },
        { name: 'status', title: words.status, cell: ({ status }) => <ExecutionLabel status={status} /> },
        { name: 'changed', title: words.changed, cell: ({ lastModified }) => <Time at={lastModified} /> },
      ]}
      empty={<EmptyPart title={words.emptyHistory.title}>{words.emptyHistory.body}</EmptyPart>}
    />
  );
}
