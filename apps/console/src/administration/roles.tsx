import type { Result } from '@wardstone/client';
import { Fragment, type ReactNode } from 'react';
import { useGet } from '../api/client';
import { Facts } from '../parts/values';
import { Loaded } from '../parts/states';
import { column, DataTable } from '../parts/list';
import { administrationTexts as texts } from '../texts/administration';
import { AdministrationPage } from './frame';

type Permission = Result<'get', '/auth/roles'>['permissions'][number];

const { roles: words } = texts;

/** Roles with their permissions. */
export function Roles(): ReactNode {
  const query = useGet('/auth/roles', {}, { staleTime: Infinity });
  return (
    <AdministrationPage>
      <Loaded query={query}>
        {({ roles, permissions }) => (
          <>
            <Facts facts={roles.map(({ name, description }) => [name, description])} />
            <DataTable<Permission>
              label={texts.sections.roles}
              rows={permissions}
              toKey={({ name }) => name}
              columns={[
                column('permission', words.permission, ({ name }) => <Name name={name} />),
                column('allows', words.allows, ({ description }) => description),
                column('service', words.service, ({ service }) => service),
                ...roles.map((role) =>
                  column(role.name, role.name, (permission: Permission) =>
                    permission.roles.includes(role.name) ? words.yes : <span className="no">{words.no}</span>,
                  ),
                ),
              ]}
            />
          </>
        )}
      </Loaded>
    </AdministrationPage>
  );
}

/** Allows line breaks between the parts of a permission. */
function Name({ name }: { name: string }): ReactNode {
  return (
    <code>
      {name.split(/(?<=[:_])/).map((part) => (
        <Fragment key={part}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </code>
  );
}
