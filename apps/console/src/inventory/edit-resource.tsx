import { FormGroup, TextArea } from '@patternfly/react-core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { request } from '../api/client';
import { FormDialog, TextRow } from '../parts/form-dialog';
import { inventoryTexts as texts } from '../texts/inventory';
import type { OfResource } from './of-resource';

/** Name, location and description, which people give. */
export function EditResource({ resource, close }: OfResource & { close: () => void }): ReactNode {
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
      <TextRow label={texts.name} value={name} change={setName} isRequired />
      <TextRow label={texts.location} value={location} change={setLocation} />
      <FormGroup label={texts.description} fieldId="edit-description">
        <TextArea id="edit-description" value={description} onChange={(_event, value) => setDescription(value)} />
      </FormGroup>
    </FormDialog>
  );
}
