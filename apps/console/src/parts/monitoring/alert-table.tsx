import { Label } from '@patternfly/react-core';
import type { AlertRest, ResourceWithType } from '@wardstone/client/monitoring';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { withQuery } from '../../api/client';
import { pagesFrom } from '../../api/monitoring';
import { type Column, column, PagedTable, useList } from '../list';
import { choice, type Filter, FilterBar, useQueryString } from '../filters';
import { PriorityLabel, Time } from '../values';
import { SelectionBar, useSelection } from '../selection';
import { Acknowledge } from './acknowledge';
import { LongName } from '../long-name';
import { Place, toPlace } from './place';
import { hasEnded } from './problem';
import { StateLabel } from './state-label';
import { firingReason, describeReported } from './firing-reason';
import { useMay } from '../../api/caller';
import { alertTexts as texts } from '../../texts/alerts';
import { partTexts } from '../../texts/parts';
import { problemTexts } from '../../texts/problems';
import { silenceTexts } from '../../texts/silences';
import { LinkButton, Part } from '../page';
import { EmptyPart } from '../states';
import { HeartbeatButton } from './heartbeats';
import { DefinitionTable } from './definition-table';

const OPEN_STATES = ['FIRING', 'ACKNOWLEDGED', 'SILENCED', 'SUPPRESSED'] as const;
const SOURCE = '/rest/alert';
const SIZE = 50;
const FILTERS: readonly Filter[] = [
  { kind: 'text', name: 'q', label: texts.search },
  choice('prio', texts.priority, Object.entries(partTexts.priorities)),
  choice('state', texts.state, [
    ...OPEN_STATES.map((state) => [state.toLowerCase(), problemTexts.states[state]] as const),
    ['recovered', problemTexts.over],
  ]),
];

const COLUMNS: readonly Column<AlertRest>[] = [
  column('alertTime', texts.fired, 'sortable', (row) => <Time at={row.alertTime} />),
  column('priority', texts.priority, 'sortable', (row) => <PriorityLabel value={row.alertDefinition.priority} />),
  column('name', texts.name, 'sortable', (row) => (
    <Link to={`/alerts/${row.id}`}>
      <LongName text={row.external?.title ?? row.name} />
    </Link>
  )),
  column('resourceName', texts.resource, 'sortable', ({ resource }) => <Place {...toPlace(resource)} />),
  column('why', texts.why, ({ description, external }) => (
    <LongName text={external ? describeReported(external) : firingReason(description)} />
  )),
  column('state', texts.state, (row) => <AlertState alert={row} />),
];

interface AlertTableProps {
  /** Filters of the operation; by default alerts of all resources. */
  of?: { resourceId?: number; groupId?: number; incidentId?: number; descendants?: boolean };
  empty: ReactNode;
}

/** Fired alerts, several of which can be acknowledged together. */
export function AlertTable({ of, empty }: AlertTableProps): ReactNode {
  const [search] = useQueryString();
  const mayAcknowledge = useMay('MANAGE_ALERTS');
  const named = (name: string): string | undefined => search.get(name) ?? undefined;
  const filters = {
    q: named('q'),
    prio: named('prio'),
    state: named('state'),
    ...(of ?? { definitionId: named('definition') }),
  };
  const query = useList({
    source: withQuery(SOURCE, filters),
    fetchPage: pagesFrom(SOURCE, [], { query: { ...filters, include: 'ackComment,external,hold,status' } }),
    size: SIZE,
    isLive: true,
  });
  const { rows = [], total = 0, readAt } = query.data ?? {};
  const open = rows.filter(isUnacknowledged).map(({ id }) => String(id));
  // Without a state filter, other pages may hold acknowledged or ended alerts.
  const isOfOne = filters.state !== undefined;
  const matching = isOfOne ? (open.length === 0 ? 0 : total) : total > rows.length ? undefined : open.length;
  const selection = useSelection({ keys: open, total: matching, scope: search.toString() });
  const chosen = rows.filter(({ id }) => selection.selected.has(String(id))).map(({ id }) => id);
  const count = selection.isAll ? matching : chosen.length;
  return (
    <>
      <FilterBar filters={FILTERS} />
      {mayAcknowledge && open.length > 0 && (
        <SelectionBar selection={selection}>
          <Acknowledge
            action={texts.acknowledge(count)}
            isDisabled={count === 0}
            chosen={selection.isAll ? { all: true, until: readAt } : { alerts: chosen }}
            filters={filters}
            ended={selection.clear}
          />
        </SelectionBar>
      )}
      <PagedTable
        query={query}
        size={SIZE}
        label={texts.title}
        toKey={({ id }) => String(id)}
        {...(mayAcknowledge && open.length > 0 ? { selection } : {})}
        filters={[...FILTERS.map(({ name }) => name), 'definition']}
        columns={COLUMNS}
        empty={empty}
      />
    </>
  );
}

/** Whether the alert can still be acknowledged. */
export function isUnacknowledged({ ackTime, status }: AlertRest): boolean {
  return ackTime === 0 && !(status && hasEnded(status));
}

/** State of the alert, and whether its notifications are held because it flaps. */
export function AlertState({ alert: { ackComment, hold, status } }: { alert: AlertRest }): ReactNode {
  if (!status) return null;
  return (
    <>
      <StateLabel status={status} comment={ackComment} />
      {hold?.state === 'FLAPPING' && status.state === 'FIRING' && (
        <>
          {' '}
          <Label isCompact variant="outline">
            {silenceTexts.hold.short.FLAPPING}
          </Label>
        </>
      )}
    </>
  );
}

/** Alerts and definitions of a resource. */
export function AlertsOfResource({ resource }: { resource: ResourceWithType }): ReactNode {
  const { resourceId } = resource;
  const add = (
    <>
      {resource.status === 'COMMITTED' && <HeartbeatButton resource={resource} />}{' '}
      <LinkButton to={`/alerts/definitions/new?resource=${resourceId}`} variant="secondary" size="sm">
        {texts.newDefinition}
      </LinkButton>
    </>
  );
  return (
    <div className="parts-of-page">
      <Part title={texts.ofResource.fired}>
        <AlertTable
          of={{ resourceId, descendants: true }}
          empty={<EmptyPart title={texts.empty.title} headingLevel="h3" />}
        />
      </Part>
      <Part title={texts.ofResource.definitions} actions={add}>
        <DefinitionTable
          resourceId={resourceId}
          empty={<EmptyPart title={texts.ofResource.noDefinitions} headingLevel="h3" />}
        />
      </Part>
    </div>
  );
}
