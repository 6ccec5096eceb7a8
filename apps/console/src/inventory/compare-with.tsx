import { Button, Label } from '@patternfly/react-core';
import type { ResourceWithType } from '@wardstone/client/monitoring';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { Dialog, SearchField } from '../parts/forms';
import { useFetched, wardstone } from '../api/client';
import { BY_NAME, type OfResource } from '../api/monitoring';
import { EmptyPart, Loaded } from '../parts/states';
import { AVAILABILITY_COLUMN, PARENT_COLUMN } from '../parts/monitoring/resource-columns';
import { type Column, column, DataTable } from '../parts/list';
import { inventoryTexts } from '../texts/inventory';
import { partTexts } from '../texts/parts';

const texts = inventoryTexts.charts.compare;
const MAX_OFFERED = 20;
/** The type is omitted, because all resources have the same one. */
const COLUMNS = [PARENT_COLUMN, AVAILABILITY_COLUMN];

interface CompareWithProps extends OfResource {
  /** Name of the compared resource; undefined if there is none. */
  name: string | undefined;
  /** Called with the id to compare with; undefined ends the comparison. */
  compare: (resourceId: number | undefined) => void;
}

/** Selects a resource of the same type whose charts are drawn as well. */
export function CompareWith({ resource, name, compare }: CompareWithProps): ReactNode {
  const [isChoosing, setChoosing] = useState(false);
  return (
    <>
      {name === undefined ? (
        <Button variant="secondary" onClick={() => setChoosing(true)}>
          {texts.action}
        </Button>
      ) : (
        <Label onClose={() => compare(undefined)} closeBtnAriaLabel={texts.end}>
          {texts.with(name)}
        </Label>
      )}
      {isChoosing && (
        <ChooseResource
          resource={resource}
          choose={(resourceId) => {
            setChoosing(false);
            compare(resourceId);
          }}
          close={() => setChoosing(false)}
        />
      )}
    </>
  );
}

interface ChooseResourceProps extends OfResource {
  title?: string;
  description?: string;
  /** Initial search text. */
  q?: string;
  choose: (resourceId: number) => void;
  close: () => void;
}

/** Selects another resource of the same type. */
export function ChooseResource(props: ChooseResourceProps): ReactNode {
  const { resource, choose, close, q = '' } = props;
  const { resourceId: own, typeId, typeName } = resource;
  const { title = texts.title, description = texts.description(typeName) } = props;
  const [name, setName] = useState(q);
  const wanted = useDeferredValue(name);
  const query = useFetched(['/rest/resource', 'compare', typeId, wanted], async (signal) => {
    const filters = { typeId, q: wanted, sort: BY_NAME };
    // One more than offered, because the resource itself may be among them.
    const first = { page: 0, size: MAX_OFFERED + 1, query: filters, signal };
    const { rows } = await wardstone.page('/rest/resource', first);
    return rows.filter(({ resourceId }) => resourceId !== own).slice(0, MAX_OFFERED);
  });
  const columns: readonly Column<ResourceWithType>[] = [
    column('choose', inventoryTexts.name, ({ resourceId, resourceName }) => (
      <Button variant="link" isInline onClick={() => choose(resourceId)}>
        {resourceName}
      </Button>
    )),
    ...COLUMNS,
  ];
  return (
    <Dialog
      variant="medium"
      title={title}
      description={description}
      close={close}
      footer={
        <Button variant="link" onClick={close}>
          {partTexts.cancel}
        </Button>
      }
    >
      <div className="bulk-bar">
        <SearchField label={inventoryTexts.search} value={name} change={setName} />
      </div>
      <Loaded query={query}>
        {(resources) => (
          <DataTable
            label={texts.title}
            rows={resources}
            toKey={({ resourceId }) => String(resourceId)}
            columns={columns}
            empty={<EmptyPart title={wanted === '' ? texts.none(typeName) : partTexts.noMatch.title} />}
          />
        )}
      </Loaded>
    </Dialog>
  );
}
