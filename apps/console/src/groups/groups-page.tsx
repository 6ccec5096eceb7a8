import { Button, Checkbox, PageSection } from '@patternfly/react-core';
import type { GroupRest } from '@wardstone/dto/monitoring';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { call } from '../api/client';
import { useFetched, useRefresh } from '../api/hooks';
import { monitoringPage, type Page } from '../api/pages';
import { EmptyPart } from '../parts/empty-part';
import { FilterBar } from '../parts/filter-bar';
import { FormDialog, TextRow } from '../parts/form-dialog';
import { PageHead } from '../parts/page-head';
import { PageTabs } from '../parts/page-tabs';
import { PagedTable } from '../parts/paged-table';
import { pagingOf, useQueryString } from '../parts/query-string';
import { SAVED } from '../parts/unsaved';
import { useMay } from '../shell/caller';
import { groupTexts as texts } from '../texts/groups';

const TABS = [
  { to: '/groups', title: texts.title },
  { to: '/groups/definitions', title: texts.definitions.tab },
];

/** For who may see definitions. */
export function GroupTabs(): ReactNode {
  return useMay('MANAGE_INVENTORY') && <PageTabs label={texts.pages} tabs={TABS} />;
}

const SOURCE = '/rest/group';

/** Groups of resources. */
export function GroupsPage(): ReactNode {
  const [search] = useQueryString();
  const [isCreating, setCreating] = useState(false);
  const query = useFetched<Page<GroupRest>>([SOURCE, 'list', search.toString()], (signal) => {
    const { page, size } = pagingOf(search);
    return monitoringPage(SOURCE, { page, size, query: { q: search.get('q') ?? undefined }, signal });
  });
  const create = useMay('MANAGE_INVENTORY') && <Button onClick={() => setCreating(true)}>{texts.create.action}</Button>;
  return (
    <>
      <PageHead title={texts.title} actions={create} />
      <GroupTabs />
      <PageSection hasBodyWrapper={false}>
        <FilterBar filters={[{ kind: 'text', name: 'q', label: texts.search }]} />
        <PagedTable
          query={query}
          label={texts.title}
          keyOf={({ id }) => String(id)}
          filters={['q']}
          columns={[
            { name: 'name', title: texts.name, cell: ({ id, name }) => <Link to={`/groups/${id}`}>{name}</Link> },
            { name: 'category', title: texts.category, cell: ({ category }) => texts.categories[category] ?? category },
            {
              name: 'madeBy',
              title: texts.madeBy,
              cell: ({ dynaGroupDefinitionId: id }) =>
                id === 0 ? texts.byHand : <Link to={`/groups/definitions/${id}`}>{texts.byDefinition}</Link>,
            },
            {
              name: 'members',
              title: texts.members,
              isNumber: true,
              cell: ({ explicitCount, implicitCount, recursive }) =>
                recursive ? `${explicitCount}, ${texts.withParts(implicitCount)}` : explicitCount,
            },
          ]}
          empty={
            <EmptyPart title={texts.empty.title} action={create}>
              {texts.empty.body}
            </EmptyPart>
          }
        />
      </PageSection>
      {isCreating && <CreateGroup close={() => setCreating(false)} />}
    </>
  );
}

function CreateGroup({ close }: { close: () => void }): ReactNode {
  const [name, setName] = useState('');
  const [isRecursive, setRecursive] = useState(false);
  const navigate = useNavigate();
  const refresh = useRefresh();
  const create = async (): Promise<number> => {
    const { body, status } = await call<GroupRest>(SOURCE, { method: 'POST', body: { name, recursive: isRecursive } });
    // An existing group is returned as it is.
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
      <TextRow label={texts.name} value={name} change={setName} isRequired />
      <Checkbox
        id="group-recursive"
        label={texts.create.recursive}
        isChecked={isRecursive}
        onChange={(_event, value) => setRecursive(value)}
      />
    </FormDialog>
  );
}
