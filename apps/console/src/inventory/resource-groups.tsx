import type { GroupRest } from '@wardstone/client/monitoring';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type OfResource, pagesFrom } from '../api/monitoring';
import { EmptyPart } from '../parts/states';
import { LinkButton } from '../parts/page';
import { type Column, column, List } from '../parts/list';
import { groupTexts } from '../texts/groups';
import { inventoryTexts } from '../texts/inventory';

const texts = inventoryTexts.groups;

const COLUMNS: readonly Column<GroupRest>[] = [
  column('name', groupTexts.name, ({ id, name }) => <Link to={`/groups/${id}`}>{name}</Link>),
  column('category', groupTexts.category, ({ category }) => groupTexts.categories[category] ?? category),
  column('madeBy', groupTexts.madeBy, ({ dynaGroupDefinitionId: id }) =>
    id === 0 ? groupTexts.byHand : <Link to={`/groups/definitions/${id}`}>{groupTexts.byDefinition}</Link>,
  ),
  column('members', groupTexts.members, 'number', ({ implicitCount }) => implicitCount),
];

/** Groups of the resource. */
export function ResourceGroups({ resource: { resourceId } }: OfResource): ReactNode {
  const path = `/rest/resource/${resourceId}/groups`;
  const { title, body, next } = texts.empty;
  return (
    <List<GroupRest>
      label={inventoryTexts.sections.groups}
      source={path}
      filters={[{ kind: 'text', name: 'q', label: groupTexts.search }]}
      columns={COLUMNS}
      toKey={({ id }) => String(id)}
      fetchPage={pagesFrom('/rest/resource/{id}/groups', ['q'], { path: { id: resourceId } })}
      empty={<EmptyPart title={title} body={body} action={<LinkButton to="/groups">{next}</LinkButton>} />}
    />
  );
}
