import { Alert, Button } from '@patternfly/react-core';
import type { ResourceDependency } from '@wardstone/client/monitoring';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { LIVE, useChanged, useGet, wardstone } from '../api/client';
import { AvailabilityLabel } from '../parts/values';
import { Loaded } from '../parts/states';
import { ChooseResources } from '../parts/monitoring/choose-resources';
import { column, DataTable } from '../parts/list';
import { Part } from '../parts/page';
import { RemoveButton } from '../parts/remove-button';
import { useMay } from '../api/caller';
import { inventoryTexts } from '../texts/inventory';
import type { OfResource } from '../api/monitoring';

const texts = inventoryTexts.dependencies;
const DEPENDENCIES = '/rest/resource/{id}/dependencies';

/** Dependencies and dependents of a resource: one that is down suppresses alerts of its dependents. */
export function ResourceDependencies({ resource: { resourceId: id, resourceName } }: OfResource): ReactNode {
  const query = useGet(DEPENDENCIES, { path: { id } }, LIVE);
  const dependents = useGet('/rest/resource/{id}/dependents', { path: { id } }, LIVE);
  const mayChange = useMay('MANAGE_ALERTS');
  const changed = useChanged();
  const [isAdding, setAdding] = useState(false);
  const ids = (query.data ?? []).map(({ resourceId }) => resourceId);
  const put = (dependsOn: readonly number[]): Promise<unknown> =>
    changed(wardstone.put(DEPENDENCIES, { path: { id }, body: { dependsOn } }));
  const add = mayChange && query.data && (
    <Button variant="secondary" size="sm" onClick={() => setAdding(true)}>
      {texts.add}
    </Button>
  );
  return (
    <Part title={texts.title} actions={add}>
      <Loaded query={query}>
        {(rows) => (
          <DataTable<ResourceDependency>
            label={texts.dependsOn}
            rows={rows}
            toKey={({ resourceId }) => String(resourceId)}
            columns={[
              column('name', texts.dependsOn, toName),
              column('availability', inventoryTexts.availability, getAvailability),
              ...(mayChange
                ? [
                    column('actions', texts.actions, ({ resourceId, resourceName: name }: ResourceDependency) => (
                      <RemoveButton
                        action={texts.remove}
                        title={texts.removeTitle(name)}
                        remove={() => put(ids.filter((each) => each !== resourceId))}
                      >
                        {texts.removeBody}
                      </RemoveButton>
                    )),
                  ]
                : []),
            ]}
            empty={<p>{texts.none}</p>}
          />
        )}
      </Loaded>
      <Loaded query={dependents} lines={1}>
        {(rows) =>
          rows.length > 0 && (
            <DataTable<ResourceDependency>
              label={texts.dependents}
              rows={rows}
              toKey={({ resourceId }) => String(resourceId)}
              columns={[
                column('name', texts.dependents, toName),
                column('availability', inventoryTexts.availability, getAvailability),
              ]}
            />
          )
        }
      </Loaded>
      {isAdding && (
        <ChooseResources
          title={texts.addTitle(resourceName)}
          isPresent={(key) => key === String(id) || ids.includes(Number(key))}
          close={() => setAdding(false)}
        >
          {(chosen) => <Add chosen={chosen} put={(more) => put([...ids, ...more])} added={() => setAdding(false)} />}
        </ChooseResources>
      )}
    </Part>
  );
}

interface AddProps {
  chosen: readonly string[];
  put: (ids: readonly number[]) => Promise<unknown>;
  added: () => void;
}

/** Adds all or none, because a cycle is rejected. */
function Add({ chosen, put, added }: AddProps): ReactNode {
  const [failure, setFailure] = useState<Error>();
  const [isBusy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      await put(chosen.map(Number));
      added();
    } catch (error) {
      setFailure(error as Error);
      setBusy(false);
    }
  };
  return (
    <>
      <Button isDisabled={chosen.length === 0 || isBusy} onClick={() => void send()}>
        {texts.addChosen(chosen.length)}
      </Button>
      {failure && <Alert isInline isPlain variant="danger" title={failure.message} />}
    </>
  );
}

function toName({ resourceId, resourceName }: ResourceDependency): ReactNode {
  return <Link to={`/inventory/${resourceId}`}>{resourceName}</Link>;
}

function getAvailability({ availability }: ResourceDependency): ReactNode {
  return <AvailabilityLabel value={availability} />;
}
