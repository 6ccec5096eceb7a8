import { ProgressStep, type ProgressStepProps, ProgressStepper } from '@patternfly/react-core';
import type { AlertExplanation, AlertRest } from '@wardstone/client/monitoring';
import { type ReactNode, useMemo } from 'react';
import { Link, useParams } from 'react-router';
import { ConsolePage, Part } from '../parts/page';
import { ApiError } from '@wardstone/client';
import { LIVE, useGet, wardstone } from '../api/client';
import { ChartTimeBar } from '../charts/chart-time-bar';
import { readChartTime } from '../charts/chart-time';
import { MetricChart } from '../charts/metric-chart';
import { Facts, PriorityLabel, Time, useNow } from '../parts/values';
import { Loaded } from '../parts/states';
import { column, DataTable } from '../parts/list';
import { RemoveButton } from '../parts/remove-button';
import { useQueryString } from '../parts/filters';
import { alertTexts } from '../texts/alerts';
import { integrationTexts } from '../texts/integrations';
import { silenceTexts } from '../texts/silences';
import { useMay } from '../api/caller';
import { Acknowledge } from '../parts/monitoring/acknowledge';
import { deliveryText } from '../parts/monitoring/delivery-text';
import { Person } from '../parts/person';
import { TextWithTimes } from '../parts/text-with-times';
import { AlertState, isUnacknowledged } from '../parts/monitoring/alert-table';
import { Place, toPlace, placeText } from '../parts/monitoring/place';
import { toResourceScopes, type ScopeChoice, SilenceButton } from '../parts/monitoring/silence-button';
import { getThresholds } from './domain/bounds';
import { Reported } from './integration-page';

const texts = alertTexts.one;
const ALERT = '/rest/alert/{id}';
const HOUR = 3_600_000;

/** One alert: why it fired, the values around that time, and who was notified. */
export function AlertPage(): ReactNode {
  const { id = '' } = useParams();
  const query = useGet(ALERT, { path: { id }, query: { include: 'ackComment,external,hold,incidentId,status' } }, LIVE);
  const mayChange = useMay('MANAGE_ALERTS');
  const { data } = query;
  return (
    <ConsolePage
      title={data ? toTitle(data) : alertTexts.title}
      trail={[{ title: alertTexts.title, to: '/alerts' }]}
      beside={
        data && (
          <>
            <PriorityLabel value={data.alertDefinition.priority} /> <AlertState alert={data} />
          </>
        )
      }
      actions={
        data &&
        mayChange && (
          <>
            <SilenceButton name={placeText(data.resource)} scopes={toScopes(data)} />{' '}
            {isUnacknowledged(data) && (
              <Acknowledge action={alertTexts.acknowledgeOne} chosen={{ alerts: [data.id] }} />
            )}{' '}
            <RemoveButton
              action={texts.remove}
              title={texts.removeTitle}
              remove={() => wardstone.delete(ALERT, { path: { id } })}
              to="/alerts"
            >
              {texts.removeBody}
            </RemoveButton>
          </>
        )
      }
    >
      <Loaded query={query}>
        {(alert) => (
          <div className="parts-of-page">
            <AboutAlert alert={alert} />
            <Explanation id={id} />
            <Around alert={alert} />
          </div>
        )}
      </Loaded>
    </ConsolePage>
  );
}

/** The title from the external system, or the name of the definition with the resource. */
function toTitle({ external, name, resource }: AlertRest): string {
  return external?.title ?? texts.on(name, placeText(resource));
}

function AboutAlert({ alert }: { alert: AlertRest }): ReactNode {
  const { alertTime, resource, alertDefinition, ackTime, ackBy, ackComment, external, hold, incidentId } = alert;
  const definition = useGet('/rest/alert/definition/{id}', { path: { id: alertDefinition.id } });
  const isDeleted = definition.error instanceof ApiError && definition.error.status === 404;
  return (
    <Facts
      facts={[
        [alertTexts.fired, <Time key="fired" at={alertTime} />],
        [alertTexts.resource, <Place key="resource" {...toPlace(resource)} />],
        [integrationTexts.reported, external && <Reported key="reported" alert={external} />],
        [integrationTexts.alerts.host, external?.host],
        [integrationTexts.alerts.value, external?.value],
        [integrationTexts.alerts.heard, external && <Time key="heard" at={external.heardTime} />],
        [
          texts.definition,
          isDeleted ? (
            texts.deletedDefinition(alertDefinition.name)
          ) : (
            <Link key="definition" to={`/alerts/definitions/${alertDefinition.id}`}>
              {alertDefinition.name}
            </Link>
          ),
        ],
        [
          texts.incident,
          incidentId !== undefined && (
            <Link key="incident" to={`/alerts/incidents/${incidentId}`}>
              {texts.ofIncident(incidentId)}
            </Link>
          ),
        ],
        [silenceTexts.hold.label, hold && holdText(hold)],
        [alertTexts.acknowledgedBy, ackTime === 0 || ackBy === null ? undefined : <Person key="who" login={ackBy} />],
        [alertTexts.acknowledgedAt, ackTime === 0 ? undefined : <Time key="seen" at={ackTime} />],
        [alertTexts.comment, ackComment],
      ]}
    />
  );
}

function toScopes({ alertDefinition: { id, name }, resource }: AlertRest): ScopeChoice[] {
  return [[{ kind: 'DEFINITION', id }, silenceTexts.scopes.definition(name)], ...toResourceScopes(resource)];
}

function holdText(hold: NonNullable<AlertRest['hold']>): string {
  return silenceTexts.hold[hold.state](heldBy(hold));
}

function heldBy({ silenceId, reason, causeId, causeName }: NonNullable<AlertRest['hold']>): string {
  const { hold: texts } = silenceTexts;
  if (silenceId !== undefined) return reason ?? texts.deleted(silenceId);
  return causeId === undefined ? texts.flapping : texts.down(causeName ?? String(causeId));
}

function Explanation({ id }: { id: string }): ReactNode {
  const query = useGet(`${ALERT}/explain`, { path: { id } }, LIVE);
  return (
    <Loaded query={query}>
      {({ summary, advice, conditionMode, conditions, notifications, story }) => (
        <>
          <Part title={texts.whyTitle}>
            <p>{summary}</p>
            {conditions.length > 1 && <p>{texts.mode[conditionMode]}</p>}
            <DataTable<AlertExplanation['conditions'][number]>
              label={texts.whyTitle}
              rows={conditions}
              toKey={(row) => String(row.id)}
              columns={[
                column('condition', texts.condition, ({ description }) => description),
                column('held', texts.held, ({ matched }) => (matched ? texts.yes : texts.no)),
                column('value', texts.value, ({ valueText, value }) => valueText ?? value ?? '–'),
                column('at', texts.at, ({ dataTime }) => (dataTime ? <Time at={dataTime} /> : '–')),
              ]}
            />
          </Part>
          {advice !== null && (
            <Part title={texts.advice}>
              <p>{advice}</p>
            </Part>
          )}
          <Part title={texts.story}>
            <Story steps={story} />
          </Part>
          <Part title={texts.notifications}>
            <DataTable<AlertExplanation['notifications'][number]>
              label={texts.notifications}
              rows={notifications}
              toKey={(notification) => String(notifications.indexOf(notification))}
              columns={[
                column('sender', texts.sender, ({ senderName }) => <span className="whole">{senderName}</span>),
                column('attempt', texts.attempt, ({ attempts }) => {
                  const last = attempts.at(-1);
                  return last ? <TextWithTimes text={deliveryText(`${last.state}: ${last.message}`)} /> : texts.pending;
                }),
                column('at', texts.delivered, ({ attempts }) => <Time at={attempts.at(-1)?.time} />),
                column('responded', texts.responded, ({ responses }) => responses.join('; ') || '–'),
              ]}
              empty={<p>{texts.noNotifications}</p>}
            />
          </Part>
        </>
      )}
    </Loaded>
  );
}

/** Timeline of an alert, newest last, with scheduled steps. */
function Story({ steps }: { steps: AlertExplanation['story'] }): ReactNode {
  return (
    <ProgressStepper isVertical aria-label={texts.story}>
      {steps.map(({ time, kind, text }, at) => (
        <ProgressStep
          key={at}
          id={`step-${at}`}
          titleId={`step-${at}-title`}
          variant={toVariant(kind, text)}
          description={
            <>
              <Time at={time} /> <TextWithTimes text={kind === 'ATTEMPT' ? deliveryText(text) : text} />
            </>
          }
        >
          {texts.steps[kind === 'ATTEMPT' && !isSent(text) ? 'NOT_SENT' : kind]}
        </ProgressStep>
      ))}
    </ProgressStepper>
  );
}

function toVariant(kind: AlertExplanation['story'][number]['kind'], text: string): ProgressStepProps['variant'] {
  if (kind === 'PLANNED') return 'pending';
  if (kind === 'FIRED') return 'danger';
  if (kind === 'ATTEMPT') return isSent(text) ? 'success' : 'warning';
  return kind === 'ACKNOWLEDGED' ? 'success' : 'info';
}

/** Whether at least one recipient received it. */
function isSent(text: string): boolean {
  return /: (SUCCESS|DEFERRED|PARTIAL): /.test(text);
}

/**
 * Charts of the metrics of the current conditions. These may have changed since; the explanation has the former ones.
 */
function Around({ alert: { alertDefinition, alertTime, resource } }: { alert: AlertRest }): ReactNode {
  const definition = useGet('/rest/alert/definition/{id}', { path: { id: alertDefinition.id } }).data;
  const schedules = useGet('/rest/resource/{id}/schedules', {
    path: { id: resource.resourceId },
    query: { type: 'measurement', enabledOnly: false },
  }).data;
  const [search, change] = useQueryString();
  const now = useNow();
  const { start, end } =
    search.has('start') || search.has('span') ? readChartTime(search, now) : rangeAround(alertTime, now);
  const range = useMemo(() => ({ start, end }), [start, end]);
  const marks = useMemo(() => [{ at: alertTime, label: alertTexts.fired }], [alertTime]);
  const watched = useMemo(
    () =>
      (definition?.conditions ?? []).flatMap((condition) => {
        const schedule = schedules?.find(({ definitionId }) => definitionId === condition.measurementDefinition);
        return schedule ? [{ key: condition.id, schedule, lines: getThresholds(condition) }] : [];
      }),
    [definition, schedules],
  );
  if (watched.length === 0) return null;
  return (
    <Part title={texts.chartTitle}>
      <ChartTimeBar time={range} />
      <div className="metric-charts">
        {watched.map(({ key, schedule, lines }) => (
          <MetricChart
            key={key}
            schedule={schedule}
            range={range}
            marks={marks}
            lines={lines}
            zoomed={(to) => change({ start: to && String(to.start), end: to && String(to.end), span: undefined })}
            isZoomed={search.has('start')}
          />
        ))}
      </div>
    </Part>
  );
}

/** Two hours before and one hour after; the end advances in steps. */
function rangeAround(alertTime: number, now: number): { start: number; end: number } {
  const end = Math.min(alertTime + HOUR, Math.ceil(now / 30_000) * 30_000);
  return { start: alertTime - 2 * HOUR, end };
}
