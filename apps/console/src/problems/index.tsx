import { Label, PageSection } from '@patternfly/react-core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { request } from '../api/client';
import { BulkAction } from '../parts/bulk-action';
import { EmptyPart } from '../parts/empty-part';
import { ErrorState } from '../parts/error-state';
import { FilterBar } from '../parts/filter-bar';
import type { Filter } from '../parts/filter-bar';
import { PriorityLabel } from '../parts/labels';
import { LoadingLines } from '../parts/loading';
import { PageHead } from '../parts/page-head';
import { PagedRows } from '../parts/paged-table';
import type { Column } from '../parts/paged-table';
import { pagingOf, useQueryString } from '../parts/query-string';
import { Time } from '../parts/time';
import { partTexts } from '../texts/parts';
import { problemTexts as texts } from '../texts/problems';
import { KINDS, SEVERITIES, shown } from './problem';
import type { Problem } from './problem';
import { useProblems } from './use-problems';
import type { Source } from './use-problems';

const PAGE_SIZE = 50;

const FILTERS: readonly Filter[] = [
  { kind: 'text', name: 'q', label: texts.search },
  {
    kind: 'choice',
    name: 'kind',
    label: texts.kind,
    options: KINDS.map((value) => ({ value, label: texts.kinds[value] })),
  },
  {
    kind: 'choice',
    name: 'severity',
    label: texts.severity,
    options: SEVERITIES.map((value) => ({ value, label: partTexts.priorities[value]! })),
  },
];

const COLUMNS: readonly Column<Problem>[] = [
  { name: 'severity', title: texts.severity, isSortable: true, cell: (row) => <PriorityLabel value={row.severity} /> },
  {
    name: 'kind',
    title: texts.kind,
    isSortable: true,
    cell: (row) => (
      <Label isCompact variant="outline">
        {texts.kinds[row.kind]}
      </Label>
    ),
  },
  {
    name: 'name',
    title: texts.name,
    isSortable: true,
    cell: (row) => (row.to === undefined ? row.name : <Link to={row.to}>{row.name}</Link>),
  },
  { name: 'where', title: texts.where, isSortable: true, cell: (row) => row.where },
  { name: 'why', title: texts.why, cell: (row) => row.why },
  {
    name: 'since',
    title: texts.since,
    isSortable: true,
    cell: (row) => (row.since === undefined ? texts.unknownSince : <Time at={row.since} />),
  },
];

/** One list of everything that requires attention, from all services. */
export default function Problems(): ReactNode {
  const sources = useProblems();
  return (
    <>
      <PageHead title={texts.title} />
      <PageSection hasBodyWrapper={false}>
        <FilterBar filters={FILTERS} />
        {sources.map(({ kind, query: { error, refetch } }) =>
          error ? (
            <ErrorState
              key={kind}
              error={error}
              title={texts.failedSource(texts.kinds[kind])}
              retry={() => void refetch()}
            />
          ) : null,
        )}
        {sources.every(({ query }) => query.isPending) ? (
          <LoadingLines lines={8} />
        ) : (
          <ProblemTable sources={sources} />
        )}
      </PageSection>
    </>
  );
}

function ProblemTable({ sources }: { sources: readonly Source[] }): ReactNode {
  const [search] = useQueryString();
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  const queries = useQueryClient();
  const { page, size, sort } = pagingOf(search, PAGE_SIZE);
  const problems = sources.flatMap(({ query }) => query.data?.problems ?? []);
  const filter = { kind: search.get('kind'), severity: search.get('severity'), q: search.get('q') };
  const matching = shown(problems, filter, sort);
  const alerts = matching.filter(({ key, alertId }) => alertId !== undefined && selected.has(key));
  const isAlert = new Set(matching.filter(({ alertId }) => alertId !== undefined).map(({ key }) => key));
  const ended = (): void => {
    select(new Set());
    void queries.invalidateQueries({ queryKey: ['/rest/alert'] });
  };
  return (
    <>
      {isAlert.size > 0 && (
        <div className="bulk-bar">
          <BulkAction
            action={texts.acknowledge(alerts.length)}
            things={alerts}
            work={({ alertId }) => request(`/rest/alert/${alertId}`, { method: 'PUT' })}
            ended={ended}
          />
        </div>
      )}
      <PagedRows
        page={{ rows: matching.slice(page * size, (page + 1) * size), total: matching.length }}
        size={PAGE_SIZE}
        label={texts.label}
        columns={COLUMNS}
        keyOf={({ key }) => key}
        selection={{ selected, select, isSelectable: (key) => isAlert.has(key) }}
        filters={FILTERS.map(({ name }) => name)}
        empty={<EmptyPart title={texts.empty.title}>{texts.empty.body}</EmptyPart>}
      />
      {sources.flatMap(({ kind, query }) => (query.data?.note ? [<p key={kind}>{query.data.note}</p>] : []))}
    </>
  );
}
