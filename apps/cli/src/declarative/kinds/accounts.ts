import { type Kind } from '../kind';
import { sortSet } from '../records';
import { bodyFields } from '../../openapi';

/** Accounts of agents are not in files, because agents enrol themselves. */
const AGENT = 'agent';

export const ACCOUNT_KIND: Kind = {
  kind: 'Account',
  file: 'accounts',
  about: 'Roles of a local account. Documents contain no passwords: add people with "wardstone account add"',
  fields: () => {
    const { type, roles } = bodyFields('post', '/auth/accounts');
    return {
      type: { ...type },
      roles: {
        ...roles,
        items: { type: 'string', enum: (roles!.items!['enum'] as string[]).filter((role) => role !== AGENT) },
      },
      disabled: { type: 'boolean', description: 'Whether the account cannot log in' },
    };
  },
  required: ['type', 'roles'],
  get nameSchema() {
    return { pattern: bodyFields('post', '/auth/accounts')['username']!['pattern'] as string };
  },
  // Accounts are never deleted, because people and agents also come from elsewhere.
  fixed: ['type'],
  comparable: ({ roles, ...spec }) => ({ ...spec, roles: sortSet(roles as string[]) }),
  problem: (_identity, { type }, found) =>
    found || type === 'ServiceAccount'
      ? undefined
      : 'there is no such account, and people need a password: "wardstone account add"',
  async read({ client }, id) {
    const accounts =
      id === undefined
        ? (await client.get('/auth/accounts')).accounts
        : [await client.get('/auth/accounts/{username}', { path: { username: id } })];
    const others = accounts.filter((each) => !each.roles.includes(AGENT));
    return others.map(({ username, type, roles, disabledAt }) => ({
      id: username,
      name: username,
      spec: { type, roles, disabled: disabledAt !== null },
    }));
  },
  async create({ client }, { name: username }, { type, roles, disabled }) {
    await client.post('/auth/accounts', {
      body: { username, type: type as 'ServiceAccount', roles: roles as string[] },
    });
    if (disabled === true) await client.patch('/auth/accounts/{username}', { path: { username }, body: { disabled } });
  },
  async change({ client }, { name: username }, spec, fields) {
    const body = Object.fromEntries([...fields].map((field) => [field, spec[field]]));
    await client.patch('/auth/accounts/{username}', { path: { username }, body });
  },
};
