import type { AuditEventBody } from '@wardstone/client/gateway';
import type { ReactNode } from 'react';
import { ChangeLine } from '../parts/audit/change-line';
import { Loaded } from '../parts/loaded';
import { Ago } from '../parts/time';
import { useMay } from '../shell/caller';
import { overviewTexts } from '../texts/overview';
import { Panel } from './panel';
import { useChanges } from './use-overview';

const { changes: texts } = overviewTexts;

/** What was changed in the last day, by whom, and what it was before; for those who may read it. */
export function Changes(): ReactNode {
  return useMay('audit:read') ? <Requests /> : null;
}

function Requests(): ReactNode {
  const query = useChanges();
  return (
    <Panel title={texts.title} more={{ to: '/administration/audit', label: texts.more }}>
      <Loaded query={query} lines={3}>
        {(events) => (events.length === 0 ? <p>{texts.none}</p> : <ul className="lines">{events.map(line)}</ul>)}
      </Loaded>
    </Panel>
  );
}

function line(event: AuditEventBody): ReactNode {
  return (
    <li key={event.request_id}>
      <span>
        <ChangeLine event={event} /> <span className="by">{texts.by(event.user ?? texts.anonymous)}</span>
      </span>
      <Ago at={event.time} />
    </li>
  );
}
