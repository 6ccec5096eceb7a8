import { Button, ToolbarItem } from '@patternfly/react-core';
import type { ProfileRecord, TailoringRecord } from '@wardstone/client/compliance';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { column, List } from '../parts/list';
import { COMPLIANCE, type Single, sortedPages } from '../api/compliance';
import { request, useApi, useChanged } from '../api/client';
import { EmptyPart } from '../parts/states';
import { FormDialog, TextField } from '../parts/forms';
import { useMay } from '../api/caller';
import { complianceTexts as texts } from '../texts/compliance';
import { countChanged } from './values';

const { tailoring: words } = texts;

/** Tailorings of a policy, one for each minor version. */
export function PolicyTailorings({ id }: { id: string }): ReactNode {
  const [isAdding, setAdding] = useState(false);
  const mayAdd = useMay('compliance:policy:write');
  const source = `${COMPLIANCE}/policies/${id}/tailorings`;
  const add = mayAdd && <Button onClick={() => setAdding(true)}>{words.add}</Button>;
  return (
    <>
      <List<TailoringRecord>
        label={texts.report.tabs.tailorings}
        source={source}
        toKey={({ id: key }) => key}
        tools={add && <ToolbarItem>{add}</ToolbarItem>}
        fetchPage={sortedPages(source, 'os_minor_version')}
        columns={[
          column('os_minor_version', words.minor, 'sortable', (row) => (
            <Link to={`tailorings/${row.os_minor_version}`}>
              {texts.os(row.os_major_version, row.os_minor_version)}
            </Link>
          )),
          column('guide', texts.guide, (row) => row.security_guide_version),
          column('values', words.values, (row) => <ChangedValues tailoring={row} />),
          column('file', words.files, (row) => (
            <a href={`${source}/${row.os_minor_version}/tailoring_file.xml`} download>
              XML
            </a>
          )),
        ]}
        empty={<EmptyPart {...words.empty} />}
      />
      {isAdding && <AddTailoring source={source} close={() => setAdding(false)} />}
    </>
  );
}

/** Number of values that differ from the profile, which the tailoring copies. */
function ChangedValues({ tailoring }: { tailoring: TailoringRecord }): ReactNode {
  const { security_guide_id: guideId, profile_id: profileId, value_overrides: values } = tailoring;
  const path = `${COMPLIANCE}/security_guides/${guideId}/profiles/${profileId}`;
  const { data } = useApi<Single<ProfileRecord>>(path, { staleTime: Infinity });
  return data ? words.changed(countChanged(values, data.data.value_overrides)) : null;
}

function AddTailoring({ source, close }: { source: string; close: () => void }): ReactNode {
  const [minor, setMinor] = useState('');
  const changed = useChanged();
  return (
    <FormDialog
      title={words.add}
      action={words.add}
      description={words.addBody}
      isReady={/^\d+$/.test(minor)}
      submit={() => changed(request(source, { method: 'POST', body: { os_minor_version: Number(minor) } }))}
      close={close}
    >
      <TextField label={words.minor} value={minor} change={setMinor} type="number" isRequired />
    </FormDialog>
  );
}
