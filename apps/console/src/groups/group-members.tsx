import { Button, Modal, ModalBody, ModalHeader, SearchInput } from '@patternfly/react-core';
import { useQueryClient } from '@tanstack/react-query';
import type { GroupMember, GroupRest, MetricSchedule, ResourceWithType } from '@wardstone/dto/monitoring';
import { valueText } from '@wardstone/units';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { request, withQuery } from '../api/client';
import { LIVE, useApi, useFetched } from '../api/hooks';
import { AVAILABILITIES } from '../api/monitoring';
import { monitoringPage, type Page } from '../api/pages';
import { BY_NAME } from '../api/resources';
import { measureOf } from '../charts/chart-figure';
import { BulkAction } from '../parts/bulk-action';
import { EmptyPart } from '../parts/empty-part';
import { type Filter, FilterBar } from '../parts/filter-bar';
import { AvailabilityLabel } from '../parts/labels';
import { Loaded } from '../parts/loaded';
import { parentOf } from '../parts/monitoring/resource-columns';
import { type Column, DataTable, PagedTable } from '../parts/paged-table';
import { pagingOf, useQueryString } from '../parts/query-string';
import { useMay } from '../shell/caller';
import { groupTexts } from '../texts/groups';
import { inventoryTexts } from '../texts/inventory';
import { partTexts } from '../texts/parts';
import { MEMBER_COLUMNS, MemberLink, memberKey } from './member-columns';

const texts = groupTexts.one;
/** So many are offered; typing a part of the name narrows them. */
const MOST_OFFERED = 50;
/** So many members of that name are left without a box; to add one again changes nothing. */
const MOST_KNOWN = 200;

const COLUMNS = [
  { name: 'name', title: inventoryTexts.name, cell: (member: ResourceWithType) => <MemberLink member={member} /> },
  ...MEMBER_COLUMNS,
];
const FILTERS = ['q', 'availability', 'metric'];

/** The explicit members as they are now, which are added and removed here. */
export function GroupMembers({ group: { id, category, explicitCount } }: { group: GroupRest }): ReactNode {
  const path = `/rest/group/${id}`;
  const [search] = useQueryString();
  const hasMetrics = category === 'COMPATIBLE' && explicitCount > 0;
  const metrics = useApi<MetricSchedule[]>(hasMetrics ? `${path}/metricDefinitions` : undefined).data ?? [];
  const measured = metrics.filter(({ type, enabled }) => type === 'MEASUREMENT' && enabled);
  const metric = measured.find(({ definitionId }) => String(definitionId) === search.get('metric'));
  const query = useFetched<Page<GroupMember>>(
    [`${path}/members`, search.toString()],
    (signal) => {
      const { page, size, sort } = pagingOf(search);
      const filters = Object.fromEntries(FILTERS.map((name) => [name, search.get(name) ?? undefined]));
      return monitoringPage(`${path}/members`, { page, size, sort, query: filters, signal });
    },
    LIVE,
  );
  const queries = useQueryClient();
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  const [isAdding, setAdding] = useState(false);
  const changed = (): void => {
    select(new Set());
    for (const key of [path, `${path}/members`, '/rest/group']) {
      void queries.invalidateQueries({ queryKey: [key] });
    }
  };
  const { title, body } = texts.noMembers;
  const mayChange = useMay('MANAGE_INVENTORY');
  const add = mayChange && <Button onClick={() => setAdding(true)}>{texts.add}</Button>;
  const chosen = [...selected];
  return (
    <>
      {explicitCount > 0 && (
        <>
          <FilterBar filters={filtersOf(measured)} />
          {mayChange && (
            <div className="bulk-bar">
              {add}
              <BulkAction
                action={texts.remove(chosen.length)}
                variant="secondary"
                things={chosen}
                work={(resourceId) => request(`${path}/resource/${resourceId}`, { method: 'DELETE' })}
                ended={changed}
              />
            </div>
          )}
        </>
      )}
      <PagedTable
        query={query}
        label={groupTexts.members}
        keyOf={({ resourceId }) => String(resourceId)}
        columns={columnsOf(metric)}
        {...(mayChange ? { selection: { selected, select } } : {})}
        filters={FILTERS}
        empty={
          <EmptyPart title={title} action={add}>
            {mayChange && body}
          </EmptyPart>
        }
      />
      {isAdding && <AddMembers path={path} added={changed} close={() => setAdding(false)} />}
    </>
  );
}

function filtersOf(metrics: readonly MetricSchedule[]): Filter[] {
  return [
    { kind: 'text', name: 'q', label: groupTexts.search },
    {
      kind: 'choice',
      name: 'availability',
      label: inventoryTexts.availability,
      options: AVAILABILITIES.map((value) => ({ value, label: partTexts.availability[value]! })),
    },
    ...(metrics.length === 0
      ? []
      : [
          {
            kind: 'choice' as const,
            name: 'metric',
            label: texts.metric,
            options: metrics.map(({ definitionId, displayName }) => ({
              value: String(definitionId),
              label: displayName,
            })),
          },
        ]),
  ];
}

function columnsOf(metric: MetricSchedule | undefined): Column<GroupMember>[] {
  return [
    {
      name: 'name',
      title: inventoryTexts.name,
      isSortable: true,
      cell: ({ resourceId, resourceName }) => <Link to={`/inventory/${resourceId}`}>{resourceName}</Link>,
    },
    { name: 'type', title: inventoryTexts.type, cell: ({ typeName }) => typeName },
    { name: 'parent', title: inventoryTexts.parent, cell: parentOf },
    {
      name: 'availability',
      title: inventoryTexts.availability,
      isSortable: true,
      cell: ({ availability }) => <AvailabilityLabel value={availability} />,
    },
    {
      name: 'alerts',
      title: texts.openAlerts,
      isSortable: true,
      isNumber: true,
      cell: ({ openAlerts }) => openAlerts,
    },
    ...(metric
      ? [
          {
            name: 'value',
            title: metric.displayName,
            isSortable: true,
            isNumber: true,
            cell: ({ value }: GroupMember) =>
              value === 'NaN' ? '–' : valueText(value, measureOf({ unit: metric.unit, perMinute: false })),
          },
        ]
      : []),
  ];
}

interface AddMembersProps {
  path: string;
  added: () => void;
  close: () => void;
}

function AddMembers({ path, added, close }: AddMembersProps): ReactNode {
  const [name, setName] = useState('');
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  const query = useFetched(['/rest/resource', 'members', name], (signal) =>
    request<ResourceWithType[]>(withQuery('/rest/resource', { q: name, ps: MOST_OFFERED, sort: BY_NAME }), { signal }),
  );
  const members = useFetched([`${path}/members`, 'known', name], (signal) =>
    request<GroupMember[]>(withQuery(`${path}/members`, { q: name, ps: MOST_KNOWN }), { signal }),
  );
  const present = new Set(members.data?.map(({ resourceId }) => String(resourceId)));
  const ids = [...selected];
  return (
    <Modal variant="medium" isOpen onClose={close} aria-labelledby="add-title">
      <ModalHeader title={texts.add} labelId="add-title" />
      <ModalBody>
        <div className="bulk-bar">
          <SearchInput
            aria-label={groupTexts.search}
            placeholder={groupTexts.search}
            value={name}
            onChange={(_event, value) => setName(value)}
            onClear={() => setName('')}
          />
          <BulkAction
            action={texts.addChosen(ids.length)}
            things={ids}
            work={(id) => request(`${path}/resource/${id}`, { method: 'PUT' })}
            ended={({ failures }) => {
              added();
              if (failures.length === 0) close();
            }}
          />
          <Button variant="link" onClick={close}>
            {partTexts.cancel}
          </Button>
        </div>
        <Loaded query={query}>
          {(resources) => (
            <DataTable
              label={texts.add}
              rows={resources}
              keyOf={memberKey}
              columns={COLUMNS}
              selection={{ selected, select, isSelectable: (key) => !present.has(key) }}
            />
          )}
        </Loaded>
      </ModalBody>
    </Modal>
  );
}
