import { Alert, AlertActionCloseButton, Button } from '@patternfly/react-core';
import type { ScanRecord, ScanRequestRecord, TestResultRecord } from '@wardstone/client/compliance';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { COMPLIANCE, fetchTotal, equalsCondition, joinByAnd, type Single, sortedPages } from '../api/compliance';
import { request, useAction, useChanged, useFetched } from '../api/client';
import { EmptyPart, ErrorState } from '../parts/states';
import { Person } from '../parts/person';
import { Ago, Status, Time } from '../parts/values';
import { BUSY_MS, type Column, column, List } from '../parts/list';
import { LongWork } from '../parts/long-work';
import { RemoveButton } from '../parts/remove-button';
import { useMay } from '../api/caller';
import { complianceTexts } from '../texts/compliance';
import { choice } from '../parts/filters';

const { steps } = complianceTexts.scans;

interface NextStep {
  text: string;
  /** Page of the console for this step. */
  to?: (policyId: string) => string;
}

const linkToTab =
  (tab: string) =>
  (policyId: string): string =>
    `/compliance/policies/${policyId}?tab=${tab}`;
const toGuides = (): string => '/compliance/guides';

/** Steps by the first words of the reason, as stated by compliance and agents. */
const STEPS: readonly (readonly [start: string, step: NextStep])[] = [
  ['no agent reports the system', { text: steps.noAgent }],
  ['the policy is for another operating system', { text: steps.otherSystem, to: linkToTab('systems') }],
  ['the policy has no tailoring', { text: steps.noTailoring, to: linkToTab('tailorings') }],
  ['the document of the guide is not kept', { text: steps.noDocument, to: toGuides }],
  ['there is no oscap', { text: steps.noScanner }],
  ['the agent lacks the rights', { text: steps.noRights }],
  ['the guide does not apply', { text: steps.otherGuide, to: toGuides }],
  ['the guide has no', { text: steps.otherGuide, to: toGuides }],
  ['the scan took more than', { text: steps.tooLong }],
];

/** Next step for a system that was not scanned; undefined for unknown reasons. Pure. */
function findNextStep(reason: string): NextStep | undefined {
  return STEPS.find(([start]) => reason.startsWith(start))?.[1];
}

const { scans: texts } = complianceTexts;

export const SCANS = `${COMPLIANCE}/scans`;

/** Whether a scan is pending or running. Pure. */
export const isOpen = ({ state }: Pick<ScanRecord, 'state'>): boolean =>
  state === 'queued' || state === 'offered' || state === 'running';

const KIND_OF_STATE = {
  queued: undefined,
  offered: undefined,
  running: 'info',
  uploaded: 'success',
  failed: 'danger',
  cancelled: undefined,
  not_scanned: 'warning',
} as const satisfies Record<ScanRecord['state'], unknown>;

export interface ScanStateProps {
  scan: ScanRecord | undefined;
  /** The last result, which states how many rules the scanner evaluates. */
  result: TestResultRecord | undefined;
}

/** Progress or outcome of a scan, or why there is none and the next step. */
export function ScanState({ scan, result }: Partial<ScanStateProps>): ReactNode {
  if (!scan) return texts.never;
  const { state, reason } = scan;
  const step = reason === null ? undefined : findNextStep(reason);
  return (
    <div className="scan">
      <Status kind={KIND_OF_STATE[state]}>{texts.states[state]}</Status> <Stage scan={scan} result={result} />
      {reason !== null && <p>{reason}</p>}
      {step && <p>{step.to === undefined ? step.text : <Link to={step.to(scan.policy_id)}>{step.text}</Link>}</p>}
    </div>
  );
}

function Stage({ scan, result }: ScanStateProps & { scan: ScanRecord }): ReactNode {
  const { state, evaluated_rule_count: evaluated, started_at, ended_at, created_at, test_result_id: uploaded } = scan;
  if (state === 'uploaded' && uploaded !== null) {
    return (
      <Link to={`/compliance/policies/${scan.policy_id}/results/${uploaded}`}>
        <Ago at={ended_at} />
      </Link>
    );
  }
  if (state !== 'running') return <Ago at={ended_at ?? created_at} />;
  const ruleCount = result && countRules(result);
  const label = texts.rules(evaluated, ruleCount);
  return (
    <>
      {ruleCount === undefined ? label : <LongWork title={label} done={evaluated} total={ruleCount} />}
      <p>
        {texts.started} <Ago at={started_at} />
      </p>
    </>
  );
}

/** Number of rules that the scanner evaluates for the same guide; undefined if it was not counted. */
function countRules(result: TestResultRecord): number | undefined {
  const { not_applicable_rule_count: others, passed_rule_count: passed, failed_rule_count: failed } = result;
  return others === null ? undefined : others + passed + failed;
}

/** Button that stops a pending or running scan; shown only with the permission. */
export function StopScan({ scan }: { scan: ScanRecord }): ReactNode {
  const { id, display_name: name } = scan;
  return (
    <RemoveButton
      action={texts.stop}
      title={texts.stopTitle(name)}
      remove={() => request(`${SCANS}/${id}`, { method: 'DELETE' })}
    >
      {texts.stopBody}
    </RemoveButton>
  );
}

/** Column with buttons that stop scans; undefined without the permission. */
export function useStopColumn<T>(scanOf: (row: T) => ScanRecord | undefined): readonly Column<T>[] {
  const mayStop = useMay('compliance:scan:write');
  if (!mayStop) return [];
  const stop = (row: T): ReactNode => {
    const scan = scanOf(row);
    return scan && isOpen(scan) && <StopScan scan={scan} />;
  };
  return [column('stop', texts.actions, stop)];
}

interface ScanNowProps {
  policyId: string;
  /** All systems of the policy if absent. */
  systemIds?: readonly string[];
  isInRow?: boolean;
  children: ReactNode;
  done: (outcome: ScanRequestRecord) => void;
}

/** Button that requests scans by the agents of systems. */
export function ScanNow({ policyId, systemIds, isInRow = false, children, done }: ScanNowProps): ReactNode {
  const changed = useChanged();
  const { run, isBusy, error } = useAction(async () => {
    const body = systemIds === undefined ? {} : { system_ids: systemIds };
    const path = `${COMPLIANCE}/policies/${policyId}/scans`;
    done((await changed(request<Single<ScanRequestRecord>>(path, { method: 'POST', body }))).data);
  });
  return (
    <>
      <Button
        {...(isInRow ? { variant: 'link', isInline: true } : {})}
        isDisabled={isBusy || systemIds?.length === 0}
        isLoading={isBusy}
        onClick={() => run()}
      >
        {children}
      </Button>
      {error && <ErrorState error={error} title={texts.refused} />}
    </>
  );
}

/** Outcome of a request for scans; once they have ended, only systems that cannot be scanned. */
export function ScanRequestOutcome({ outcome, close }: { outcome: ScanRequestRecord; close: () => void }): ReactNode {
  const { policy_id: policy, queued, under_way: underWay, not_scanned: notScanned } = outcome;
  const filter = joinByAnd(equalsCondition('policy_id', policy), OPEN);
  const { data: open } = useFetched([SCANS, filter, 'total'], (signal) => fetchTotal(SCANS, filter, signal), {
    refetchInterval: ({ state }) => (state.data === 0 ? false : BUSY_MS),
  });
  const hasEnded = queued + underWay === 0 || open === 0;
  const causes = notScanned > 0 && (
    <Link to={`/compliance/policies/${policy}?tab=scans&state=${encodeURIComponent(NOT_SCANNED)}`}>
      {texts.notScanned(notScanned)}
    </Link>
  );
  if (hasEnded && !causes) return null;
  return (
    <Alert
      variant={causes ? 'warning' : 'info'}
      isInline
      title={hasEnded ? causes : texts.asked(queued, underWay)}
      actionClose={<AlertActionCloseButton onClose={close} />}
    >
      {!hasEnded && (causes || texts.askedBody)}
    </Alert>
  );
}

const OPEN = 'state ^ (queued offered running)';
const NOT_SCANNED = 'state = not_scanned and newest = true';
const STATE_FILTER = choice('state', texts.state, [
  [OPEN, texts.open],
  [NOT_SCANNED, texts.states.not_scanned],
  ['state = failed', texts.states.failed],
  ['state = uploaded', texts.states.uploaded],
  ['state = cancelled', texts.states.cancelled],
]);

/** Last scans of the systems of a policy. */
export function PolicyScans({ policyId }: { policyId: string }): ReactNode {
  const stop = useStopColumn<ScanRecord>((scan) => scan);
  return (
    <List<ScanRecord>
      label={texts.title}
      source={`${SCANS} ${policyId}`}
      toKey={({ id }) => id}
      isLive
      isBusy={isOpen}
      filters={[STATE_FILTER]}
      fetchPage={sortedPages(SCANS, '-created_at', (filter) => [
        equalsCondition('policy_id', policyId),
        filter('state'),
      ])}
      columns={[
        column('display_name', complianceTexts.system, 'sortable', (row) => (
          <Link to={`/compliance/systems/${row.system_id}`}>{row.display_name}</Link>
        )),
        column('state', texts.state, 'sortable', (row) => <ScanState scan={row} />),
        column('asked_by', texts.askedBy, ({ asked_by: by }) =>
          by === null ? texts.bySchedule : <Person login={by} />,
        ),
        column('created_at', texts.createdAt, 'sortable', ({ created_at: at }) => <Time at={at} />),
        ...stop,
      ]}
      empty={<EmptyPart {...texts.none} />}
    />
  );
}
