import {
  Button,
  Form,
  FormGroup,
  Modal,
  ModalBody,
  ModalFooter,
  ModalHeader,
  TextArea,
  TextInput,
} from '@patternfly/react-core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { request } from '../api/client';
import { useAction } from '../parts/action';
import { ErrorState } from '../parts/error-state';
import { inventoryTexts as texts } from '../texts/inventory';
import { partTexts } from '../texts/parts';
import type { OfResource } from './of-resource';

/** Name, location and description, which people give. */
export function EditResource({ resource, close }: OfResource & { close: () => void }): ReactNode {
  const [name, setName] = useState(resource.resourceName);
  const [location, setLocation] = useState(resource.location ?? '');
  const [description, setDescription] = useState(resource.description ?? '');
  const queries = useQueryClient();
  const path = `/rest/resource/${resource.resourceId}`;
  const save = useAction(async () => {
    const body = { ...resource, resourceName: name, location: location || null, description: description || null };
    await request(path, { method: 'PUT', body });
    await queries.invalidateQueries({ queryKey: [path] });
    close();
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.run();
  };
  return (
    <Modal variant="small" isOpen onClose={close} aria-labelledby="edit-title">
      <ModalHeader title={texts.edit.title} labelId="edit-title" />
      <ModalBody>
        {save.error && <ErrorState error={save.error} title={texts.edit.title} />}
        <Form id="edit-resource" onSubmit={submit}>
          <FormGroup label={texts.name} fieldId="edit-name" isRequired>
            <TextInput id="edit-name" isRequired value={name} onChange={(_event, value) => setName(value)} />
          </FormGroup>
          <FormGroup label={texts.location} fieldId="edit-location">
            <TextInput id="edit-location" value={location} onChange={(_event, value) => setLocation(value)} />
          </FormGroup>
          <FormGroup label={texts.description} fieldId="edit-description">
            <TextArea id="edit-description" value={description} onChange={(_event, value) => setDescription(value)} />
          </FormGroup>
        </Form>
      </ModalBody>
      <ModalFooter>
        <Button
          type="submit"
          form="edit-resource"
          isLoading={save.isBusy}
          isDisabled={save.isBusy || name.trim() === ''}
        >
          {texts.edit.save}
        </Button>
        <Button variant="link" onClick={close}>
          {partTexts.cancel}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
