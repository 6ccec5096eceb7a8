import { Alert, Switch } from '@patternfly/react-core';
import type { RolesBody } from '@wardstone/client/gateway';
import type { GroupRest } from '@wardstone/client/monitoring';
import type { ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useAction, useGet, wardstone } from '../api/client';
import { ErrorState, Loaded } from '../parts/states';
import { column, DataTable } from '../parts/list';
import { groupTexts } from '../texts/groups';
import { partTexts } from '../texts/parts';

const { roles: texts } = groupTexts.one;
/** Callers with this permission see every group. */
const EVERYTHING = 'MANAGE_INVENTORY';
const ROLES = '/rest/group/{id}/roles';
const SEEING = 'VIEW_RESOURCE';

type Role = RolesBody['roles'][number];

/** Roles that see the group and its members. */
export function GroupRoles({ group }: { group: GroupRest }): ReactNode {
  const tied = useGet(ROLES, { path: { id: group.id } });
  const table = useGet('/auth/roles', {}, { staleTime: Infinity });
  const queries = useQueryClient();
  const switching = useAction(async ({ role, isOn }: { role: string; isOn: boolean }) => {
    const one = { path: { id: group.id, role } };
    await (isOn ? wardstone.put(`${ROLES}/{role}`, one) : wardstone.delete(`${ROLES}/{role}`, one));
    await queries.invalidateQueries({ queryKey: [ROLES] });
  });
  return (
    <Loaded query={table}>
      {({ roles, permissions }) => {
        const holds = (role: Role, permission: string): boolean =>
          permissions.some(({ name, roles: holders }) => name === permission && holders.includes(role.name));
        return (
          <Loaded query={tied}>
            {(names) => (
              <>
                <Alert variant="info" isInline isPlain title={texts.help} />
                {switching.error && <ErrorState error={switching.error} title={partTexts.refused} />}
                <DataTable<Role>
                  label={texts.title}
                  rows={roles.filter((role) => holds(role, SEEING))}
                  toKey={({ name }) => name}
                  columns={[
                    column('role', texts.role, ({ name }) => name),
                    column('about', texts.about, ({ description }) => description),
                    column('sees', texts.sees, (role) =>
                      holds(role, EVERYTHING) ? (
                        texts.always
                      ) : (
                        <Switch
                          id={`role-${role.name}`}
                          aria-label={texts.seesOf(role.name)}
                          isChecked={names.includes(role.name)}
                          isDisabled={switching.isBusy}
                          onChange={(_event, isOn) => switching.run({ role: role.name, isOn })}
                        />
                      ),
                    ),
                  ]}
                />
              </>
            )}
          </Loaded>
        );
      }}
    </Loaded>
  );
}
