import { Button } from '@patternfly/react-core';
import { useQueryClient } from '@tanstack/react-query';
import type { GroupMember, GroupRest, MetricSchedule } from '@wardstone/client/monitoring';
import { valueText } from '@wardstone/units';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { AVAILABILITIES, pagesFrom } from '../api/monitoring';
import { type Column, column, PagedTable, useList } from '../parts/list';
import { useFetched, useGet, wardstone } from '../api/client';
import { toMeasure } from '../charts/chart-figure';
import { BulkAction } from '../parts/bulk-action';
import { EmptyPart } from '../parts/states';
import { choice, type Filter, FilterBar, useQueryString } from '../parts/filters';
import { AvailabilityLabel } from '../parts/values';
import { ChooseResources } from '../parts/monitoring/choose-resources';
import { getParentName } from '../parts/monitoring/resource-columns';
import { useMay } from '../api/caller';
import { groupTexts } from '../texts/groups';
import { inventoryTexts } from '../texts/inventory';
import { partTexts } from '../texts/parts';

const texts = groupTexts.one;
const GROUP = '/rest/group/{id}';
const MEMBER = '/rest/group/{id}/resource/{resourceId}';
const MEMBERS = '/rest/group/{groupId}/members';
/** Maximum present members without a checkbox; adding one again changes nothing. */
const MAX_KNOWN = 200;

const FILTERS = ['q', 'availability', 'metric'];

/** Explicit members, which can be added and removed. */
export function GroupMembers({ group: { id, category, explicitCount } }: { group: GroupRest }): ReactNode {
  const [search] = useQueryString();
  const hasMetrics = category === 'COMPATIBLE' && explicitCount > 0;
  const metrics = useGet(`${GROUP}/metricDefinitions`, hasMetrics && { path: { id } }).data ?? [];
  const measured = metrics.filter(({ type, enabled }) => type === 'MEASUREMENT' && enabled);
  const metric = measured.find(({ definitionId }) => String(definitionId) === search.get('metric'));
  const query = useList({
    source: `${MEMBERS} of ${id}`,
    fetchPage: pagesFrom(MEMBERS, FILTERS, { path: { groupId: id } }),
    isLive: true,
  });
  const queries = useQueryClient();
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  const [isAdding, setAdding] = useState(false);
  const changed = (): void => {
    select(new Set());
    for (const key of [GROUP, `${MEMBERS} of ${id}`, MEMBERS, '/rest/group']) {
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
          <FilterBar filters={getFilters(measured)} />
          {mayChange && (
            <div className="bulk-bar">
              {add}
              <BulkAction
                action={texts.remove(chosen.length)}
                variant="secondary"
                things={chosen}
                work={(resourceId) => wardstone.delete(MEMBER, { path: { id, resourceId } })}
                ended={changed}
              />
            </div>
          )}
        </>
      )}
      <PagedTable
        query={query}
        label={groupTexts.members}
        toKey={({ resourceId }) => String(resourceId)}
        columns={toColumns(metric)}
        {...(mayChange ? { selection: { selected, select } } : {})}
        filters={FILTERS}
        empty={<EmptyPart title={title} body={mayChange && body} action={add} />}
      />
      {isAdding && <AddMembers groupId={id} added={changed} close={() => setAdding(false)} />}
    </>
  );
}

function getFilters(metrics: readonly MetricSchedule[]): Filter[] {
  return [
    { kind: 'text', name: 'q', label: groupTexts.search },
    choice(
      'availability',
      inventoryTexts.availability,
      AVAILABILITIES.map((value) => [value, partTexts.availability[value]!]),
    ),
    ...(metrics.length === 0
      ? []
      : [
          {
            kind: 'choice' as const,
            name: 'metric',
            label: texts.metric,
            options: metrics.map(({ definitionId, displayName }) => [String(definitionId), displayName] as const),
          },
        ]),
  ];
}

function toColumns(metric: MetricSchedule | undefined): Column<GroupMember>[] {
  return [
    column('name', inventoryTexts.name, 'sortable', ({ resourceId, resourceName }) => (
      <Link to={`/inventory/${resourceId}`}>{resourceName}</Link>
    )),
    column('type', inventoryTexts.type, ({ typeName }) => typeName),
    column('parent', inventoryTexts.parent, getParentName),
    column('availability', inventoryTexts.availability, 'sortable', ({ availability }) => (
      <AvailabilityLabel value={availability} />
    )),
    column('alerts', texts.openAlerts, 'sortable', 'number', ({ openAlerts }) => openAlerts),
    ...(metric
      ? [
          column('value', metric.displayName, 'sortable', 'number', ({ value }: GroupMember) =>
            value === 'NaN' ? '–' : valueText(value, toMeasure({ unit: metric.unit, perMinute: false })),
          ),
        ]
      : []),
  ];
}

interface AddMembersProps {
  groupId: number;
  added: () => void;
  close: () => void;
}

function AddMembers({ groupId, added, close }: AddMembersProps): ReactNode {
  const [name, setName] = useState('');
  const members = useFetched([MEMBERS, groupId, 'known', name], (signal) =>
    wardstone.get(MEMBERS, { path: { groupId }, query: { q: name, ps: MAX_KNOWN }, signal }),
  );
  const present = new Set(members.data?.map(({ resourceId }) => String(resourceId)));
  return (
    <ChooseResources title={texts.add} isPresent={(id) => present.has(id)} searched={setName} close={close}>
      {(ids) => (
        <BulkAction
          action={texts.addChosen(ids.length)}
          things={ids}
          work={(resourceId) => wardstone.put(MEMBER, { path: { id: groupId, resourceId } })}
          ended={({ failures }) => {
            added();
            if (failures.length === 0) close();
          }}
        />
      )}
    </ChooseResources>
  );
}
