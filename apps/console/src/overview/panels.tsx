import { Card, CardBody, CardHeader, CardTitle } from '@patternfly/react-core';
import { numberText } from '@wardstone/units';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { AuditEventBody } from '@wardstone/client/gateway';
import { ChangeLine } from '../parts/audit/change-line';
import { Loaded } from '../parts/states';
import { usePersonText } from '../parts/person';
import { Ago, PriorityLabel } from '../parts/values';
import { useMay } from '../api/caller';
import { overviewTexts } from '../texts/overview';
import { useChanges, useNewProblems } from './use-overview';
import type { SickHost, ProblemRest } from '@wardstone/client/monitoring';
import { useSummary } from '../api/monitoring';
import { withQuery } from '../api/client';
import { type Column, column, DataTable } from '../parts/list';
import { partTexts } from '../texts/parts';
import { problemTexts } from '../texts/problems';
import { Place } from '../parts/monitoring/place';
import { problemKey, problemName, problemPage } from '../parts/monitoring/problem';

const { changes, hosts, newest } = overviewTexts;

interface PanelProps {
  title: string;
  /** Link to the complete list. */
  more?: { to: string; label: string };
  children: ReactNode;
}

/** Panel of the overview. */
export function Panel({ title, more, children }: PanelProps): ReactNode {
  return (
    <Card isFullHeight component="section">
      <CardHeader
        {...(more ? { actions: { actions: <Link to={more.to}>{more.label}</Link>, hasNoOffset: true } } : {})}
      >
        <CardTitle component="h2">{title}</CardTitle>
      </CardHeader>
      <CardBody>{children}</CardBody>
    </Card>
  );
}

/** Changes of the last day, for viewers who may read the audit log. */
export function Changes(): ReactNode {
  return useMay('audit:read') ? <Requests /> : null;
}

function Requests(): ReactNode {
  const query = useChanges();
  return (
    <Panel title={changes.title} more={{ to: '/administration/audit', label: changes.more }}>
      <Loaded query={query} lines={3}>
        {(events) =>
          events.length === 0 ? (
            <p>{changes.none}</p>
          ) : (
            <ul className="lines">
              {events.map((event) => (
                <ChangedLine key={event.request_id} event={event} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  );
}

function ChangedLine({ event }: { event: AuditEventBody }): ReactNode {
  const personText = usePersonText();
  return (
    <li>
      <span>
        <ChangeLine event={event} />{' '}
        <span className="by">{changes.by(event.user === null ? changes.anonymous : personText(event.user))}</span>
      </span>
      <Ago at={event.time} />
    </li>
  );
}

const countColumn = (severity: 'high' | 'medium' | 'low'): Column<SickHost> =>
  column(severity, partTexts.priorities[severity]!, 'number', ({ hostName, [severity]: count }) =>
    linked(count, { q: hostName, severity, state: 'firing' }),
  );

function linked(count: number, query: Readonly<Record<string, string>>): ReactNode {
  return count === 0 ? 0 : <Link to={withQuery('/problems', query)}>{numberText(count)}</Link>;
}

const COLUMNS: readonly Column<SickHost>[] = [
  column('host', hosts.host, ({ hostId, hostName }) => <Link to={`/inventory/${hostId}`}>{hostName}</Link>),
  column('worst', hosts.worst, ({ worst: name, worstKind: kind }) => problemName({ kind, name })),
  ...(['high', 'medium', 'low'] as const).map(countColumn),
  column('acknowledged', hosts.acknowledged, 'number', ({ hostName: q, acknowledged: count }) =>
    linked(count, { q, state: 'acknowledged' }),
  ),
  column('held', hosts.held, 'number', ({ held }) => held),
];

/** Hosts with the most severe problems. */
export function Hosts(): ReactNode {
  const query = useSummary();
  return (
    <Panel title={hosts.title} more={{ to: '/problems', label: hosts.more }}>
      <Loaded query={query}>
        {({ hosts: worst }) =>
          worst.length === 0 ? (
            <p>{hosts.none}</p>
          ) : (
            <DataTable label={hosts.title} rows={worst} toKey={({ hostId }) => String(hostId)} columns={COLUMNS} />
          )
        }
      </Loaded>
    </Panel>
  );
}

/** Newest problems, one line for each cause and resource. */
export function NewProblems(): ReactNode {
  const query = useNewProblems();
  return (
    <Panel title={newest.title} more={{ to: '/problems?sort=-lastTime', label: newest.more }}>
      <Loaded query={query} lines={3}>
        {({ rows }) => (rows.length === 0 ? <p>{newest.none}</p> : <ul className="lines">{rows.map(problemLine)}</ul>)}
      </Loaded>
    </Panel>
  );
}

function problemLine(problem: ProblemRest): ReactNode {
  const { severity, hostId, hostName, resourceId, resourceName, count, lastTime } = problem;
  return (
    <li key={problemKey(problem)}>
      <PriorityLabel value={severity} />
      <span>
        {problem.state !== 'FIRING' && `${problemTexts.states[problem.state]}: `}
        <Link to={problemPage(problem)}>{problemName(problem)}</Link> ·{' '}
        <Place host={{ id: hostId, name: hostName }} resource={{ id: resourceId, name: resourceName }} />
        {count > 1 && ` ${newest.times(count)}`}
      </span>
      {lastTime === 0 ? null : <Ago at={lastTime} />}
    </li>
  );
}
