import { Label } from '@patternfly/react-core';
import { useQueryClient } from '@tanstack/react-query';
import type { AlertRest } from '@wardstone/dto/monitoring';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { request } from '../../api/client';
import { LIVE, useFetched } from '../../api/hooks';
import { monitoringPage } from '../../api/pages';
import type { Page } from '../../api/pages';
import { BulkAction } from '../bulk-action';
import { FilterBar } from '../filter-bar';
import type { Filter } from '../filter-bar';
import { PriorityLabel } from '../labels';
import { PagedTable } from '../paged-table';
import { pagingOf, useQueryString } from '../query-string';
import { Time } from '../time';
import { whyOf } from './why-of';
import { alertTexts as texts } from '../../texts/alerts';
import { partTexts } from '../../texts/parts';

const SOURCE = '/rest/alert';
const FILTERS: readonly Filter[] = [
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

interface AlertTableProps {
  /** Whose alerts; of all resources where it is absent. */
  resourceId?: number;
  empty: ReactNode;
}

/** Fired alerts, of which several can be acknowledged at once. */
export function AlertTable({ resourceId, empty }: AlertTableProps): ReactNode {
  const [search] = useQueryString();
  const queries = useQueryClient();
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  const query = useFetched<Page<AlertRest>>(
    [SOURCE, resourceId, search.toString()],
    (signal) => {
      const { page, size, sort } = pagingOf(search, 50);
      const filters = { prio: search.get('prio') ?? undefined, acknowledged: search.get('acknowledged') ?? undefined };
      const definitionId = resourceId === undefined ? (search.get('definition') ?? undefined) : undefined;
      const wanted = { page, size, sort, query: { ...filters, resourceId, definitionId }, signal };
      return monitoringPage(SOURCE, wanted, 'size');
    },
    LIVE,
  );
  const rows = query.data?.rows ?? [];
  const open = new Set(rows.filter((row) => row.ackTime === 0).map(({ id }) => String(id)));
  const chosen = rows.filter(({ id }) => selected.has(String(id)) && open.has(String(id)));
  const ended = (): void => {
    select(new Set());
    void queries.invalidateQueries({ queryKey: [SOURCE] });
  };
  return (
    <>
      <FilterBar filters={FILTERS} />
      {rows.length > 0 && (
        <div className="bulk-bar">
          <BulkAction
            action={texts.acknowledge(chosen.length)}
            things={chosen}
            work={({ id }) => request(`${SOURCE}/${id}`, { method: 'PUT' })}
            ended={ended}
          />
        </div>
      )}
      <PagedTable
        query={query}
        size={50}
        label={texts.title}
        keyOf={({ id }) => String(id)}
        selection={{ selected, select, isSelectable: (key) => open.has(key) }}
        filters={[...FILTERS.map(({ name }) => name), 'definition']}
        columns={[
          {
            name: 'alertTime',
            title: texts.fired,
            isSortable: true,
            cell: (row) => <Time at={row.alertTime} />,
          },
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
          ...(resourceId === undefined
            ? [
                {
                  name: 'resourceName',
                  title: texts.resource,
                  isSortable: true,
                  cell: ({ resource }: AlertRest) => (
                    <Link to={`/inventory/${resource.resourceId}`}>{resource.resourceName}</Link>
                  ),
                },
              ]
            : []),
          { name: 'why', title: texts.why, cell: (row) => whyOf(row.description) },
          { name: 'state', title: texts.state, cell: (row) => <StateLabel alert={row} /> },
        ]}
        empty={empty}
      />
    </>
  );
}

/** Whether it is acknowledged, and by whom. */
export function StateLabel({ alert: { ackTime, ackBy } }: { alert: AlertRest }): ReactNode {
  return ackTime === 0 ? (
    <Label isCompact variant="outline" status="warning">
      {texts.states.open}
    </Label>
  ) : (
    <Label isCompact variant="outline">
      {ackBy ? `${texts.states.acknowledged}: ${ackBy}` : texts.states.acknowledged}
    </Label>
  );
}
