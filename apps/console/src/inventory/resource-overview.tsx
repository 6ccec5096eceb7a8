import { inventoryTexts as texts } from '../texts/inventory';
import { Button } from '@patternfly/react-core';
import type { ResourceChange, ResourceOverview as Overview } from '@wardstone/client/monitoring';
import { type ReactNode, useState } from 'react';
import { Part } from '../parts/part';
import { LIVE, useApi } from '../api/hooks';
import { Facts } from '../parts/facts';
import { Loaded } from '../parts/loaded';
import { useMay } from '../shell/caller';
import { AvailabilityBar } from './availability-bar';
import type { OfResource } from './of-resource';
import { ResourceCompliance } from './resource-compliance';
import { ResourceProblems, ResourceState } from './resource-problems';
import { ResourceValues } from './resource-values';
import { useQueryClient } from '@tanstack/react-query';
import { request } from '../api/client';
import { FormDialog } from '../parts/form-dialog';
import { LongTextField, TextField } from '../parts/fields';
import { Link } from 'react-router';
import { EmptyPart } from '../parts/empty-part';
import { column, DataTable } from '../parts/paged-table';
import { Time } from '../parts/time';

/** What is wrong with it, how it is now, and what is known of it. */
export function ResourceOverview({ resource }: OfResource): ReactNode {
  const isCommitted = resource.status === 'COMMITTED';
  const query = useApi<Overview>(isCommitted ? `/rest/resource/${resource.resourceId}/overview` : undefined, LIVE);
  const isPlatform = resource.parentId === null;
  return (
    <div className="parts-of-page">
      {isCommitted && (
        <Loaded query={query} lines={8}>
          {(overview) => (
            <>
              <Part title={texts.now.problems}>
                <ResourceState overview={overview} />
                <ResourceProblems overview={overview} />
              </Part>
              <ResourceValues overview={overview} />
            </>
          )}
        </Loaded>
      )}
      {isCommitted && <AvailabilityBar resource={resource} />}
      {isCommitted && isPlatform && <ResourceCompliance resource={resource} />}
      {query.data && <ResourceHistory changes={query.data.changes} />}
      <About resource={resource} />
      {query.data && query.data.traits.length > 0 && (
        <Part title={texts.traits}>
          <Facts facts={query.data.traits.map(({ displayName, value }) => [displayName, value ?? texts.noTrait])} />
        </Part>
      )}
    </div>
  );
}

function About({ resource }: OfResource): ReactNode {
  const [isEdited, setEdited] = useState(false);
  const mayEdit = useMay('MODIFY_RESOURCE');
  const { resourceId, typeName, pluginName, location, description, status } = resource;
  return (
    <Part
      title={texts.about}
      actions={
        status === 'COMMITTED' &&
        mayEdit && (
          <Button variant="secondary" size="sm" onClick={() => setEdited(true)}>
            {texts.edit.action}
          </Button>
        )
      }
    >
      <Facts
        facts={[
          [texts.type, typeName],
          [texts.plugin, pluginName],
          [texts.description, description],
          [texts.location, location],
          [texts.status, status === 'COMMITTED' ? undefined : status],
          [texts.id, String(resourceId)],
        ]}
      />
      {isEdited && <EditResource resource={resource} close={() => setEdited(false)} />}
    </Part>
  );
}

/** Name, location and description, which people give. */
function EditResource({ resource, close }: OfResource & { close: () => void }): ReactNode {
  const [name, setName] = useState(resource.resourceName);
  const [location, setLocation] = useState(resource.location ?? '');
  const [description, setDescription] = useState(resource.description ?? '');
  const queries = useQueryClient();
  const path = `/rest/resource/${resource.resourceId}`;
  const save = async (): Promise<void> => {
    const body = { ...resource, resourceName: name, location: location || null, description: description || null };
    await request(path, { method: 'PUT', body });
    await queries.invalidateQueries({ queryKey: [path] });
  };
  return (
    <FormDialog
      title={texts.edit.title}
      action={texts.edit.save}
      isReady={name.trim() !== ''}
      submit={save}
      close={close}
    >
      <TextField label={texts.name} value={name} change={setName} isRequired />
      <TextField label={texts.location} value={location} change={setLocation} />
      <LongTextField id="edit-description" label={texts.description} value={description} change={setDescription} />
    </FormDialog>
  );
}

/** What changed last on the resource and its parts. */
function ResourceHistory({ changes }: { changes: readonly ResourceChange[] }): ReactNode {
  return (
    <Part title={texts.changes.title}>
      <DataTable<ResourceChange>
        label={texts.changes.title}
        rows={changes}
        keyOf={(change) => String(changes.indexOf(change))}
        columns={[
          column('time', texts.changes.time, ({ time }) => <Time at={time} />),
          column('what', texts.changes.what, (change) => <Change change={change} />),
          column('where', texts.now.where, ({ resourceId, resourceName }) => (
            <Link to={`/inventory/${resourceId}`}>{resourceName}</Link>
          )),
          column('status', texts.changes.status, ({ status }) => (status && texts.changes.statuses[status]) ?? '–'),
          column('by', texts.changes.by, ({ by }) => by ?? '–'),
        ]}
        empty={<EmptyPart title={texts.changes.none} headingLevel="h3" />}
      />
    </Part>
  );
}

function Change({ change: { kind, name, job, resourceId } }: { change: ResourceChange }): ReactNode {
  const text = texts.changes.kinds[kind](name ?? '');
  const page = `/inventory/${resourceId}`;
  if (kind === 'OPERATION' && job !== null) {
    return <Link to={`${page}/operations?job=${encodeURIComponent(job)}`}>{text}</Link>;
  }
  return kind === 'CONFIGURATION' ? <Link to={`${page}/configuration`}>{text}</Link> : text;
}
