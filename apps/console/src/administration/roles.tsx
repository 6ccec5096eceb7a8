import { PageSection } from '@patternfly/react-core';
import type { PermissionBody, RolesBody } from '@wardstone/dto/gateway';
import { Fragment, type ReactNode } from 'react';
import { useApi } from '../api/hooks';
import { Facts } from '../parts/facts';
import { Loaded } from '../parts/loaded';
import { column, DataTable } from '../parts/paged-table';
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
                  column('permission', words.permission, ({ name }) => <Name name={name} />),
                  column('allows', words.allows, ({ description }) => description),
                  column('service', words.service, ({ service }) => service),
                  ...roles.map((role) =>
                    column(role.name, role.name, (permission: PermissionBody) =>
                      permission.roles.includes(role.name) ? words.yes : <span className="no">{words.no}</span>,
                    ),
                  ),
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
