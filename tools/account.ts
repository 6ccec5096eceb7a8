import fs from 'node:fs';
import { parseArgs } from 'node:util';
import { AccountError, ROLES, ROLE_NAMES } from '@wardstone/auth';
import { JoinTokenBody } from '@wardstone/dto/gateway';
import { ApiError } from '@wardstone/errors';
import { plainToInstance } from 'class-transformer';
import { isUUID, validateSync } from 'class-validator';
import type { AccountStore } from '../apps/gateway/src/accounts/account.service';
import type { JoinTokenService } from '../apps/gateway/src/credentials/agents/join-token.service';
import type { OpenAccounts } from '../apps/gateway/src/open-accounts';
import { DEFAULT_ORG, dataFolder, openSigningKeys, withAccounts } from './accounts';
import { runToken } from './account-tokens';
import { askPassword } from './password-prompt';
import { ADMINISTRATOR } from './start/administrator';
import { adminPasswordFile } from './start/services';
import { StartError } from './start/settings';
import { UsageError, printTable } from './terminal';

const DAY_SECONDS = 24 * 60 * 60;

export const USAGE = `Usage: npm run account -- COMMAND

  add NAME --role ROLE [--role ROLE ...] [--org ID] [--service]
             creates an account, in the organisation ${DEFAULT_ORG} unless --org names another; --service marks it as a program
  passwd NAME
             changes its password
  sign-out NAME
             ends all browser sessions and access tokens of the local account NAME, or the sessions of the subject NAME:
             that of a person of the OIDC issuer is in the audit log (GET /auth/audit); tokens of programs stay
  remove NAME
             removes the account, and an invitation of the name
  invite NAME [--days N]
             prints a join token for the agent NAME, valid once and for one day unless --days says otherwise: its setting
             AGENT_TOKEN
  invite --uses N [--days N] [--pattern NAMES]
             prints a join token for N agents, each with a name of its own; in a pattern, * matches any text.
             With --group NAME their machines join this group of monitoring once they are imported; with --import the
             agents may import them
  invitations [--org ID]
             lists the join tokens
  revoke ID
             revokes a join token
  list [--subjects]
             lists the accounts; --subjects prints the stable id of each instead, to which systems belong
  token add NAME --name TEXT [--role ROLE ...] [--expires DAYS]
             prints a token with which programs log in as NAME, with all its roles or some, without expiry or for some days
  token list NAME
             lists its tokens
  token revoke ID
             revokes a token within seconds
  rotate-key [--revoke]
             creates a new signing key; existing tokens stay valid until they expire, or with --revoke end within a minute

Passwords are prompted for, or read from standard input. Roles:
${ROLE_NAMES.map((role) => `  ${role.padEnd(10)} ${ROLES[role].description}`).join('\n')}`;

interface Invited {
  org: string;
  uses?: string | undefined;
  days: string;
  pattern?: string | undefined;
  group?: string | undefined;
  import: boolean;
}

/** `npm run account`: the local accounts of the installation in DATA_DIR, running or not. */
export async function main(args: string[]): Promise<number> {
  try {
    await (args[0] === 'token' ? runToken(args.slice(1)) : run(args));
    return 0;
  } catch (error) {
    const isOptionError = (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS');
    if (error instanceof UsageError || isOptionError) console.error(`${(error as Error).message}\n\n${USAGE}`);
    else if (error instanceof AccountError || error instanceof StartError) console.error(error.message);
    else if (error instanceof ApiError) console.error(error.detail);
    else throw error;
    return 1;
  }
}

async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      role: { type: 'string', multiple: true },
      org: { type: 'string', default: DEFAULT_ORG },
      service: { type: 'boolean', default: false },
      subjects: { type: 'boolean', default: false },
      revoke: { type: 'boolean', default: false },
      uses: { type: 'string' },
      days: { type: 'string', default: '1' },
      pattern: { type: 'string' },
      group: { type: 'string' },
      import: { type: 'boolean', default: false },
    },
  });
  const [command, username, ...rest] = positionals;
  if (rest.length > 0) throw new UsageError(`"${rest[0]}" is an unexpected argument.`);
  const dataDir = dataFolder();
  if (command === 'rotate-key' && username === undefined) return rotateKey(dataDir, values.revoke);
  if (command === 'list' && username === undefined) {
    return withAccounts(dataDir, ({ accounts }) => (values.subjects ? listSubjects(accounts) : list(accounts)));
  }
  if (command === 'sign-out' && username !== undefined) return signOut(dataDir, username);
  const done = runOnInvitations(dataDir, command, username, values);
  if (done) return done;
  if (!command || !['add', 'passwd', 'remove'].includes(command)) throw new UsageError('Which command?');
  if (username === undefined) throw new UsageError('Which account?');
  if (command === 'add' && values.role === undefined) throw new UsageError('An account needs at least one --role.');
  const password = command === 'add' || command === 'passwd' ? await requirePassword(username) : '';
  await withAccounts(dataDir, async ({ accounts, joinTokens }) => {
    switch (command) {
      case 'add': {
        const type = values.service ? ('ServiceAccount' as const) : ('User' as const);
        await accounts.add({ username, password, roles: values.role ?? [], orgId: values.org, type });
        return console.log(`${username} may log in now.`);
      }
      case 'passwd':
        await accounts.setPassword(username, password);
        break;
      default:
        await remove(username, { accounts, joinTokens });
    }
    forgetMadeUpPassword(dataDir, username);
    console.log(command === 'remove' ? `${username} is removed.` : `${username} has a new password.`);
  });
}

/** Undefined for other commands. */
function runOnInvitations(
  dataDir: string,
  command: string | undefined,
  operand: string | undefined,
  values: Invited,
): Promise<void> | undefined {
  if (command === 'invite') return invite(dataDir, operand, values);
  if (command === 'revoke' && operand !== undefined) return revoke(dataDir, operand, values.org);
  if (command !== 'invitations' || operand !== undefined) return undefined;
  return withAccounts(dataDir, ({ joinTokens }) => listInvitations(joinTokens, values.org));
}

async function revoke(dataDir: string, id: string, org: string): Promise<void> {
  await withAccounts(dataDir, async ({ joinTokens }) => {
    if (!isUUID(id) || !(await joinTokens.revoke(id, org))) throw new AccountError('There is no such join token.');
    console.log('The join token is revoked.');
  });
}

async function invite(dataDir: string, name: string | undefined, invited: Invited): Promise<void> {
  const { org, uses, days, pattern, group, import: autoImport } = invited;
  if (name === undefined && uses === undefined) throw new UsageError('Which agent, or how many?');
  const wanted = plainToInstance(JoinTokenBody, {
    ...(name === undefined ? {} : { name }),
    ...(pattern === undefined ? {} : { namePattern: pattern }),
    ...(group === undefined ? {} : { group }),
    autoImport,
    uses: Number(uses ?? 1),
    expiresIn: Number(days) * DAY_SECONDS,
  });
  const [problem] = validateSync(wanted);
  if (problem) throw new AccountError(`${Object.values(problem.constraints ?? {})[0]}.`);
  await withAccounts(dataDir, async ({ joinTokens }) => {
    console.log((await joinTokens.create(wanted, { orgId: org })).token);
  });
}

/** Also an invitation alone, to which there is no account yet. */
async function remove(
  username: string,
  { accounts, joinTokens }: Pick<OpenAccounts, 'accounts' | 'joinTokens'>,
): Promise<void> {
  const wasInvited = await joinTokens.revokeFor(username);
  if (!wasInvited || (await accounts.lookUpNow(username))) await accounts.remove(username);
}

async function signOut(dataDir: string, username: string): Promise<void> {
  await withAccounts(dataDir, async ({ accounts, sessions }) => {
    await accounts.signOut(username);
    console.log(`Sessions of ${username} that have ended: ${await sessions.removeOf(username)}.`);
  });
}

async function rotateKey(dataDir: string, revoke: boolean): Promise<void> {
  const keys = openSigningKeys(dataDir);
  if ((await keys.version()) === undefined) throw new AccountError(`There is no signing key in ${keys.path} yet.`);
  await keys.rotate({ revoke });
  console.log(
    revoke
      ? 'A new key signs within seconds; services refuse what the old ones signed within a minute.'
      : 'A new key signs once it was published for SIGNING_KEY_AHEAD_SECONDS (five minutes); what the old one signed stays valid until it expires.',
  );
}

async function requirePassword(username: string): Promise<string> {
  const password = await askPassword(username);
  if (password === undefined) throw new AccountError('No password given, or the two differ; nothing was changed.');
  return password;
}

/** The file would keep a password that is no longer valid. */
function forgetMadeUpPassword(dataDir: string, username: string): void {
  if (username === ADMINISTRATOR) fs.rmSync(adminPasswordFile(dataDir), { force: true });
}

async function listSubjects(accounts: AccountStore): Promise<void> {
  for (const { username, subject } of await accounts.list()) console.log(`${username}  ${subject}`);
}

async function list(accounts: AccountStore): Promise<void> {
  const rows = (await accounts.list()).map(({ username, roles, orgId, type, createdAt }) => [
    username,
    roles.join(','),
    orgId,
    type === 'User' ? 'person' : 'program',
    createdAt.slice(0, 10),
  ]);
  printTable([['NAME', 'ROLES', 'ORGANISATION', 'KIND', 'SINCE'], ...rows]);
}

async function listInvitations(joinTokens: JoinTokenService, org: string): Promise<void> {
  const rows = (await joinTokens.list(org)).map(({ id, name, namePattern, used, uses, expiresAt }) => [
    id,
    name ?? namePattern ?? '*',
    `${used} of ${uses}`,
    expiresAt.slice(0, 16),
  ]);
  printTable([['ID', 'AGENTS', 'USED', 'UNTIL (UTC)'], ...rows]);
}
