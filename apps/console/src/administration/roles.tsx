import { PageSection } from '@patternfly/react-core';
import type { PermissionBody, RolesBody } from '@wardstone/dto/gateway';
import { Fragment, type ReactNode } from 'react';
import { useApi } from '../api/hooks';
import { Facts } from '../parts/facts';
import { Loaded } from '../parts/loaded';
import { DataTable } from '../parts/paged-table';
import { administrationTexts as texts } from '../texts/administration';
import { AdministrationHead } from './head';

const { roles: words } = texts;

/** What each role may do. */
export function Roles(): ReactNode {
  const query = useApi<RolesBody>('/auth/roles', { staleTime: Infinity });
  return (
    <>
      <AdministrationHead />
      <PageSection hasBodyWrapper={false}>
        <Loaded query={query}>
          {({ roles, permissions }) => (
            <>
              <Facts facts={roles.map(({ name, description }) => [name, description])} />
              <DataTable<PermissionBody>
                label={texts.sections.roles}
                rows={permissions}
                keyOf={({ name }) => name}
                columns={[
                  { name: 'permission', title: words.permission, cell: ({ name }) => <Name name={name} /> },
                  { name: 'allows', title: words.allows, cell: ({ description }) => description },
                  { name: 'service', title: words.service, cell: ({ service }) => service },
                  ...roles.map((role) => ({
                    name: role.name,
                    title: role.name,
                    cell: (permission: PermissionBody) =>
                      permission.roles.includes(role.name) ? words.yes : <span className="no">{words.no}</span>,
                  })),
                ]}
              />
            </>
          )}
        </Loaded>
      </PageSection>
    </>
  );
}

/** May be broken between its parts. */
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
