import type { DryRun, DryRunScope } from '@wardstone/client/monitoring';
import { type ReactNode, useMemo } from 'react';
import { wardstone } from '../api/client';
import { MetricChart } from '../charts/metric-chart';
import { Evaluated } from '../parts/evaluated';
import { column, DataTable } from '../parts/list';
import { placeText } from '../parts/monitoring/place';
import { describeMatch } from '../parts/monitoring/firing-reason';
import { ErrorState, LoadingLines } from '../parts/states';
import { Time } from '../parts/values';
import { alertTexts } from '../texts/alerts';
import { getThresholds } from './domain/bounds';
import { ExpressionChart } from './expression-chart';
import { type DefinitionDraft, toDefinition } from './domain/definition-draft';
import type { Owner } from '../parts/monitoring/owner';
import { type Sample, useSample } from './use-sample';

const texts = alertTexts.definition.dryRun;
const DRY_RUN = '/rest/alert/definitions/dry-run';
const MAX_LISTED = 10;

interface DryRunViewProps {
  draft: DefinitionDraft;
  sample: Sample | null;
  /** Owner of the definition. */
  owner: Owner | undefined;
  /** Escalation policy of its alerts; absent if there is none. */
  escalationId?: number | undefined;
}

/** Dry run of a definition over the last days, repeated after each edit. */
export function DryRunView({ draft, sample, owner, escalationId }: DryRunViewProps): ReactNode {
  const sent = sample
    ? toDefinition(
        {
          ...draft,
          name: draft.name || '-',
          // The configuration may still be incomplete.
          notifications: draft.notifications.map(({ senderName, config }) => ({ senderName, config })),
        },
        sample.schedules,
      )
    : undefined;
  const query = {
    resourceId: sample?.resource.resourceId,
    escalationId,
    ...(owner && owner.kind !== 'resource' ? { [`${owner.kind}Id`]: owner.id } : {}),
  };
  return (
    <section className="dry-run" aria-labelledby="dry-run-title" aria-live="polite">
      <h2 id="dry-run-title">{texts.title}</h2>
      {!sample ? (
        <p>{texts.noResource}</p>
      ) : !sent ? (
        <p>{texts.incomplete}</p>
      ) : (
        <Evaluated
          name={[DRY_RUN, query]}
          evaluate={(body, signal) => wardstone.post(DRY_RUN, { query, body, signal })}
          body={JSON.stringify(sent)}
          texts={texts}
          waiting={<p>{placeText(sample.resource)}</p>}
        >
          {(run, body) => <Result run={run} body={body} sample={sample} escalationId={escalationId} />}
        </Evaluated>
      )}
    </section>
  );
}

interface ResultProps {
  run: DryRun;
  body: string;
  sample: Sample;
  escalationId?: number | undefined;
}

/** Resources of a group or type on which it would have fired, and the alerts on one of them. */
function Result({ run, body, sample, escalationId }: ResultProps): ReactNode {
  const [first] = run.scope?.fired ?? [];
  const isElsewhere = run.alertCount === 0 && first !== undefined && first.resourceId !== sample.resource.resourceId;
  return (
    <>
      {run.scope && <FiredResources scope={run.scope} />}
      {isElsewhere ? (
        <OnFired resourceId={first.resourceId} body={body} escalationId={escalationId} />
      ) : (
        <OnSample run={run} body={body} sample={sample} />
      )}
    </>
  );
}

/** Dry run on the resource on which it would have fired most. */
function OnFired({
  resourceId,
  body,
  escalationId,
}: Pick<ResultProps, 'body' | 'escalationId'> & { resourceId: number }) {
  const { sample, error } = useSample({ kind: 'resource', id: resourceId });
  const query = { resourceId, escalationId };
  if (error) return <ErrorState error={error} title={texts.failed} />;
  if (!sample || sample.resource.resourceId !== resourceId) return <LoadingLines />;
  return (
    <Evaluated
      name={[DRY_RUN, query]}
      evaluate={(sent, signal) => wardstone.post(DRY_RUN, { query, body: sent, signal })}
      body={body}
      texts={texts}
    >
      {(run, of) => <OnSample run={run} body={of} sample={sample} />}
    </Evaluated>
  );
}

function OnSample({ run, body, sample }: Pick<ResultProps, 'run' | 'body' | 'sample'>): ReactNode {
  const { endTime, alerts, alertCount, facts, notes } = run;
  const isOnce = (JSON.parse(body) as { dampeningCategory?: string }).dampeningCategory === 'ONCE';
  const start = getStart(run);
  const range = useMemo(() => ({ start, end: endTime }), [start, endTime]);
  const marks = useMemo(() => alerts.map(({ time, summary }) => ({ at: time, label: summary })), [alerts]);
  const conditions = useMemo(
    () => (JSON.parse(body) as { conditions?: Parameters<typeof getThresholds>[0][] }).conditions ?? [],
    [body],
  );
  const watched = useMemo(() => {
    return conditions.flatMap((condition, at) => {
      const schedule = sample.schedules.find(({ definitionId }) => definitionId === condition.measurementDefinition);
      return schedule && schedule.type === 'MEASUREMENT'
        ? [{ key: at, schedule, lines: getThresholds(condition) }]
        : [];
    });
  }, [conditions, sample.schedules]);
  return (
    <>
      <p className="dry-run-count">{texts.count(alertCount, facts, placeText(sample.resource))}</p>
      {run.result && <ExpressionChart result={run.result} marks={marks} lines={conditions.flatMap(getThresholds)} />}
      {watched.map(({ key, schedule, lines }) => (
        <MetricChart key={key} schedule={schedule} range={range} marks={marks} lines={lines} />
      ))}
      {isOnce && alertCount > 0 && <p className="metric-summary">{texts.once}</p>}
      {notes.map((note) => (
        <p key={note} className="metric-summary">
          {note}
        </p>
      ))}
      {alerts.length > 0 && (
        <DataTable<DryRun['alerts'][number]>
          label={texts.title}
          rows={alerts.slice(-MAX_LISTED).reverse()}
          toKey={({ time }) => String(time)}
          columns={[
            column('when', texts.when, ({ time }) => <Time at={time} />),
            column(
              'why',
              alertTexts.why,
              ({ matches, summary }) =>
                matches.map(({ description, valueText }) => describeMatch(description, valueText)).join('; ') ||
                summary,
            ),
            column('told', texts.told, ({ notices }) => <PlannedNotifications notices={notices} />),
          ]}
        />
      )}
    </>
  );
}

function PlannedNotifications({ notices }: Pick<DryRun['alerts'][number], 'notices'>): ReactNode {
  if (notices.length === 0) return texts.none;
  return notices.map(({ senderName, kind, outcome, step, time, addressees }, at) => (
    <div key={at}>
      {step !== undefined && texts.step(step)}
      {kind === 'HELD' && texts.why}
      {senderName} {texts.outcomes[outcome]} <Time at={time} />
      {addressees.length > 0 && (outcome === 'TOLD' || outcome === 'DIGEST') && <Addressees addressees={addressees} />}
    </div>
  ));
}

/** Recipients, and the end of quiet hours that delay their notifications. */
function Addressees({ addressees }: Pick<DryRun['alerts'][number]['notices'][number], 'addressees'>): ReactNode {
  return (
    <div className="text small">
      {addressees.map(({ name, quietUntil }) => (
        <div key={name}>
          {texts.to(name)}
          {quietUntil !== undefined && (
            <>
              , {texts.quiet} <Time at={quietUntil} />
            </>
          )}
        </div>
      ))}
    </div>
  );
}

/** Number of resources of the definition, and of those on which it would have fired. */
function FiredResources({ scope: { total, evaluated, firedCount, fired } }: { scope: DryRunScope }): ReactNode {
  return (
    <>
      <p className="dry-run-count">
        {evaluated < total ? texts.soFar(firedCount, evaluated, total) : texts.spread(firedCount, evaluated)}
      </p>
      {fired.length > 0 && (
        <ul>
          {fired.map(({ resourceId, resourceName, hostName, alertCount }) => (
            <li key={resourceId}>
              {texts.firedOn(hostName === resourceName ? hostName : `${hostName} / ${resourceName}`, alertCount)}
            </li>
          ))}
          {firedCount > fired.length && <li>{texts.firedOnMore(firedCount - fired.length)}</li>}
        </ul>
      )}
    </>
  );
}

/** Minimum time shown before the first alert. */
const LEAD_MS = 30 * 60_000;

/** Starts a while before the first alert and skips days without one. */
function getStart({ startTime, endTime, alerts }: DryRun): number {
  const first = alerts[0]?.time;
  if (first === undefined) return startTime;
  return Math.max(startTime, Math.floor(first - Math.max(LEAD_MS, (endTime - first) / 4)));
}
