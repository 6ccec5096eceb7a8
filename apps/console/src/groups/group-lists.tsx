import type { GroupRest, OperationHistoryRest } from '@wardstone/client/monitoring';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { pagesOf, resourceOfJob } from '../api/monitoring';
import { column, List } from '../parts/list';
import { EmptyPart } from '../parts/states';
import { ExecutionLabel } from '../parts/monitoring/execution-label';
import { AlertTable } from '../parts/monitoring/alert-table';
import { Time } from '../parts/values';
import { alertTexts } from '../texts/alerts';
import { groupTexts } from '../texts/groups';
import { inventoryTexts } from '../texts/inventory';

const texts = groupTexts.one;

interface OfGroup {
  group: GroupRest;
}

/** What fired on the members. */
export function GroupAlerts({ group: { id } }: OfGroup): ReactNode {
  return <AlertTable of={{ groupId: id }} empty={<EmptyPart title={alertTexts.empty.title} />} />;
}

/** What was run on the members. */
export function GroupOperations({ group: { id } }: OfGroup): ReactNode {
  const words = inventoryTexts.operations;
  return (
    <List<OperationHistoryRest>
      label={texts.sections.operations}
      source={`/rest/operation/history?groupId=${id}`}
      keyOf={({ jobId }) => jobId}
      fetchPage={pagesOf('/rest/operation/history', [], { query: { groupId: id } })}
      columns={[
        column('operation', words.operation, ({ operationName, jobId }) => (
          <Link to={`/inventory/${resourceOfJob(jobId)}/operations?job=${encodeURIComponent(jobId)}`}>
            {operationName}
          </Link>
        )),
        column('resource', alertTexts.resource, ({ jobId, resourceName }) => (
          <Link to={`/inventory/${resourceOfJob(jobId)}`}>{resourceName}</Link>
        )),
        column('status', words.status, ({ status }) => <ExecutionLabel status={status} />),
        column('changed', words.changed, ({ lastModified }) => <Time at={lastModified} />),
      ]}
      empty={<EmptyPart {...words.emptyHistory} />}
    />
  );
}
