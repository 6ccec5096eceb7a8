import { Button } from '@patternfly/react-core';
import type { GroupRest, OperationHistoryRest } from '@wardstone/client/monitoring';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useMay } from '../api/caller';
import { useFetched, wardstone } from '../api/client';
import { pagesFrom, resourceOfJob } from '../api/monitoring';
import { useQueryString } from '../parts/filters';
import { column, List } from '../parts/list';
import { Part } from '../parts/page';
import { EmptyPart } from '../parts/states';
import { ExecutionLabel } from '../parts/monitoring/execution-label';
import { ScheduleForm } from '../parts/monitoring/schedule-form';
import { ScheduledOperations } from '../parts/monitoring/scheduled-operations';
import { AlertTable } from '../parts/monitoring/alert-table';
import { Time } from '../parts/values';
import { alertTexts } from '../texts/alerts';
import { inventoryTexts } from '../texts/inventory';
import { operationTexts } from '../texts/operations';

interface OfGroup {
  group: GroupRest;
}

/** Alerts on the members. */
export function GroupAlerts({ group: { id } }: OfGroup): ReactNode {
  return <AlertTable of={{ groupId: id }} empty={<EmptyPart title={alertTexts.empty.title} />} />;
}

/** Operations on all members, and their executions. */
export function GroupOperations({ group }: OfGroup): ReactNode {
  const { id, name } = group;
  const words = inventoryTexts.operations;
  const [isOpen, setOpen] = useState(false);
  const [, change] = useQueryString();
  const mayRun = useMay('CONTROL');
  const definitions = useFetched(['/rest/group/{id}/resources', id, 'operations'], async (signal) => {
    const [member] = await wardstone.get('/rest/group/{id}/resources', { path: { id }, signal });
    if (group.category !== 'COMPATIBLE' || !member) return [];
    const query = { resourceId: member.resourceId, include: 'displayName,description' };
    return wardstone.get('/rest/operation/definitions', { query, signal });
  });
  const offered = definitions.data ?? [];
  return (
    <div className="parts-of-page">
      <ScheduledOperations
        target={{ groupId: id }}
        title={operationTexts.groupTitle}
        empty={definitions.data && offered.length === 0 ? operationTexts.noOperations : operationTexts.emptyGroup}
        actions={
          mayRun &&
          offered.length > 0 && (
            <Button size="sm" onClick={() => setOpen(true)}>
              {operationTexts.runOnGroup}
            </Button>
          )
        }
      />
      <Part title={words.history}>
        <List<OperationHistoryRest>
          label={words.history}
          source={`/rest/operation/history?groupId=${id}`}
          toKey={({ jobId }) => jobId}
          fetchPage={pagesFrom('/rest/operation/history', [], { query: { groupId: id, include: 'awaitsApproval' } })}
          columns={[
            column('operation', words.operation, ({ operationName, jobId }) => (
              <Link to={`/inventory/${resourceOfJob(jobId)}/operations?job=${encodeURIComponent(jobId)}`}>
                {operationName}
              </Link>
            )),
            column('resource', alertTexts.resource, ({ jobId, resourceName }) => (
              <Link to={`/inventory/${resourceOfJob(jobId)}`}>{resourceName}</Link>
            )),
            column('status', words.status, (row) => <ExecutionLabel {...row} />),
            column('changed', words.changed, ({ lastModified }) => <Time at={lastModified} />),
          ]}
          empty={<EmptyPart {...words.emptyHistory} headingLevel="h3" />}
        />
      </Part>
      {isOpen && (
        <ScheduleForm
          title={operationTexts.runOn(name)}
          target={{ groupId: id }}
          definitions={offered}
          when="now"
          scheduled={({ id: schedule }) => {
            setOpen(false);
            change({ schedule: String(schedule) });
          }}
          close={() => setOpen(false)}
        />
      )}
    </div>
  );
}
