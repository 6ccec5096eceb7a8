import {
  Button,
  Form,
  FormGroup,
  Modal,
  ModalBody,
  ModalFooter,
  ModalHeader,
  PageSection,
  TextInput,
} from '@patternfly/react-core';
import { useQueryClient } from '@tanstack/react-query';
import type { GroupRest } from '@wardstone/dto/monitoring';
import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { Link, Route, Routes, useNavigate, useParams } from 'react-router';
import { request } from '../api/client';
import { useApi } from '../api/hooks';
import { useAction } from '../parts/action';
import { ConfirmDialog } from '../parts/confirm-dialog';
import { ErrorState } from '../parts/error-state';
import { LinkButton } from '../parts/link-button';
import { Loaded } from '../parts/loaded';
import { PageHead } from '../parts/page-head';
import { PageTabs } from '../parts/page-tabs';
import { groupTexts } from '../texts/groups';
import { partTexts } from '../texts/parts';
import { GroupCharts } from './group-charts';
import { GroupMembers } from './group-members';

const texts = groupTexts.one;

/** One group: its members, and what they measure together. */
export function GroupPage(): ReactNode {
  const { id = '' } = useParams();
  const path = `/rest/group/${encodeURIComponent(id)}`;
  const query = useApi<GroupRest>(path);
  const [open, setOpen] = useState<'rename' | 'delete'>();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const remove = async (): Promise<void> => {
    await request(path, { method: 'DELETE' });
    void queries.invalidateQueries({ queryKey: ['/rest/group'] });
    await navigate('/groups');
  };
  const { data } = query;
  return (
    <>
      <PageHead
        title={data?.name ?? groupTexts.title}
        trail={[{ title: groupTexts.title, to: '/groups' }]}
        actions={
          data && (
            <>
              {data.category === 'COMPATIBLE' && data.explicitCount > 0 && (
                <LinkButton to={`/alerts/definitions/new?group=${id}`} variant="secondary">
                  {texts.alert}
                </LinkButton>
              )}{' '}
              <Button variant="secondary" onClick={() => setOpen('rename')}>
                {texts.rename}
              </Button>{' '}
              <Button variant="secondary" isDanger onClick={() => setOpen('delete')}>
                {texts.delete}
              </Button>
            </>
          )
        }
      >
        {data && data.dynaGroupDefinitionId !== 0 && (
          <p>
            {texts.dynamic} <Link to={`/groups/definitions/${data.dynaGroupDefinitionId}`}>{texts.toDefinition}</Link>
          </p>
        )}
      </PageHead>
      <PageTabs
        label={texts.label}
        tabs={[
          { to: `/groups/${id}`, title: texts.sections.members },
          { to: `/groups/${id}/charts`, title: texts.sections.charts },
        ]}
      />
      <PageSection hasBodyWrapper={false}>
        <Loaded query={query}>
          {(group) => (
            <Routes>
              <Route index element={<GroupMembers group={group} />} />
              <Route path="charts" element={<GroupCharts group={group} />} />
            </Routes>
          )}
        </Loaded>
      </PageSection>
      {open === 'rename' && data && <Rename group={data} path={path} close={() => setOpen(undefined)} />}
      {open === 'delete' && (
        <ConfirmDialog
          title={texts.deleteTitle}
          action={texts.delete}
          isDanger
          confirm={remove}
          close={() => setOpen(undefined)}
        >
          {texts.deleteBody}
        </ConfirmDialog>
      )}
    </>
  );
}

function Rename({ group, path, close }: { group: GroupRest; path: string; close: () => void }): ReactNode {
  const [name, setName] = useState(group.name);
  const queries = useQueryClient();
  const rename = useAction(async () => {
    await request(path, { method: 'PUT', body: { ...group, name } });
    await queries.invalidateQueries({ queryKey: [path] });
    void queries.invalidateQueries({ queryKey: ['/rest/group'] });
    close();
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() !== '') rename.run();
  };
  return (
    <Modal variant="small" isOpen onClose={close} aria-labelledby="rename-title">
      <ModalHeader title={texts.rename} labelId="rename-title" />
      <ModalBody>
        {rename.error && <ErrorState error={rename.error} title={texts.rename} />}
        <Form id="rename" onSubmit={submit}>
          <FormGroup label={texts.newName} fieldId="new-name" isRequired>
            <TextInput id="new-name" isRequired value={name} onChange={(_event, value) => setName(value)} />
          </FormGroup>
        </Form>
      </ModalBody>
      <ModalFooter>
        <Button type="submit" form="rename" isDisabled={rename.isBusy || name.trim() === ''}>
          {texts.save}
        </Button>
        <Button variant="link" onClick={close}>
          {partTexts.cancel}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
