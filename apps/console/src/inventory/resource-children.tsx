import { ToolbarItem } from '@patternfly/react-core';
import type { ResourceWithType } from '@wardstone/client/monitoring';
import type { ReactNode } from 'react';
import { BY_NAME, type OfResource, pagesFrom } from '../api/monitoring';
import { List } from '../parts/list';
import { EmptyPart } from '../parts/states';
import { inventoryTexts as texts } from '../texts/inventory';
import { AddProbe } from './probe-form';
import { RESOURCE_COLUMNS } from './resource-columns';

const COLUMNS = RESOURCE_COLUMNS.filter(({ name }) => name !== 'parent');

/** Direct children of a resource. */
export function ResourceChildren({ resource }: OfResource): ReactNode {
  const { resourceId, parentId, pluginName, status } = resource;
  const isMachine = parentId === null && pluginName === 'Platforms' && status === 'COMMITTED';
  const path = `/rest/resource/${resourceId}/children`;
  return (
    <List<ResourceWithType>
      label={texts.sections.children}
      source={path}
      isLive
      filters={[{ kind: 'text', name: 'q', label: texts.search }]}
      fetchPage={pagesFrom('/rest/resource/{id}/children', ['q'], { path: { id: resourceId } }, BY_NAME)}
      columns={COLUMNS}
      toKey={(row) => String(row.resourceId)}
      {...(isMachine
        ? {
            tools: (
              <ToolbarItem>
                <AddProbe resource={resource} />
              </ToolbarItem>
            ),
          }
        : {})}
      empty={<EmptyPart title={texts.noChildren} />}
    />
  );
}
