/**
 * Credentials and their endings, as in the table of docs/security-model.md. `revocation.int-spec.ts` tries each cell.
 */

const OF_PERSON = [
  'password',
  'session',
  'access token',
  'token of a program',
  'tokens it made for service accounts',
  'join tokens it made',
] as const;
const OF_AGENT = ['key of an agent', 'access token of the key'] as const;

/** Logins of an account, and credentials made with them. */
export const CREDENTIALS = [...OF_PERSON, ...OF_AGENT] as const;

export type Credential = (typeof CREDENTIALS)[number];
type Fate = 'ends' | 'stays';

const person = (...ended: (typeof OF_PERSON)[number][]) => fates(OF_PERSON, ended);
const agent = (...ended: (typeof OF_AGENT)[number][]) => fates(OF_AGENT, ended);

/** Each way of ending credentials, with those that it affects; others are unaffected. */
export const WAYS = {
  'its owner changes the password': person('password', 'session', 'access token', 'token of a program'),
  'an administrator sets another password': person(...OF_PERSON),
  '`npx wardstone account passwd`': person(...OF_PERSON),
  'the account is disabled': { ...person(...OF_PERSON), ...agent(...OF_AGENT) },
  'the account is disabled and enabled again': {
    ...person(...OF_PERSON.filter((one) => one !== 'password')),
    ...agent('access token of the key'),
  },
  'the account is removed': { ...person(...OF_PERSON), ...agent(...OF_AGENT) },
  '`npx wardstone account remove`': { ...person(...OF_PERSON), ...agent(...OF_AGENT) },
  'its roles no longer administer': person('tokens it made for service accounts', 'join tokens it made'),
  'the browser signs out': person('session'),
  '`npx wardstone account sign-out`': { ...person('session', 'access token'), ...agent('access token of the key') },
  'the token is revoked': person('token of a program'),
  'the join token is revoked': person('join tokens it made'),
  'the key is revoked': agent(...OF_AGENT),
  'all keys are revoked': agent(...OF_AGENT),
  'the agent replaces its key': agent(...OF_AGENT),
  'the agent enrols again': agent(...OF_AGENT),
} satisfies Record<string, Partial<Record<Credential, Fate>>>;

export type Way = keyof typeof WAYS;

/** The cells of the table, as the page shows them. */
export function cellsOfTable(): string[][] {
  const rows = Object.entries<Partial<Record<Credential, Fate>>>(WAYS).map(([way, fated]) => [
    way,
    ...CREDENTIALS.map((credential) => fated[credential] ?? ''),
  ]);
  return [['When …', ...CREDENTIALS], ...rows];
}

function fates<C extends Credential>(all: readonly C[], ended: readonly C[]): Partial<Record<C, Fate>> {
  return Object.fromEntries(all.map((one) => [one, ended.includes(one) ? 'ends' : 'stays'])) as Partial<
    Record<C, Fate>
  >;
}
