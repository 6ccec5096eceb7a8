import { Alert, Button } from '@patternfly/react-core';
import type { Row } from '@wardstone/client';
import type { OperationScheduleRest } from '@wardstone/client/monitoring';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useMay } from '../../api/caller';
import { LIVE, useChanged, useFetched, useGet, wardstone } from '../../api/client';
import { operationTexts as texts } from '../../texts/operations';
import { ConfirmDialog } from '../forms';
import { useQueryString } from '../filters';
import { column, DataTable } from '../list';
import { Part } from '../page';
import { RemoveButton } from '../remove-button';
import { EmptyPart, Loaded } from '../states';
import { Facts, Status, Time } from '../values';
import { ApprovalActions } from './approval-actions';
import type { ScheduleTarget } from './schedule-form';

const SOURCE = '/rest/operation/schedules';
const SCHEDULE = '/rest/operation/schedules/{id}';
type RunMember = Row<`${typeof SCHEDULE}/members`>;
const RUNNING_MS = 2_000;
const MEMBERS = 1_000;
/** Maximum number, newest first. */
const SHOWN = 50;

interface ScheduledOperationsProps {
  target: ScheduleTarget;
  title: string;
  empty: { title: string; body: string };
  actions?: ReactNode;
}

/** Scheduled operations and their runs on a resource or group, with details of one. */
export function ScheduledOperations({ target, title, empty, actions }: ScheduledOperationsProps): ReactNode {
  const [search, change] = useQueryString();
  const chosen = search.get('schedule');
  const query = useFetched(
    [SOURCE, target],
    (signal) => wardstone.page(SOURCE, { page: 0, size: SHOWN, query: target, signal }),
    {
      refetchInterval: ({ state }) =>
        state.data?.rows.some((row) => row.state === 'RUNNING') ? RUNNING_MS : LIVE.refetchInterval,
    },
  );
  return (
    <>
      {chosen !== null && <ScheduleDetails id={Number(chosen)} close={() => change({ schedule: undefined })} />}
      <Part title={title} actions={actions}>
        <Loaded query={query} lines={3}>
          {({ rows }) => (
            <DataTable<OperationScheduleRest>
              label={title}
              rows={rows}
              toKey={({ id }) => String(id)}
              columns={[
                column('operation', texts.operation, ({ id, displayName }) => (
                  <Button variant="link" isInline onClick={() => change({ schedule: String(id) })}>
                    {displayName}
                  </Button>
                )),
                column('state', texts.state, (row) => <ScheduleState schedule={row} />),
                column('next', texts.next, (row) => <NextRun schedule={row} />),
                column('last', texts.lastRun, (row) => <LastRun schedule={row} />),
                column('by', texts.requestedBy, (row) => <Requester schedule={row} />),
                column('actions', texts.actions, (row) => <ScheduleActions schedule={row} />),
              ]}
              empty={<EmptyPart {...empty} headingLevel="h3" />}
            />
          )}
        </Loaded>
      </Part>
    </>
  );
}

interface OfSchedule {
  schedule: OperationScheduleRest;
}

function ScheduleState({ schedule: { state, problem } }: OfSchedule): ReactNode {
  const kind = state === 'AWAITING_APPROVAL' ? 'warning' : state === 'RUNNING' ? 'info' : undefined;
  return (
    <>
      {kind ? <Status kind={kind}>{texts.states[state]}</Status> : texts.states[state]}
      {problem !== null && (
        <div className="text small">
          {texts.problem}: {problem}
        </div>
      )}
    </>
  );
}

function NextRun({ schedule: { nextTime, rule } }: OfSchedule): ReactNode {
  if (nextTime === 0) return '–';
  const often = /FREQ=(DAILY|WEEKLY|MONTHLY|YEARLY)/.exec(rule ?? '')?.[1] as keyof typeof texts.rules | undefined;
  return (
    <>
      <Time at={nextTime} />
      {often && <div className="text small">{texts.rules[often]}</div>}
    </>
  );
}

const RUN_KINDS = { INPROGRESS: 'info', SUCCESS: 'success', FAILURE: 'danger', CANCELED: 'warning' } as const;

function LastRun({ schedule: { run } }: OfSchedule): ReactNode {
  if (!run) return '–';
  return (
    <>
      <Status kind={RUN_KINDS[run.status]}>{texts.results[run.status]}</Status> <Time at={run.startTime} />
      <div className="text small">
        {(Object.keys(texts.counts) as (keyof typeof texts.counts)[])
          .filter((name) => run[name] > 0)
          .map((name) => texts.counts[name](run[name]))
          .join(', ')}
      </div>
    </>
  );
}

function Requester({ schedule: { requestedBy, approvedBy, canceledBy } }: OfSchedule): ReactNode {
  return (
    <>
      {requestedBy}
      {approvedBy !== null && <div className="text small">{texts.approvedBy(approvedBy)}</div>}
      {canceledBy !== null && <div className="text small">{texts.canceledBy(canceledBy)}</div>}
    </>
  );
}

/** Actions that are possible in its current state. */
export function ScheduleActions({ schedule }: OfSchedule): ReactNode {
  const { id, displayName, targetName, state, requestedBy } = schedule;
  const [isCanceling, setCanceling] = useState(false);
  const changed = useChanged();
  if (!useMay('CONTROL')) return null;
  const name = `${displayName} · ${targetName}`;
  const path = { id };
  if (state === 'ENDED') {
    return (
      <RemoveButton
        action={texts.remove}
        title={texts.removeTitle(name)}
        remove={() => wardstone.delete(SCHEDULE, { path })}
      >
        {texts.removeBody}
      </RemoveButton>
    );
  }
  if (state === 'AWAITING_APPROVAL') {
    return (
      <ApprovalActions
        name={name}
        requestedBy={requestedBy}
        approve={() => wardstone.post(`${SCHEDULE}/approve`, { path })}
        reject={(body) => wardstone.post(`${SCHEDULE}/reject`, { path, body })}
      >
        {texts.approveSchedule(requestedBy)}
        <ScheduleFacts schedule={schedule} />
      </ApprovalActions>
    );
  }
  return (
    <>
      <Button variant="link" isInline isDanger aria-label={texts.cancelTitle(name)} onClick={() => setCanceling(true)}>
        {texts.cancel}
      </Button>
      {isCanceling && (
        <ConfirmDialog
          title={texts.cancelTitle(name)}
          action={texts.cancel}
          isDanger
          confirm={() => changed(wardstone.post(`${SCHEDULE}/cancel`, { path }))}
          close={() => setCanceling(false)}
        >
          {texts.cancelBody}
        </ConfirmDialog>
      )}
    </>
  );
}

function ScheduleFacts({ schedule: { groupId, maxConcurrent, stopOnFailure, params } }: OfSchedule): ReactNode {
  const given = Object.entries(params as Record<string, unknown>).filter(([, value]) => value !== null && value !== '');
  return (
    <Facts
      facts={[
        [texts.limit, groupId === null ? undefined : texts.limits(maxConcurrent, stopOnFailure)],
        ...given.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const),
      ]}
    />
  );
}

const MEMBER_KINDS = {
  WAITING: undefined,
  INPROGRESS: 'info',
  SUCCESS: 'success',
  FAILURE: 'danger',
  CANCELED: 'warning',
  SKIPPED: undefined,
} as const;

/** Live progress of a run, with the output of each member on demand. */
function ScheduleDetails({ id, close }: { id: number; close: () => void }): ReactNode {
  const query = useGet(SCHEDULE, { path: { id } }, { refetchInterval: RUNNING_MS });
  const { run } = query.data ?? {};
  const members = useFetched(
    [SCHEDULE, id, 'members', run?.id, run?.endTime],
    (signal) =>
      wardstone.page(`${SCHEDULE}/members`, {
        path: { id },
        page: 0,
        size: MEMBERS,
        query: { runId: run?.id },
        signal,
      }),
    { refetchInterval: run && run.endTime === 0 ? RUNNING_MS : false, enabled: run !== undefined },
  );
  return (
    <section aria-live="polite">
      <Loaded query={query} lines={4}>
        {(schedule) => (
          <Part
            title={texts.details(schedule.displayName)}
            actions={
              <span>
                <ScheduleActions schedule={schedule} />{' '}
                <Button variant="link" onClick={close}>
                  {texts.close}
                </Button>
              </span>
            }
          >
            {schedule.state === 'AWAITING_APPROVAL' && <Alert variant="warning" isInline title={texts.waits} />}
            <ScheduleFacts schedule={schedule} />
            <p>
              <LastRun schedule={schedule} />
            </p>
            {run && (
              <Loaded query={members} lines={4}>
                {({ rows }) => <Members rows={rows} />}
              </Loaded>
            )}
          </Part>
        )}
      </Loaded>
    </section>
  );
}

function Members({ rows }: { rows: readonly RunMember[] }): ReactNode {
  return (
    <DataTable<RunMember>
      label={texts.lastRun}
      rows={rows}
      toKey={({ resourceId }) => String(resourceId)}
      columns={[
        column('host', texts.host, ({ hostId, hostName }) => <Link to={`/inventory/${hostId}`}>{hostName}</Link>),
        column('resource', texts.resource, ({ resourceId, resourceName, jobId }) => (
          <Link
            to={
              jobId === null
                ? `/inventory/${resourceId}`
                : `/inventory/${resourceId}/operations?job=${encodeURIComponent(jobId)}`
            }
          >
            {resourceName}
          </Link>
        )),
        column('status', texts.state, ({ status }) => {
          const kind = MEMBER_KINDS[status];
          return kind ? <Status kind={kind}>{texts.memberStates[status]}</Status> : texts.memberStates[status];
        }),
        column('reason', texts.reason, ({ errorMessage }) => errorMessage ?? ''),
      ]}
    />
  );
}
