import type { IncidentRest } from '@wardstone/client/monitoring';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { EmptyPart } from '../parts/states';
import { PriorityLabel, Status, Time } from '../parts/values';
import { ConsolePage, LinkButton, PageTabs } from '../parts/page';
import { column, List } from '../parts/list';
import { pagesOf } from '../api/monitoring';
import { alertTexts } from '../texts/alerts';
import { incidentTexts as texts } from '../texts/incidents';
import { ALERT_TABS } from './alerts-page';
import { filtersOfEnding } from './filters-of-ending';

const SOURCE = '/rest/incident';
const FILTERS = filtersOfEnding(texts);

/** What goes on, and who was told. */
export function IncidentsPage(): ReactNode {
  return (
    <ConsolePage title={alertTexts.title} tabs={<PageTabs label={alertTexts.pages} tabs={ALERT_TABS} />}>
      <List<IncidentRest>
        label={texts.title}
        source={SOURCE}
        fetchPage={pagesOf(SOURCE, ['q', 'ended'])}
        keyOf={({ id }) => String(id)}
        isLive
        filters={FILTERS}
        columns={[
          column('updateTime', texts.updated, 'sortable', ({ updateTime }) => <Time at={updateTime} />),
          column('priority', texts.priority, ({ priority }) => <PriorityLabel value={priority} />),
          column('what', texts.what, (row) => <What incident={row} />),
          column('state', texts.state, (row) => <IncidentState incident={row} />),
          column('alerts', texts.alerts, ({ alertCount, heldCount }) => texts.counts(alertCount, heldCount)),
          column('told', texts.told, ({ told }) => <Told told={told} />),
          column('openTime', texts.opened, 'sortable', ({ openTime }) => <Time at={openTime} />),
        ]}
        empty={<EmptyPart {...texts.empty} action={<LinkButton to="/alerts">{alertTexts.fired}</LinkButton>} />}
      />
    </ConsolePage>
  );
}

/** Its cause, where that is known to be down; else its first alert. */
export function titleOf({ name, causeName, state }: Pick<IncidentRest, 'name' | 'causeName' | 'state'>): string {
  if (causeName === undefined) return name;
  return state === 'ENDED' ? texts.wasDown(causeName) : texts.down(causeName);
}

function What({ incident }: { incident: IncidentRest }): ReactNode {
  const { id, causeName, resourceId, resourceName } = incident;
  return (
    <>
      <Link to={`/alerts/incidents/${id}`}>{titleOf(incident)}</Link>
      {causeName === undefined && (
        <div className="text small">
          <Link to={`/inventory/${resourceId}`}>{resourceName}</Link>
        </div>
      )}
    </>
  );
}

export function IncidentState({ incident: { state } }: { incident: IncidentRest }): ReactNode {
  return <Status kind={state === 'OPEN' ? 'warning' : undefined}>{texts.states[state]}</Status>;
}

/** The newest notification to each recipient. */
export function Told({ told }: Pick<IncidentRest, 'told'>): ReactNode {
  if (told.length === 0) return texts.nobody;
  return told.map(({ senderName, recipients, state }, at) => (
    <div key={at}>
      {recipients.length === 0
        ? senderName
        : texts.recipients(recipients.map((recipient) => recipientOf(senderName, recipient)))}
      {state === 'FAILURE' && <span className="text small"> {texts.failed}</span>}
    </div>
  ));
}

/** An address of mail as it is; of a channel its server, as the rest opens it. */
function recipientOf(senderName: string, recipient: string): string {
  return URL.canParse(recipient) ? texts.channel(senderName, new URL(recipient).host) : recipient;
}
