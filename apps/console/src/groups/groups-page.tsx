import { Button } from '@patternfly/react-core';
import type { GroupRest } from '@wardstone/client/monitoring';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { pagesFrom } from '../api/monitoring';
import { column, List } from '../parts/list';
import { useRefresh, wardstone } from '../api/client';
import { EmptyPart } from '../parts/states';
import { FormDialog, TextField, Tick } from '../parts/forms';
import { ConsolePage, PageTabs } from '../parts/page';
import { SAVED } from '../parts/unsaved';
import { useMay } from '../api/caller';
import { groupTexts as texts } from '../texts/groups';

const TABS = [
  { to: '/groups', title: texts.title },
  { to: '/groups/definitions', title: texts.definitions.tab },
];

/** Tabs, shown to users who may read definitions. */
export function GroupTabs(): ReactNode {
  return useMay('MANAGE_INVENTORY') && <PageTabs label={texts.pages} tabs={TABS} />;
}

const SOURCE = '/rest/group';

/** Groups of resources. */
export function GroupsPage(): ReactNode {
  const [isCreating, setCreating] = useState(false);
  const create = useMay('MANAGE_INVENTORY') && <Button onClick={() => setCreating(true)}>{texts.create.action}</Button>;
  return (
    <ConsolePage title={texts.title} actions={create} tabs={<GroupTabs />}>
      <List<GroupRest>
        label={texts.title}
        source={SOURCE}
        fetchPage={pagesFrom(SOURCE, ['q'])}
        filters={[{ kind: 'text', name: 'q', label: texts.search }]}
        toKey={({ id }) => String(id)}
        columns={[
          column('name', texts.name, ({ id, name }) => <Link to={`/groups/${id}`}>{name}</Link>),
          column('category', texts.category, ({ category }) => texts.categories[category] ?? category),
          column('madeBy', texts.madeBy, ({ dynaGroupDefinitionId: id }) =>
            id === 0 ? texts.byHand : <Link to={`/groups/definitions/${id}`}>{texts.byDefinition}</Link>,
          ),
          column('members', texts.members, 'number', ({ explicitCount, implicitCount, recursive }) =>
            recursive ? `${explicitCount}, ${texts.withParts(implicitCount)}` : explicitCount,
          ),
        ]}
        empty={<EmptyPart {...texts.empty} action={create} />}
      />
      {isCreating && <CreateGroup close={() => setCreating(false)} />}
    </ConsolePage>
  );
}

function CreateGroup({ close }: { close: () => void }): ReactNode {
  const [name, setName] = useState('');
  const [isRecursive, setRecursive] = useState(false);
  const navigate = useNavigate();
  const refresh = useRefresh();
  const create = async (): Promise<number> => {
    const { body, status } = await wardstone.call('post', SOURCE, { body: { name, recursive: isRecursive } });
    // Creating an existing group returns that group.
    if (status === 200) throw new Error(texts.create.exists);
    return body.id;
  };
  const created = (id: number): void => {
    void refresh();
    void navigate(`/groups/${id}`, SAVED);
  };
  return (
    <FormDialog
      title={texts.create.title}
      action={texts.create.save}
      isReady={name.trim() !== ''}
      submit={create}
      submitted={created}
      close={close}
    >
      <TextField label={texts.name} value={name} change={setName} isRequired />
      <Tick id="group-recursive" label={texts.create.recursive} isOn={isRecursive} change={setRecursive} />
    </FormDialog>
  );
}
