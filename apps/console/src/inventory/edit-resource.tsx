import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { request } from '../api/client';
import { FormDialog } from '../parts/form-dialog';
import { LongTextField, TextField } from '../parts/fields';
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
      <TextField label={texts.name} value={name} change={setName} isRequired />
      <TextField label={texts.location} value={location} change={setLocation} />
      <LongTextField id="edit-description" label={texts.description} value={description} change={setDescription} />
    </FormDialog>
  );
}
