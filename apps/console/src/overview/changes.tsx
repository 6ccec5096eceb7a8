import type { AuditEventBody } from '@wardstone/dto/gateway';
import type { AlertRest } from '@wardstone/dto/monitoring';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { PriorityLabel } from '../parts/labels';
import { Loaded } from '../parts/loaded';
import { Ago } from '../parts/time';
import { useMay } from '../shell/caller';
import { overviewTexts } from '../texts/overview';
import { changeText } from './change-text';
import { Panel } from './panel';
import { useChanges, useNewAlerts } from './use-overview';

const { changes: texts } = overviewTexts;

/** What happened in the last day: alerts that fired, and, for those who may read it, what was changed by whom. */
export function Changes(): ReactNode {
  const alerts = useNewAlerts();
  const mayRead = useMay('audit:read');
  return (
    <Panel title={texts.title}>
      <Loaded query={alerts} lines={3}>
        {({ rows, total }) => (
          <section className="changes">
            <h3>
              {texts.alerts(total)} {total > rows.length && <Link to="/alerts">{texts.moreAlerts}</Link>}
            </h3>
            {rows.length === 0 ? <p>{texts.noAlerts}</p> : <ul>{rows.map(alertLine)}</ul>}
          </section>
        )}
      </Loaded>
      {mayRead && <Requests />}
    </Panel>
  );
}

function Requests(): ReactNode {
  const query = useChanges();
  return (
    <Loaded query={query} lines={3}>
      {(events) => (
        <section className="changes">
          <h3>
            {texts.requests} {events.length > 0 && <Link to="/administration/audit">{texts.moreRequests}</Link>}
          </h3>
          {events.length === 0 ? <p>{texts.noRequests}</p> : <ul>{events.map(requestLine)}</ul>}
        </section>
      )}
    </Loaded>
  );
}

function alertLine({ id, name, alertTime, resource, alertDefinition }: AlertRest): ReactNode {
  return (
    <li key={id}>
      <PriorityLabel value={alertDefinition.priority} />
      <span>
        <Link to={`/alerts/${id}`}>{name}</Link> · {resource.resourceName}
      </span>
      <Ago at={alertTime} />
    </li>
  );
}

function requestLine({ request_id, user, method, target, time }: AuditEventBody): ReactNode {
  const path = target.split('?', 1)[0]!;
  return (
    <li key={request_id}>
      <span title={`${method} ${path}`}>
        {changeText(method, path) ?? <code>{`${method} ${path}`}</code>} {texts.by(user ?? texts.anonymous)}
      </span>
      <Ago at={time} />
    </li>
  );
}
