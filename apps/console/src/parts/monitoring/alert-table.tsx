import { Label } from '@patternfly/react-core';
import type { AlertRest } from '@wardstone/dto/monitoring';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { LIVE, useFetched } from '../../api/hooks';
import { monitoringPage, type Page } from '../../api/pages';
import { type Filter, FilterBar } from '../filter-bar';
import { PriorityLabel } from '../labels';
import { type Column, PagedTable } from '../paged-table';
import { pagingOf, useQueryString } from '../query-string';
import { SelectionBar, useSelection } from '../selection';
import { Time } from '../time';
import { Acknowledge } from './acknowledge';
import { Place, placeOf } from './place';
import { whyOf } from './why-of';
import { useMay } from '../../shell/caller';
import { alertTexts as texts } from '../../texts/alerts';
import { partTexts } from '../../texts/parts';

const SOURCE = '/rest/alert';
const FILTERS: readonly Filter[] = [
  { kind: 'text', name: 'q', label: texts.search },
  {
    kind: 'choice',
    name: 'prio',
    label: texts.priority,
    options: ['high', 'medium', 'low'].map((value) => ({ value, label: partTexts.priorities[value]! })),
  },
  {
    kind: 'choice',
    name: 'acknowledged',
    label: texts.state,
    options: [
      { value: 'false', label: texts.states.open },
      { value: 'true', label: texts.states.acknowledged },
    ],
  },
];

const COLUMNS: readonly Column<AlertRest>[] = [
  { name: 'alertTime', title: texts.fired, isSortable: true, cell: (row) => <Time at={row.alertTime} /> },
  {
    name: 'priority',
    title: texts.priority,
    isSortable: true,
    cell: (row) => <PriorityLabel value={row.alertDefinition.priority} />,
  },
  {
    name: 'name',
    title: texts.name,
    isSortable: true,
    cell: (row) => <Link to={`/alerts/${row.id}`}>{row.name}</Link>,
  },
  {
    name: 'resourceName',
    title: texts.resource,
    isSortable: true,
    cell: ({ resource }) => <Place {...placeOf(resource)} />,
  },
  { name: 'why', title: texts.why, cell: (row) => whyOf(row.description) },
  { name: 'state', title: texts.state, cell: (row) => <StateLabel alert={row} /> },
];

interface AlertTableProps {
  /** Whose alerts, those of its parts included; of all resources where it is absent. */
  resourceId?: number;
  empty: ReactNode;
}

/** Fired alerts, of which several can be acknowledged at once. */
export function AlertTable({ resourceId, empty }: AlertTableProps): ReactNode {
  const [search] = useQueryString();
  const mayAcknowledge = useMay('MANAGE_ALERTS');
  const named = (name: string): string | undefined => search.get(name) ?? undefined;
  const of = resourceId === undefined ? { definitionId: named('definition') } : { resourceId, descendants: true };
  const filters = { q: named('q'), prio: named('prio'), ...of };
  const query = useFetched<Page<AlertRest>>(
    [SOURCE, resourceId, search.toString()],
    (signal) => {
      const { page, size, sort } = pagingOf(search, 50);
      const wanted = { page, size, sort, query: { ...filters, acknowledged: named('acknowledged') }, signal };
      return monitoringPage(SOURCE, wanted, 'size');
    },
    LIVE,
  );
  const { rows = [], total = 0, readAt } = query.data ?? {};
  const open = rows.filter((row) => row.ackTime === 0).map(({ id }) => String(id));
  // On other pages there may be acknowledged ones.
  const matching = named('acknowledged') === 'false' ? total : total > rows.length ? undefined : open.length;
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
        size={50}
        label={texts.title}
        keyOf={({ id }) => String(id)}
        {...(mayAcknowledge && open.length > 0 ? { selection } : {})}
        filters={[...FILTERS.map(({ name }) => name), 'definition']}
        columns={COLUMNS}
        empty={empty}
      />
    </>
  );
}

/** Whether it is acknowledged, and by whom. */
export function StateLabel({ alert: { ackTime, ackBy, ackComment } }: { alert: AlertRest }): ReactNode {
  return ackTime === 0 ? (
    <Label isCompact variant="outline" status="warning">
      {texts.states.open}
    </Label>
  ) : (
    <Label isCompact variant="outline" {...(ackComment === undefined ? {} : { title: ackComment })}>
      {ackBy ? `${texts.states.acknowledged}: ${ackBy}` : texts.states.acknowledged}
    </Label>
  );
}
