import { Button, Spinner } from '@patternfly/react-core';
import { useQueryClient } from '@tanstack/react-query';
import type { OperationDefinitionRest, OperationHistoryRest } from '@wardstone/client/monitoring';
import type { ObjectMap } from '@wardstone/dto';
import { type ReactNode, useState } from 'react';
import { Part } from '../parts/page';
import { type OfResource, pagesFrom } from '../api/monitoring';
import { column, List } from '../parts/list';
import { useAction, useFetched, useGet, wardstone, withQuery } from '../api/client';
import { EmptyPart, ErrorState, Loaded } from '../parts/states';
import { ExecutionLabel } from '../parts/monitoring/execution-label';
import { useQueryString } from '../parts/filters';
import { Facts, Time } from '../parts/values';
import { useMay } from '../api/caller';
import { inventoryTexts } from '../texts/inventory';
import { operationTexts } from '../texts/operations';
import { ScheduleForm } from '../parts/monitoring/schedule-form';
import { ScheduledOperations } from '../parts/monitoring/scheduled-operations';
import { AwaitsApproval } from './approval';
import { OperationForm } from './operation-form';
import { OperationResult } from './operation-result';
import type { ResultValue } from './domain/operation-result';

const texts = inventoryTexts.operations;
const HISTORY = '/rest/operation/history';
const EXECUTION = '/rest/operation/history/{job}';
const historyAddress = (resourceId: number): string => withQuery(HISTORY, { resourceId });
const NOTHING: readonly ResultValue[] = [];
/** Interval of reloading a running execution. */
const RUNNING_MS = 1_500;
/** Operations of a resource, and their executions. */
export function ResourceOperations({ resource }: OfResource): ReactNode {
  const { resourceId } = resource;
  const query = useGet('/rest/operation/definitions', { query: { resourceId, include: 'displayName,description' } });
  const queries = useQueryClient();
  const [search, change] = useQueryString();
  const [chosen, choose] = useState<OperationDefinitionRest>();
  const [planned, plan] = useState<OperationDefinitionRest>();
  const mayRun = useMay('CONTROL');
  const show = (job: string | undefined): void => change({ job });
  const started = (job: string): void => {
    choose(undefined);
    show(job);
    void queries.invalidateQueries({ queryKey: [historyAddress(resourceId)] });
  };
  const job = search.get('job');
  const getDisplayName = (name: string): string =>
    query.data?.find((known) => known.name === name)?.displayName ?? name;
  return (
    <div className="parts-of-page">
      <Part title={texts.title}>
        <Loaded query={query} lines={2}>
          {(definitions) =>
            definitions.length === 0 ? (
              <EmptyPart {...texts.empty} headingLevel="h3" />
            ) : (
              <ul className="operation-list">
                {definitions.map((definition) => (
                  <li key={definition.id}>
                    <span>
                      {definition.displayName}{' '}
                      <span className="resource-type">{texts.parameters(definition.params.length)}</span>
                      {definition.description && (
                        <span className="operation-description">{definition.description}</span>
                      )}
                    </span>
                    {mayRun && (
                      <span>
                        <Button
                          variant="secondary"
                          size="sm"
                          aria-label={texts.runOf(definition.displayName!)}
                          onClick={() => choose(definition)}
                        >
                          {texts.run}
                        </Button>{' '}
                        <Button
                          variant="link"
                          size="sm"
                          aria-label={operationTexts.scheduleOf(definition.displayName!)}
                          onClick={() => plan(definition)}
                        >
                          {operationTexts.schedule}
                        </Button>
                      </span>
                    )}
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </Part>
      {job !== null && (
        <Execution job={job} resourceId={resourceId} getDisplayName={getDisplayName} close={() => show(undefined)} />
      )}
      <ScheduledOperations target={{ resourceId }} title={operationTexts.title} empty={operationTexts.empty} />
      <History resource={resource} getDisplayName={getDisplayName} show={show} />
      {planned && (
        <ScheduleForm
          title={operationTexts.scheduleOf(planned.displayName!)}
          target={{ resourceId }}
          definitions={[planned]}
          when="once"
          scheduled={() => plan(undefined)}
          close={() => plan(undefined)}
        />
      )}
      {chosen && (
        <OperationForm definition={chosen} resourceId={resourceId} started={started} close={() => choose(undefined)} />
      )}
    </div>
  );
}

interface NamesOperations {
  /** The display name of an operation. */
  getDisplayName: (name: string) => string;
}

interface ExecutionProps extends NamesOperations {
  job: string;
  resourceId: number;
  close: () => void;
}

function Execution({ job, resourceId, getDisplayName: nameOf, close }: ExecutionProps): ReactNode {
  const path = { job };
  const queries = useQueryClient();
  const query = useFetched(
    [EXECUTION, job],
    async (signal) => {
      const include = 'requestedBy,approvedBy,awaitsApproval,params';
      const execution = await wardstone.get(EXECUTION, { path, query: { include }, signal });
      if (execution.status !== 'inprogress') void queries.invalidateQueries({ queryKey: [historyAddress(resourceId)] });
      return execution;
    },
    {
      refetchInterval: ({ state }) =>
        state.data === undefined || state.data.status === 'inprogress' ? RUNNING_MS : false,
    },
  );
  const isRunning = query.data?.status === 'inprogress';
  const { data: output } = useGet(`${EXECUTION}/output`, isRunning && { path }, { refetchInterval: RUNNING_MS });
  const hasResult = query.data !== undefined && Object.keys(query.data.result).length > 0;
  const { data: declared } = useGet(`${EXECUTION}/values`, hasResult && { path }, { staleTime: Infinity });
  const mayCancel = useMay('CONTROL');
  const cancel = useAction(async () => {
    await wardstone.post(`${EXECUTION}/cancel`, { path });
    await queries.invalidateQueries({ queryKey: [EXECUTION, job] });
  });
  return (
    <section aria-label={texts.result} aria-live="polite">
      <Loaded query={query} lines={2}>
        {(execution) => (
          <>
            <div className="part-head">
              <h2>{texts.results(nameOf(execution.operationName))}</h2>
              <Button variant="link" onClick={close}>
                {texts.close}
              </Button>
            </div>
            <p>
              <ExecutionLabel {...execution} /> <Time at={execution.lastModified} />
            </p>
            <Facts
              facts={[
                [operationTexts.requestedBy, execution.requestedBy],
                [operationTexts.approvals.approvedBy, execution.approvedBy],
              ]}
            />
            {execution.awaitsApproval && (
              <AwaitsApproval execution={execution} name={nameOf(execution.operationName)} />
            )}
            {isRunning && output?.value && <pre className="event-text">{output.value}</pre>}
            {execution.status === 'inprogress' && !execution.awaitsApproval && (
              <p>
                <Spinner size="md" aria-label={texts.running} />{' '}
                {mayCancel && (
                  <Button variant="link" isDisabled={cancel.isBusy} onClick={() => cancel.run()}>
                    {texts.cancel}
                  </Button>
                )}
              </p>
            )}
            {cancel.error && <ErrorState error={cancel.error} />}
            {execution.errorMessage !== null && <pre className="event-text">{execution.errorMessage}</pre>}
            {(execution.status === 'success' || hasResult) && (
              <OperationResult result={execution.result as ObjectMap} declared={declared ?? NOTHING} />
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}

interface HistoryProps extends OfResource, NamesOperations {
  show: (job: string) => void;
}

function History({ resource: { resourceId }, getDisplayName: nameOf, show }: HistoryProps): ReactNode {
  return (
    <Part title={texts.history}>
      <List<OperationHistoryRest>
        label={texts.history}
        source={historyAddress(resourceId)}
        fetchPage={pagesFrom(HISTORY, [], { query: { resourceId, include: 'awaitsApproval' } })}
        toKey={({ jobId }) => jobId}
        columns={[
          column('operation', texts.operation, ({ operationName, jobId }) => (
            <Button variant="link" isInline onClick={() => show(jobId)}>
              {nameOf(operationName)}
            </Button>
          )),
          column('status', texts.status, (row) => <ExecutionLabel {...row} />),
          column('changed', texts.changed, ({ lastModified }) => <Time at={lastModified} />),
        ]}
        empty={<EmptyPart {...texts.emptyHistory} headingLevel="h3" />}
      />
    </Part>
  );
}
