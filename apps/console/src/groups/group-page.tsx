import { Button, Flex } from '@patternfly/react-core';
import type { GroupRest } from '@wardstone/client/monitoring';
import { type ReactNode, useState } from 'react';
import { Link, Route, Routes, useParams } from 'react-router';
import { useChanged, useGet, wardstone } from '../api/client';
import { FormDialog, TextField } from '../parts/forms';
import { ConsolePage, isKnownTab, LinkButton, PageTabs } from '../parts/page';
import { Loaded } from '../parts/states';
import { SilenceButton } from '../parts/monitoring/silence-button';
import { RemoveButton } from '../parts/remove-button';
import { useMay, useMayAll } from '../api/caller';
import { NotFound } from '../shell/not-found';
import { groupTexts } from '../texts/groups';
import { silenceTexts } from '../texts/silences';
import { GroupCharts } from './group-charts';
import { GroupAlerts, GroupOperations } from './group-lists';
import { GroupMembers } from './group-members';
import { GroupRoles } from './group-roles';

const texts = groupTexts.one;
const GROUP = '/rest/group/{id}';

/** One group: its members, and their metrics. */
export function GroupPage(): ReactNode {
  const { id = '', '*': part = '' } = useParams();
  const query = useGet(GROUP, { path: { id } });
  const mayOpen = useMay('MANAGE_SECURITY');
  const { data } = query;
  const here = `/groups/${id}`;
  const { sections } = texts;
  const tabs = [
    { to: here, title: sections.members },
    { to: `${here}/charts`, title: sections.charts },
    { to: `${here}/alerts`, title: sections.alerts },
    { to: `${here}/operations`, title: sections.operations },
    ...(mayOpen ? [{ to: `${here}/access`, title: sections.roles }] : []),
  ];
  if (!isKnownTab(tabs, here, part)) return <NotFound />;
  return (
    <ConsolePage
      title={data?.name ?? groupTexts.title}
      trail={[{ title: groupTexts.title, to: '/groups' }]}
      actions={data && <Actions group={data} />}
      below={
        data &&
        data.dynaGroupDefinitionId !== 0 && (
          <p>
            {texts.dynamic} <Link to={`/groups/definitions/${data.dynaGroupDefinitionId}`}>{texts.toDefinition}</Link>
          </p>
        )
      }
      tabs={data && <PageTabs label={texts.label} tabs={tabs} />}
    >
      <Loaded query={query}>
        {(group) => (
          <Routes>
            <Route index element={<GroupMembers group={group} />} />
            <Route path="charts" element={<GroupCharts group={group} />} />
            <Route path="alerts" element={<GroupAlerts group={group} />} />
            <Route path="operations" element={<GroupOperations group={group} />} />
            <Route path="access" element={<GroupRoles group={group} />} />
          </Routes>
        )}
      </Loaded>
    </ConsolePage>
  );
}

function Actions({ group }: { group: GroupRest }): ReactNode {
  const [isRenaming, setRenaming] = useState(false);
  const may = useMayAll();
  return (
    <Flex columnGap={{ default: 'columnGapSm' }} rowGap={{ default: 'rowGapSm' }}>
      {may('MANAGE_ALERTS') && group.category === 'COMPATIBLE' && group.explicitCount > 0 && (
        <LinkButton to={`/alerts/definitions/new?group=${group.id}`} variant="secondary">
          {texts.alert}
        </LinkButton>
      )}
      <SilenceButton
        name={group.name}
        scopes={[[{ kind: 'GROUP', id: group.id }, silenceTexts.scopes.group(group.name)]]}
      />
      {may('MANAGE_INVENTORY') && (
        <>
          <Button variant="secondary" onClick={() => setRenaming(true)}>
            {texts.rename}
          </Button>
          <RemoveButton
            action={texts.delete}
            title={texts.deleteTitle}
            remove={() => wardstone.delete(GROUP, { path: { id: group.id } })}
            to="/groups"
          >
            {texts.deleteBody}
          </RemoveButton>
        </>
      )}
      {isRenaming && <Rename group={group} close={() => setRenaming(false)} />}
    </Flex>
  );
}

function Rename({ group, close }: { group: GroupRest; close: () => void }): ReactNode {
  const [name, setName] = useState(group.name);
  const changed = useChanged();
  const rename = (): Promise<unknown> =>
    changed(wardstone.put(GROUP, { path: { id: group.id }, body: { ...group, name } }));
  return (
    <FormDialog title={texts.rename} action={texts.save} isReady={name.trim() !== ''} submit={rename} close={close}>
      <TextField label={texts.newName} value={name} change={setName} isRequired />
    </FormDialog>
  );
}
