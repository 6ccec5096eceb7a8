import { Button } from '@patternfly/react-core';
import type { ResourceWithType } from '@wardstone/client/monitoring';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useFetched, wardstone } from '../../api/client';
import { BY_NAME } from '../../api/monitoring';
import { inventoryTexts } from '../../texts/inventory';
import { partTexts } from '../../texts/parts';
import { ChoiceField, Dialog, SearchField } from '../forms';
import { Loaded } from '../states';
import { column, DataTable } from '../list';
import { useTypeOptions } from './use-type-options';
import { AVAILABILITY_COLUMN, PARENT_COLUMN, TYPE_COLUMN } from './resource-columns';

/** Maximum number of offered resources; a search narrows them. */
const MAX_OFFERED = 50;

interface ChooseResourcesProps {
  title: string;
  /** Resources that are already present get no checkbox. */
  isPresent: (resourceId: string) => boolean;
  /** Called with the search text. */
  searched?: (name: string) => void;
  close: () => void;
  /** Button that adds the selection. */
  children: (chosen: readonly string[]) => ReactNode;
}

/** Dialog for searching and selecting resources. */
export function ChooseResources({ title, isPresent, searched, close, children }: ChooseResourcesProps): ReactNode {
  const [name, setName] = useState('');
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  const [typeId, setTypeId] = useState('');
  const types = useTypeOptions();
  const query = useFetched(['/rest/resource', 'choose', name, typeId], (signal) => {
    const ofType = typeId === '' ? {} : { typeId: Number(typeId) };
    return wardstone.get('/rest/resource', { query: { q: name, ps: MAX_OFFERED, sort: BY_NAME, ...ofType }, signal });
  });
  const search = (part: string): void => {
    setName(part);
    searched?.(part);
  };
  return (
    <Dialog variant="medium" title={title} close={close}>
      <div className="bulk-bar">
        <ChoiceField
          label={inventoryTexts.type}
          options={[['', inventoryTexts.anyType], ...types]}
          value={typeId}
          change={setTypeId}
        />
        <SearchField label={inventoryTexts.search} value={name} change={search} />
        {children([...selected])}
        <Button variant="link" onClick={close}>
          {partTexts.cancel}
        </Button>
      </div>
      <Loaded query={query}>
        {(resources) => (
          <DataTable<ResourceWithType>
            label={title}
            rows={resources}
            toKey={({ resourceId }) => String(resourceId)}
            columns={[
              column('name', inventoryTexts.name, ({ resourceId, resourceName }) => (
                <Link to={`/inventory/${resourceId}`}>{resourceName}</Link>
              )),
              TYPE_COLUMN,
              PARENT_COLUMN,
              AVAILABILITY_COLUMN,
            ]}
            selection={{ selected, select, isSelectable: (key) => !isPresent(key) }}
          />
        )}
      </Loaded>
    </Dialog>
  );
}
