import type { AccountBody, AccountsBody } from '@wardstone/dto/gateway';
import type { ReactNode } from 'react';
import { request } from '../api/client';
import { EmptyPart } from '../parts/empty-part';
import { ListPage } from '../parts/list-page';
import { administrationTexts as texts } from '../texts/administration';

/** Accounts of the organisation. */
export default function Administration(): ReactNode {
  return (
    <ListPage<AccountBody>
      title={texts.title}
      source="/auth/accounts"
      keyOf={({ username }) => username}
      fetchPage={async ({ signal }) => {
        const { accounts } = await request<AccountsBody>('/auth/accounts', { signal });
        return { rows: accounts, total: accounts.length };
      }}
      columns={[
        { name: 'account', title: texts.account, cell: (row) => row.username },
        { name: 'type', title: texts.type, cell: (row) => row.type },
        { name: 'roles', title: texts.roles, cell: (row) => row.roles.join(', ') },
      ]}
      empty={<EmptyPart title={texts.empty.title} />}
    />
  );
}
