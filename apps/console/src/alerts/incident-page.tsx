import { Button } from '@patternfly/react-core';
import type { IncidentNotification, IncidentRest } from '@wardstone/client/monitoring';
import { type ReactNode, useState } from 'react';
import { Link, useParams } from 'react-router';
import { LIVE, useChanged, useGet, wardstone } from '../api/client';
import { Facts, PriorityLabel, Time } from '../parts/values';
import { FormDialog, LongTextField, useFields } from '../parts/forms';
import { Loaded } from '../parts/states';
import { Acknowledge } from '../parts/monitoring/acknowledge';
import { deliveryText } from '../parts/monitoring/delivery-text';
import { TextWithTimes } from '../parts/text-with-times';
import { AlertTable } from '../parts/monitoring/alert-table';
import { ConsolePage, Part } from '../parts/page';
import { column, DataTable } from '../parts/list';
import { useMay } from '../api/caller';
import { alertTexts } from '../texts/alerts';
import { incidentTexts as texts } from '../texts/incidents';
import { AlertCounts, describeHosts, IncidentState, isOfOne, getTitle, NotifiedRecipients } from './incidents-page';

const INCIDENT = '/rest/incident/{id}';
const LONGEST = 1_000;
/** Maximum number of listed entries, newest first. */
const MAX_ALERTS = 100;

/** One incident with its alerts and notifications. */
export function IncidentPage(): ReactNode {
  const { id = '' } = useParams();
  const query = useGet(INCIDENT, { path: { id } }, LIVE);
  const mayChange = useMay('MANAGE_ALERTS');
  const { data } = query;
  const isOpen = data !== undefined && data.state !== 'ENDED';
  return (
    <ConsolePage
      title={data ? toName(data) : texts.title}
      trail={[{ title: texts.title, to: '/alerts/incidents' }]}
      beside={
        data && (
          <>
            <PriorityLabel value={data.priority} /> <IncidentState incident={data} />
          </>
        )
      }
      actions={
        mayChange &&
        isOpen && (
          <>
            {data.state === 'OPEN' && (
              <Acknowledge action={texts.acknowledge} chosen={{ all: true }} filters={{ incidentId: data.id }} />
            )}{' '}
            <Resolve id={data.id} />
          </>
        )
      }
    >
      <Loaded query={query}>
        {(incident) => (
          <div className="parts-of-page">
            <AboutIncident incident={incident} />
            <Part title={texts.alerts}>
              <AlertTable of={{ incidentId: incident.id }} empty={null} />
            </Part>
            <Notifications id={id} />
          </div>
        )}
      </Loaded>
    </ConsolePage>
  );
}

/** Includes the host if the incident is about a single one. */
function toName(incident: IncidentRest): string {
  const { causeName, place, hostCount, hosts } = incident;
  const title = getTitle(incident);
  if (causeName !== undefined) return title;
  if (isOfOne(incident)) return texts.on(title, place);
  return hostCount === 1 ? texts.on(title, hosts[0]!.name) : texts.on(title, texts.many(hostCount));
}

const MAX_HOSTS = 10;

function AboutIncident({ incident }: { incident: IncidentRest }): ReactNode {
  const { causeId, causeName, resourceId, place, grouping } = incident;
  const { openTime, updateTime, endTime, stepTime, told } = incident;
  return (
    <Facts
      facts={[
        [
          texts.cause,
          causeId !== undefined &&
            (causeName === undefined ? texts.hidden : <Link to={`/inventory/${causeId}`}>{causeName}</Link>),
        ],
        [
          texts.where,
          isOfOne(incident) ? (
            <Link key="resource" to={`/inventory/${resourceId}`}>
              {place}
            </Link>
          ) : (
            describeHosts(incident, MAX_HOSTS)
          ),
        ],
        [texts.grouping, grouping && texts.groupings[grouping]],
        [texts.alerts, <AlertCounts key="alerts" incident={incident} />],
        [texts.opened, <Time at={openTime} />],
        [texts.updated, <Time at={updateTime} />],
        [texts.endedAt, endTime !== undefined && <Time at={endTime} />],
        [texts.told, <NotifiedRecipients told={told} />],
        [texts.nextStep, stepTime !== undefined && <Time at={stepTime} />],
      ]}
    />
  );
}

function Resolve({ id }: { id: number }): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const [{ comment }, field] = useFields({ comment: '' });
  const changed = useChanged();
  const resolve = (): Promise<unknown> => {
    const body = comment.trim() === '' ? {} : { comment: comment.trim() };
    return changed(wardstone.post(`${INCIDENT}/resolve`, { path: { id }, body }));
  };
  return (
    <>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        {texts.resolve}
      </Button>
      {isAsking && (
        <FormDialog
          title={texts.resolveTitle}
          action={texts.resolve}
          description={texts.resolveHelp}
          submit={resolve}
          close={() => setAsking(false)}
        >
          <LongTextField
            {...field('comment')}
            label={texts.comment}
            maxLength={LONGEST}
            help={texts.commentHelp}
            isFocused
          />
        </FormDialog>
      )}
    </>
  );
}

function Notifications({ id }: { id: string }): ReactNode {
  const query = useGet(`${INCIDENT}/notifications`, { path: { id }, query: { ps: MAX_ALERTS } }, LIVE);
  return (
    <Part title={texts.notifications}>
      <Loaded query={query}>
        {(notifications) => (
          <DataTable<IncidentNotification>
            label={texts.notifications}
            rows={notifications}
            toKey={(row) => String(notifications.indexOf(row))}
            columns={[
              column('at', texts.at, (row) => <NotificationTime notification={row} />),
              column('sender', texts.sender, ({ senderName, step }) => (
                <>
                  {senderName}
                  {step !== undefined && <div className="text small">{texts.step(step)}</div>}
                </>
              )),
              column('says', texts.says, ({ kind, alertCount }) => texts.kinds[kind](alertCount)),
              column('outcome', texts.outcome, ({ attempts }) => {
                const last = attempts.at(-1);
                return last ? <TextWithTimes text={deliveryText(`${last.state}: ${last.message}`)} /> : '–';
              }),
              column('responded', texts.responded, ({ responses }) => responses.join('; ') || '–'),
            ]}
            empty={<p>{texts.noNotifications}</p>}
          />
        )}
      </Loaded>
    </Part>
  );
}

/** Time of the last attempt, and of the next one if there is one. */
function NotificationTime({ notification: { attempts, dueTime } }: { notification: IncidentNotification }): ReactNode {
  const last = attempts.at(-1);
  return (
    <>
      {last && <Time at={last.time} />}
      {dueTime !== undefined && (
        <div className="text small">
          {alertTexts.one.steps.PLANNED}: <Time at={dueTime} />
        </div>
      )}
    </>
  );
}
