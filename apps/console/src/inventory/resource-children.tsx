import type { ResourceWithType } from '@wardstone/client/monitoring';
import type { ReactNode } from 'react';
import { BY_NAME, type OfResource, pagesOf } from '../api/monitoring';
import { List } from '../parts/list';
import { EmptyPart } from '../parts/states';
import { inventoryTexts as texts } from '../texts/inventory';
import { RESOURCE_COLUMNS } from './resource-columns';

const COLUMNS = RESOURCE_COLUMNS.filter(({ name }) => name !== 'parent');

/** Direct children of a resource. */
export function ResourceChildren({ resource: { resourceId } }: OfResource): ReactNode {
  const path = `/rest/resource/${resourceId}/children`;
  return (
    <List<ResourceWithType>
      label={texts.sections.children}
      source={path}
      isLive
      filters={[{ kind: 'text', name: 'q', label: texts.search }]}
      fetchPage={pagesOf('/rest/resource/{id}/children', ['q'], { path: { id: resourceId } }, BY_NAME)}
      columns={COLUMNS}
      keyOf={(row) => String(row.resourceId)}
      empty={<EmptyPart title={texts.noChildren} />}
    />
  );
}
