import { Label, Switch } from '@patternfly/react-core';
import { useQueryClient } from '@tanstack/react-query';
import type { AlertDefinitionRest } from '@wardstone/client/monitoring';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { toSortBy, useAction, useFetched, wardstone } from '../../api/client';
import { ErrorState } from '../states';
import { type Filter, FilterBar, readPaging, useQueryString } from '../filters';
import { PriorityLabel } from '../values';
import { type Column, column, PagedTable } from '../list';
import { alertTexts } from '../../texts/alerts';
import { useMayChange, OwnerLink } from './owner';

const texts = alertTexts.definition;
const SOURCE = '/rest/alert/definitions';
const FILTERS: readonly Filter[] = [{ kind: 'text', name: 'q', label: texts.name }];

interface DefinitionTableProps {
  /** Resource of the definitions; by default all definitions. */
  resourceId?: number;
  empty: ReactNode;
}

/** Definitions, each with a switch that enables it. */
export function DefinitionTable({ resourceId, empty }: DefinitionTableProps): ReactNode {
  const [search] = useQueryString();
  const queries = useQueryClient();
  const query = useFetched([SOURCE, resourceId, search.toString()], (signal) => {
    // On the page of a resource, another list has its order and page in the address.
    const { page, size, sort } = readPaging(resourceId === undefined ? search : new URLSearchParams(), 50);
    const q = resourceId === undefined ? (search.get('q') ?? undefined) : undefined;
    return wardstone.page(SOURCE, {
      page,
      size,
      // A definition of a group or type is one row; its copies are listed on the pages of the resources.
      query: {
        resourceId,
        q,
        sort: toSortBy(sort),
        include: 'owner,builtIn,onceUntilRecovered',
        children: resourceId !== undefined,
      },
      signal,
    });
  });
  const mayChange = useMayChange();
  const { run, isBusy, error } = useAction(async ({ conditions: _conditions, ...body }: AlertDefinitionRest) => {
    await wardstone.put('/rest/alert/definition/{id}', { path: { id: body.id }, body });
    await queries.invalidateQueries({ queryKey: [SOURCE] });
  });
  const is = resourceId === undefined ? (['sortable'] as const) : [];
  const columns: Column<AlertDefinitionRest>[] = [
    column('name', texts.name, ...is, ({ id, name, builtIn = false }) => (
      <>
        <Link to={`/alerts/definitions/${id}`}>{name}</Link> {builtIn && <Label isCompact>{texts.builtIn}</Label>}
      </>
    )),
    column('priority', alertTexts.priority, ...is, ({ priority }) => <PriorityLabel value={priority} />),
    ...(resourceId === undefined
      ? [column('owner', texts.owner, (row: AlertDefinitionRest) => <OwnerLink definition={row} />)]
      : []),
    column('dampening', texts.dampening, describeTrigger),
    column('fired', alertTexts.fired, ({ id }) => <Link to={`/alerts?definition=${id}`}>{texts.firedOf}</Link>),
    column('enabled', texts.enabled, (row) => (
      <Switch
        id={`definition-${row.id}`}
        aria-label={texts.enabledOf(row.name)}
        isChecked={row.enabled}
        isDisabled={isBusy || !mayChange(row)}
        onChange={(_event, enabled) => run({ ...row, enabled })}
      />
    )),
  ];
  return (
    <>
      {error && <ErrorState error={error} title={texts.notChanged} />}
      {resourceId === undefined && <FilterBar filters={FILTERS} />}
      <PagedTable
        query={query}
        size={50}
        label={texts.list.title}
        toKey={({ id }) => String(id)}
        columns={columns}
        filters={FILTERS.map(({ name }) => name)}
        empty={empty}
      />
    </>
  );
}

/** Describes when it fires. */
export function describeTrigger(definition: AlertDefinitionRest): string {
  const { dampeningCategory, onceUntilRecovered = false } = definition;
  if (!onceUntilRecovered) return dampeningText(definition);
  if (dampeningCategory === 'NONE') return texts.dampenings.RECOVERING;
  return `${dampeningText(definition)}. ${texts.dampenings.RECOVERING}`;
}

/** Trigger behaviour with numbers in place of the placeholders of the form. */
function dampeningText(definition: AlertDefinitionRest): string {
  const { dampeningCategory, dampeningCount, dampeningPeriod, dampeningUnit } = definition;
  const text = texts.dampenings[dampeningCategory];
  if (dampeningCategory === 'NONE' || dampeningCategory === 'ONCE') return text;
  const period = `${dampeningPeriod} ${texts.units[dampeningUnit ?? 'MINUTES']}`;
  return text
    .replace(/\bN\b/, String(dampeningCount))
    .replace(/\bM\b/, String(dampeningPeriod))
    .replace('a period', period);
}
