import type { ProblemRest } from '@wardstone/client/monitoring';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { pagesFrom } from '../api/monitoring';
import { type Column, column, PagedTable, useList } from '../parts/list';
import { EmptyPart } from '../parts/states';
import { choice, type Filter, FilterBar, useQueryString } from '../parts/filters';
import { Ago, PriorityLabel, Time } from '../parts/values';
import { Acknowledge } from '../parts/monitoring/acknowledge';
import { LongName } from '../parts/long-name';
import { StateLabel } from '../parts/monitoring/state-label';
import { Place } from '../parts/monitoring/place';
import { SelectionBar, useSelection } from '../parts/selection';
import { useMay } from '../api/caller';
import { partTexts } from '../texts/parts';
import { problemTexts as texts } from '../texts/problems';
import { hasEnded, problemKey, problemName, problemPage, problemReason } from '../parts/monitoring/problem';

const SOURCE = '/rest/problem';
const PAGE_SIZE = 50;

const FILTERS: readonly Filter[] = [
  { kind: 'text', name: 'q', label: texts.search },
  choice('state', texts.state, [
    ...(['FIRING', 'ACKNOWLEDGED', 'SILENCED', 'SUPPRESSED'] as const).map(
      (state) => [state.toLowerCase(), texts.states[state]] as const,
    ),
    ['recovered', texts.recentlyRecovered],
  ]),
  choice('kind', texts.kind, Object.entries(texts.kinds)),
  choice('severity', texts.severity, Object.entries(partTexts.priorities)),
];
const FILTER_NAMES = FILTERS.map(({ name }) => name);

const COLUMNS: readonly Column<ProblemRest>[] = [
  column('state', texts.state, 'sortable', (row) => <StateLabel status={row} />),
  column('severity', texts.severity, 'sortable', (row) => <PriorityLabel value={row.severity} />),
  column('name', texts.name, 'sortable', (row) => (
    <>
      <Link to={problemPage(row)}>
        <LongName text={problemName(row)} />
      </Link>
      <div className="text small">
        {row.suppresses > 0 ? texts.suppresses(row.suppresses) : (texts.kinds[row.kind.toLowerCase()] ?? row.kind)}
      </div>
      <div className="text small">{problemReason(row)}</div>
    </>
  )),
  column('hostName', texts.where, 'sortable', ({ hostId, hostName, resourceId, resourceName }) => (
    <Place host={{ id: hostId, name: hostName }} resource={{ id: resourceId, name: resourceName }} />
  )),
  column('count', texts.count, 'sortable', 'number', (row) => row.count),
  column('firstTime', texts.since, 'sortable', ({ firstTime }) =>
    firstTime === 0 ? texts.unknownSince : <Time at={firstTime} />,
  ),
  column('lastTime', texts.last, 'sortable', ({ lastTime }) =>
    lastTime === 0 ? texts.unknownSince : <Ago at={lastTime} />,
  ),
];

/** Whether the alert behind the problem can still be acknowledged. */
function isUnacknowledged(problem: ProblemRest): boolean {
  return problem.kind === 'ALERT' && problem.state !== 'ACKNOWLEDGED' && !hasEnded(problem);
}

/** Problems of all hosts, one row for each cause and resource. */
export function MonitoringProblems(): ReactNode {
  const [search] = useQueryString();
  const mayAcknowledge = useMay('MANAGE_ALERTS');
  const [q, state, kind, severity] = FILTER_NAMES.map((name) => search.get(name) ?? undefined);
  const query = useList({
    source: SOURCE,
    fetchPage: pagesFrom(SOURCE, FILTER_NAMES),
    size: PAGE_SIZE,
    isLive: true,
  });
  const { rows = [], total = 0, readAt } = query.data ?? {};
  const alerts = new Map(rows.filter(isUnacknowledged).map((row) => [problemKey(row), row]));
  // Without these filters, other pages may hold problems of other kinds and states.
  const isOfOne = kind === 'alert' && state !== undefined;
  const matching = isOfOne ? (alerts.size === 0 ? 0 : total) : total > rows.length ? undefined : alerts.size;
  const selection = useSelection({ keys: [...alerts.keys()], total: matching, scope: search.toString() });
  const chosen = [...alerts].flatMap(([key, { definitionId, resourceId }]) =>
    selection.selected.has(key) && definitionId !== null ? [{ definitionId, resourceId }] : [],
  );
  const count = selection.isAll ? matching : chosen.length;
  return (
    <>
      <FilterBar filters={FILTERS} />
      {mayAcknowledge && alerts.size > 0 && (
        <SelectionBar selection={selection}>
          <Acknowledge
            action={texts.acknowledge(count, selection.isAll ? q : undefined)}
            isDisabled={count === 0}
            chosen={{ ...(selection.isAll ? { all: true } : { problems: chosen }), until: readAt }}
            filters={{ q, prio: severity, state }}
            ended={selection.clear}
          />
        </SelectionBar>
      )}
      <PagedTable
        query={query}
        size={PAGE_SIZE}
        label={texts.label}
        columns={COLUMNS}
        toKey={problemKey}
        {...(mayAcknowledge && alerts.size > 0 ? { selection } : {})}
        filters={FILTER_NAMES}
        empty={<EmptyPart {...texts.empty} />}
      />
    </>
  );
}
