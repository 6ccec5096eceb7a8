import type { GroupRest } from '@wardstone/dto/monitoring';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { monitoringPage } from '../api/pages';
import { EmptyPart } from '../parts/empty-part';
import { LinkButton } from '../parts/link-button';
import { List } from '../parts/list-page';
import type { Column } from '../parts/paged-table';
import { groupTexts } from '../texts/groups';
import { inventoryTexts } from '../texts/inventory';
import type { OfResource } from './of-resource';

const texts = inventoryTexts.groups;

const COLUMNS: readonly Column<GroupRest>[] = [
  { name: 'name', title: groupTexts.name, cell: ({ id, name }) => <Link to={`/groups/${id}`}>{name}</Link> },
  {
    name: 'category',
    title: groupTexts.category,
    cell: ({ category }) => groupTexts.categories[category] ?? category,
  },
  {
    name: 'madeBy',
    title: groupTexts.madeBy,
    cell: ({ dynaGroupDefinitionId: id }) =>
      id === 0 ? groupTexts.byHand : <Link to={`/groups/definitions/${id}`}>{groupTexts.byDefinition}</Link>,
  },
  { name: 'members', title: groupTexts.members, isNumber: true, cell: ({ implicitCount }) => implicitCount },
];

/** The groups that it is a member of. */
export function ResourceGroups({ resource: { resourceId } }: OfResource): ReactNode {
  const path = `/rest/resource/${resourceId}/groups`;
  const { title, body, next } = texts.empty;
  return (
    <List<GroupRest>
      label={inventoryTexts.sections.groups}
      source={path}
      filters={[{ kind: 'text', name: 'q', label: groupTexts.search }]}
      columns={COLUMNS}
      keyOf={({ id }) => String(id)}
      fetchPage={({ page, size, filter, signal }) =>
        monitoringPage(path, { page, size, query: { q: filter('q') }, signal })
      }
      empty={
        <EmptyPart title={title} action={<LinkButton to="/groups">{next}</LinkButton>}>
          {body}
        </EmptyPart>
      }
    />
  );
}
