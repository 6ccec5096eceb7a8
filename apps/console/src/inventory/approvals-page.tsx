import type { OperationHistoryRest, OperationScheduleRest } from '@wardstone/client/monitoring';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { LIVE, useFetched, wardstone } from '../api/client';
import { resourceOfJob } from '../api/monitoring';
import { column, DataTable } from '../parts/list';
import { ScheduleActions } from '../parts/monitoring/scheduled-operations';
import { ConsolePage, LinkButton, Part } from '../parts/page';
import { EmptyPart, Loaded } from '../parts/states';
import { Time } from '../parts/values';
import { inventoryTexts } from '../texts/inventory';
import { operationTexts } from '../texts/operations';
import { ApprovalButtons, ExecutionParameters } from './approval';

const texts = operationTexts.approvals;
const HISTORY = '/rest/operation/history';
const SCHEDULES = '/rest/operation/schedules';
const SHOWN = 100;

/** Link to executions that require approval; nothing if there are none. */
export function ToApprovals(): ReactNode {
  const waiting = useFetched(
    [HISTORY, 'approvals'],
    async (signal) => {
      const first = { page: 0, size: 1, signal };
      const [executions, schedules] = await Promise.all([
        wardstone.page(HISTORY, { ...first, query: { awaitsApproval: true } }),
        wardstone.page(SCHEDULES, { ...first, query: { state: 'AWAITING_APPROVAL' as const } }),
      ]);
      return executions.total + schedules.total;
    },
    LIVE,
  ).data;
  if (!waiting) return null;
  return <LinkButton to="/inventory/approvals">{texts.link(waiting)}</LinkButton>;
}

/** Executions that require approval by a second person. */
export function ApprovalsPage(): ReactNode {
  const query = useFetched(
    [HISTORY, SCHEDULES, 'awaiting'],
    async (signal) => {
      const first = { page: 0, size: SHOWN, signal };
      const include = 'hostId,hostName,params,requestedBy';
      const [executions, schedules] = await Promise.all([
        wardstone.page(HISTORY, { ...first, query: { awaitsApproval: true, include } }),
        wardstone.page(SCHEDULES, { ...first, query: { state: 'AWAITING_APPROVAL' as const } }),
      ]);
      return { executions: executions.rows, schedules: schedules.rows };
    },
    LIVE,
  );
  return (
    <ConsolePage title={texts.title} trail={[{ title: inventoryTexts.title, to: '/inventory' }]}>
      <Loaded query={query} lines={6}>
        {({ executions, schedules }) =>
          executions.length + schedules.length === 0 ? (
            <EmptyPart {...texts.empty} />
          ) : (
            <div className="parts-of-page">
              {executions.length > 0 && <Executions rows={executions} />}
              {schedules.length > 0 && <Schedules rows={schedules} />}
            </div>
          )
        }
      </Loaded>
    </ConsolePage>
  );
}

function Executions({ rows }: { rows: readonly OperationHistoryRest[] }): ReactNode {
  return (
    <Part title={texts.executions}>
      <DataTable<OperationHistoryRest>
        label={texts.executions}
        rows={rows}
        toKey={({ jobId }) => jobId}
        columns={[
          column('operation', operationTexts.operation, ({ operationName, jobId }) => (
            <Link to={`/inventory/${resourceOfJob(jobId)}/operations?job=${encodeURIComponent(jobId)}`}>
              {operationName}
            </Link>
          )),
          column('resource', operationTexts.resource, ({ resourceName }) => resourceName),
          column('host', operationTexts.host, ({ hostId, hostName }) => (
            <Link to={`/inventory/${hostId}`}>{hostName}</Link>
          )),
          column('parameters', operationTexts.parameters, (row) => <ExecutionParameters {...row} />),
          column('by', operationTexts.requestedBy, ({ requestedBy }) => requestedBy),
          column('time', texts.requested, ({ lastModified }) => <Time at={lastModified} />),
          column('actions', operationTexts.actions, (row) => (
            <ApprovalButtons execution={row} name={row.operationName} />
          )),
        ]}
      />
    </Part>
  );
}

function Schedules({ rows }: { rows: readonly OperationScheduleRest[] }): ReactNode {
  return (
    <Part title={texts.schedules}>
      <DataTable<OperationScheduleRest>
        label={texts.schedules}
        rows={rows}
        toKey={({ id }) => String(id)}
        columns={[
          column('operation', operationTexts.operation, ({ displayName, groupId, resourceId, id }) => (
            <Link
              to={`${groupId === null ? `/inventory/${resourceId}` : `/groups/${groupId}`}/operations?schedule=${id}`}
            >
              {displayName}
            </Link>
          )),
          column('target', operationTexts.resource, ({ targetName }) => targetName),
          column('next', operationTexts.next, ({ nextTime }) => <Time at={nextTime} />),
          column('by', operationTexts.requestedBy, ({ requestedBy }) => requestedBy),
          column('time', texts.requested, ({ createTime }) => <Time at={createTime} />),
          column('actions', operationTexts.actions, (row) => <ScheduleActions schedule={row} />),
        ]}
      />
    </Part>
  );
}
