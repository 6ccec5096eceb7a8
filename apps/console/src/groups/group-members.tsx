import { Button, Modal, ModalBody, ModalHeader, SearchInput } from '@patternfly/react-core';
import { useQueryClient } from '@tanstack/react-query';
import type { GroupRest, ResourceWithType } from '@wardstone/dto/monitoring';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { request, withQuery } from '../api/client';
import { LIVE, useApi, useFetched } from '../api/hooks';
import { BulkAction } from '../parts/bulk-action';
import { EmptyPart } from '../parts/empty-part';
import { Loaded } from '../parts/loaded';
import { DataTable } from '../parts/paged-table';
import { groupTexts } from '../texts/groups';
import { inventoryTexts } from '../texts/inventory';
import { partTexts } from '../texts/parts';
import { MEMBER_COLUMNS, MemberLink, memberKey } from './member-columns';

const texts = groupTexts.one;
/** So many are offered; typing a part of the name narrows them. */
const MOST_OFFERED = 50;

const COLUMNS = [
  { name: 'name', title: inventoryTexts.name, cell: (member: ResourceWithType) => <MemberLink member={member} /> },
  ...MEMBER_COLUMNS,
];

/** The explicit members, which are added and removed here. */
export function GroupMembers({ group: { id } }: { group: GroupRest }): ReactNode {
  const path = `/rest/group/${id}`;
  const query = useApi<ResourceWithType[]>(`${path}/resources`, LIVE);
  const queries = useQueryClient();
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  const [isAdding, setAdding] = useState(false);
  const changed = (): void => {
    select(new Set());
    for (const key of [path, `${path}/resources`, '/rest/group']) void queries.invalidateQueries({ queryKey: [key] });
  };
  const chosen = (query.data ?? []).filter((row) => selected.has(memberKey(row)));
  const { title, body } = texts.noMembers;
  const add = <Button onClick={() => setAdding(true)}>{texts.add}</Button>;
  return (
    <>
      <Loaded query={query}>
        {(members) =>
          members.length === 0 ? (
            <EmptyPart title={title} action={add}>
              {body}
            </EmptyPart>
          ) : (
            <>
              <div className="bulk-bar">
                {add}
                <BulkAction
                  action={texts.remove(chosen.length)}
                  variant="secondary"
                  things={chosen}
                  work={({ resourceId }) => request(`${path}/resource/${resourceId}`, { method: 'DELETE' })}
                  ended={changed}
                />
              </div>
              <DataTable
                label={groupTexts.members}
                rows={members}
                keyOf={memberKey}
                columns={COLUMNS}
                selection={{ selected, select }}
              />
            </>
          )
        }
      </Loaded>
      {isAdding && (
        <AddMembers
          path={path}
          members={new Set((query.data ?? []).map(memberKey))}
          added={changed}
          close={() => setAdding(false)}
        />
      )}
    </>
  );
}

interface AddMembersProps {
  path: string;
  members: ReadonlySet<string>;
  added: () => void;
  close: () => void;
}

function AddMembers({ path, members, added, close }: AddMembersProps): ReactNode {
  const [name, setName] = useState('');
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  const query = useFetched(['/rest/resource', 'members', name], (signal) =>
    request<ResourceWithType[]>(withQuery('/rest/resource', { q: name, ps: MOST_OFFERED }), { signal }),
  );
  const ids = [...selected];
  return (
    <Modal variant="medium" isOpen onClose={close} aria-labelledby="add-title">
      <ModalHeader title={texts.add} labelId="add-title" />
      <ModalBody>
        <div className="bulk-bar">
          <SearchInput
            aria-label={groupTexts.search}
            placeholder={groupTexts.search}
            value={name}
            onChange={(_event, value) => setName(value)}
            onClear={() => setName('')}
          />
          <BulkAction
            action={texts.addChosen(ids.length)}
            things={ids}
            work={(id) => request(`${path}/resource/${id}`, { method: 'PUT' })}
            ended={({ failures }) => {
              added();
              if (failures.length === 0) close();
            }}
          />
          <Button variant="link" onClick={close}>
            {partTexts.cancel}
          </Button>
        </div>
        <Loaded query={query}>
          {(resources) => (
            <DataTable
              label={texts.add}
              rows={resources.filter((row) => !members.has(memberKey(row)))}
              keyOf={memberKey}
              columns={COLUMNS}
              selection={{ selected, select }}
            />
          )}
        </Loaded>
      </ModalBody>
    </Modal>
  );
}
