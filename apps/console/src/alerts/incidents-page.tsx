import type { IncidentRest } from '@wardstone/client/monitoring';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { PriorityLabel, Status, Time } from '../parts/values';
import { LinkButton } from '../parts/page';
import { column } from '../parts/list';
import { pagesFrom } from '../api/monitoring';
import { alertTexts } from '../texts/alerts';
import { incidentTexts as texts } from '../texts/incidents';
import { EndingList } from './frame';

const SOURCE = '/rest/incident';

/** Incidents with their hosts and the notified recipients. */
export function IncidentsPage(): ReactNode {
  return (
    <EndingList<IncidentRest>
      words={texts}
      source={SOURCE}
      fetchPage={pagesFrom(SOURCE, ['q', 'ended'])}
      columns={[
        column('updateTime', texts.updated, 'sortable', ({ updateTime }) => <Time at={updateTime} />),
        column('priority', texts.priority, ({ priority }) => <PriorityLabel value={priority} />),
        column('what', texts.what, (row) => <IncidentTitle incident={row} />),
        column('state', texts.state, (row) => <IncidentState incident={row} />),
        column('alerts', texts.alerts, (row) => <AlertCounts incident={row} />),
        column('told', texts.told, ({ told }) => <NotifiedRecipients told={told} />),
        column('openTime', texts.opened, 'sortable', ({ openTime }) => <Time at={openTime} />),
      ]}
      action={<LinkButton to="/alerts">{alertTexts.fired}</LinkButton>}
    />
  );
}

/** The resource that is down and causes it, if known; otherwise its first alert. */
export function getTitle({ name, causeName, state }: Pick<IncidentRest, 'name' | 'causeName' | 'state'>): string {
  if (causeName === undefined) return name;
  return state === 'ENDED' ? texts.wasDown(causeName) : texts.down(causeName);
}

/** Title with a link to the incident, and below it the resource of a single alert or the hosts of several. */
function IncidentTitle({ incident }: { incident: IncidentRest }): ReactNode {
  const { id, resourceId, place } = incident;
  return (
    <>
      <Link to={`/alerts/incidents/${id}`}>{getTitle(incident)}</Link>
      <div className="text small">
        {isOfOne(incident) ? <Link to={`/inventory/${resourceId}`}>{place}</Link> : describeHosts(incident, MAX_HOSTS)}
      </div>
    </>
  );
}

/** Whether all alerts are on one resource. Integrations do not count, because they report about several hosts. */
export function isOfOne({ resourceCount, hostCount }: IncidentRest): boolean {
  return resourceCount <= 1 && hostCount <= 1;
}

const MAX_HOSTS = 3;

/** Names of the hosts with the most alerts. */
export function describeHosts({ hosts, hostCount }: Pick<IncidentRest, 'hosts' | 'hostCount'>, most: number): string {
  return texts.onHosts(
    hosts.slice(0, most).map(({ name, alertCount }) => texts.hostCount(name, alertCount)),
    hostCount,
  );
}

const STATES = ['firing', 'acknowledged', 'suppressed', 'silenced', 'recovered', 'resolved', 'closed'] as const;

/** Number of alerts in each state, one line per state, without zeros. */
export function AlertCounts({ incident }: { incident: IncidentRest }): ReactNode {
  return STATES.flatMap((state) => {
    const number = incident[`${state}Count`];
    return number === 0
      ? []
      : [
          <div key={state} className="whole">
            {texts.count(number, texts.counts[state])}
          </div>,
        ];
  });
}

export function IncidentState({ incident: { state } }: { incident: IncidentRest }): ReactNode {
  return <Status kind={state === 'OPEN' ? 'warning' : undefined}>{texts.states[state]}</Status>;
}

/** The newest notification of each recipient. */
export function NotifiedRecipients({ told }: Pick<IncidentRest, 'told'>): ReactNode {
  if (told.length === 0) return texts.nobody;
  return told.map(({ senderName, recipients, state }, at) => (
    <div key={at}>
      {recipients.length === 0
        ? senderName
        : texts
            .recipients(recipients.map((recipient) => getRecipient(senderName, recipient)))
            .map((line) => <div key={line}>{line}</div>)}
      {state === 'FAILURE' && <span className="text small"> {texts.failed}</span>}
    </div>
  ));
}

/** An e-mail address in full; of a channel only the server, because the rest is a secret. */
function getRecipient(senderName: string, recipient: string): string {
  return URL.canParse(recipient) ? texts.channel(senderName, new URL(recipient).host) : recipient;
}
