import { Button } from '@patternfly/react-core';
import type { SystemRecord } from '@wardstone/client/compliance';
import { type ReactNode, useState } from 'react';
import { column, List } from '../parts/list';
import { COMPLIANCE, equalsCondition, nameCondition, sortedPages } from '../api/compliance';
import { request, useChanged } from '../api/client';
import { EmptyPart } from '../parts/states';
import { FormDialog, TextField, useFields } from '../parts/forms';
import { useQueryString } from '../parts/filters';
import { useMay } from '../api/caller';
import { complianceTexts as texts } from '../texts/compliance';
import { uploadTexts } from '../texts/uploads';
import { SYSTEM_COLUMNS } from './columns';
import { CompliancePage } from './list-frame';

const { systemsPage: words } = texts;
const SYSTEMS = `${COMPLIANCE}/systems`;

/** Systems that can be assigned to policies. */
export function Systems(): ReactNode {
  const [isAdding, setAdding] = useState(false);
  const agent = useQueryString()[0].get('agent');
  const mayAdd = useMay('compliance:system:write');
  const add = mayAdd && <Button onClick={() => setAdding(true)}>{words.add}</Button>;
  return (
    <CompliancePage actions={add}>
      <List<SystemRecord>
        label={texts.systems}
        source={SYSTEMS}
        toKey={({ id }) => id}
        filters={[
          { kind: 'text', name: 'q', label: words.name },
          { kind: 'given', name: 'agent', label: words.ofAgent(agent ?? '') },
          { kind: 'expression', name: 'filter', label: texts.filter, example: words.example },
        ]}
        isLive
        fetchPage={sortedPages(SYSTEMS, 'display_name', (filter) => [
          filter('filter'),
          equalsCondition('agent', filter('agent')),
          nameCondition(filter('q')),
        ])}
        columns={[
          SYSTEM_COLUMNS.name,
          SYSTEM_COLUMNS.osVersion,
          column('groups', words.groups, 'sortable', (row) => row.groups.map(({ name }) => name).join(', ') || '–'),
          SYSTEM_COLUMNS.policies,
          SYSTEM_COLUMNS.agent,
          SYSTEM_COLUMNS.lastSeen,
        ]}
        empty={<EmptyPart {...words.empty} action={add} />}
      />
      {isAdding && <AddSystem close={() => setAdding(false)} />}
    </CompliancePage>
  );
}

function AddSystem({ close }: { close: () => void }): ReactNode {
  const [{ name, major, minor }, field] = useFields({ name: '', major: '', minor: '' });
  const changed = useChanged();
  const body = { display_name: name, os_major_version: Number(major), os_minor_version: Number(minor) };
  return (
    <FormDialog
      title={words.add}
      action={words.add}
      isReady={name.trim() !== '' && major !== '' && minor !== ''}
      submit={() => changed(request(SYSTEMS, { method: 'POST', body }))}
      close={close}
    >
      <TextField {...field('name')} label={words.name} isRequired />
      <TextField {...field('major')} label={uploadTexts.osMajor} type="number" isRequired />
      <TextField {...field('minor')} label={words.minor} type="number" isRequired />
    </FormDialog>
  );
}
