import fs from 'node:fs';
import { parseArgs } from 'node:util';
import { AccountError, type AccountStore, ROLES, ROLE_NAMES, subjectOfAccount } from '@wardstone/auth';
import { DEFAULT_ORG, dataFolder, openAccounts, openEnrolments, openSigningKeys } from './accounts';
import { askPassword } from './password-prompt';
import { ADMINISTRATOR } from './start/administrator';
import { adminPasswordFile } from './start/services';

const USAGE = `Usage: npm run account -- COMMAND

  add NAME --role ROLE [--role ROLE ...] [--org ID] [--service]
             a new account; --org is the organisation it belongs to (${DEFAULT_ORG}), --service says it is a program
  passwd NAME
  remove NAME
             also takes an invitation back
  invite NAME
             prints a one-time token, good for a day, with which the agent NAME registers, and no other: its setting
             AGENT_TOKEN
  list [--subjects]
             --subjects prints, in place of the table, the stable identity of each account: what systems belong to
  rotate-key [--revoke]
             a new signing key; tokens made so far stay good until they expire, with --revoke they end at once

The password is asked for, or read from standard input. Roles:
${ROLE_NAMES.map((role) => `  ${role.padEnd(10)} ${ROLES[role].description}`).join('\n')}`;

class UsageError extends Error {}

/** `npm run account`: the local accounts of the installation in DATA_DIR, running or not. */
export async function main(args: string[]): Promise<number> {
  try {
    await run(args);
    return 0;
  } catch (error) {
    const isOptionError = (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS');
    if (error instanceof UsageError || isOptionError) console.error(`${(error as Error).message}\n\n${USAGE}`);
    else if (error instanceof AccountError) console.error(error.message);
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
    },
  });
  const [command, username, ...rest] = positionals;
  if (rest.length > 0) throw new UsageError(`"${rest[0]}" is an unexpected argument.`);
  const dataDir = dataFolder();
  const accounts = openAccounts(dataDir);
  if (command === 'list' && username === undefined) return values.subjects ? listSubjects(accounts) : list(accounts);
  if (command === 'rotate-key' && username === undefined) return rotateKey(dataDir, values.revoke);
  if (!command || !['add', 'passwd', 'remove', 'invite'].includes(command)) throw new UsageError('Which command?');
  if (username === undefined) throw new UsageError('Which account?');
  if (command === 'invite') return console.log(await openEnrolments(dataDir).invite(username, values.org));
  if (command === 'add') {
    return add(accounts, { username, roles: values.role ?? [], orgId: values.org, isProgram: values.service });
  }
  if (command === 'passwd') await accounts.setPassword(username, await requirePassword(username));
  await end(username, dataDir, command === 'remove' ? accounts : undefined);
  console.log(command === 'remove' ? `${username} is removed.` : `${username} has a new password.`);
}

async function add(
  accounts: AccountStore,
  { username, roles, orgId, isProgram }: { username: string; roles: string[]; orgId: string; isProgram: boolean },
): Promise<void> {
  if (roles.length === 0) throw new UsageError('An account needs at least one --role.');
  const type = isProgram ? ('ServiceAccount' as const) : ('User' as const);
  await accounts.add({ username, password: await requirePassword(username), roles, orgId, type });
  console.log(`${username} may log in now.`);
}

/** Ends what came from the account: its invitation, the password that was made up for it, and where named it itself. */
async function end(username: string, dataDir: string, removeFrom: AccountStore | undefined): Promise<void> {
  const wasInvited = await openEnrolments(dataDir).withdraw(username);
  const isInvitationAlone = wasInvited && (await removeFrom?.find(username)) === undefined;
  if (!isInvitationAlone) await removeFrom?.remove(username);
  forgetMadeUpPassword(dataDir, username);
}

async function rotateKey(dataDir: string, revoke: boolean): Promise<void> {
  const keys = openSigningKeys(dataDir);
  if ((await keys.version()) === undefined) throw new AccountError(`There is no signing key in ${keys.path} yet.`);
  await keys.rotate({ revoke });
  console.log(
    revoke
      ? 'A new key signs within seconds; services refuse what the old ones signed within a minute.'
      : 'A new key signs in half a minute; what the old one signed stays good until it expires.',
  );
}

async function requirePassword(username: string): Promise<string> {
  const password = await askPassword(username);
  if (password === undefined) throw new AccountError('No password given, or the two differ; nothing was changed.');
  return password;
}

/** The file would go on showing a password that no longer opens anything. */
function forgetMadeUpPassword(dataDir: string, username: string): void {
  if (username === ADMINISTRATOR) fs.rmSync(adminPasswordFile(dataDir), { force: true });
}

async function listSubjects(accounts: AccountStore): Promise<void> {
  for (const account of await accounts.list()) console.log(`${account.username}  ${subjectOfAccount(account)}`);
}

async function list(accounts: AccountStore): Promise<void> {
  const rows = (await accounts.list()).map(({ username, roles, orgId, type, createdAt }) => [
    username,
    roles.join(','),
    orgId,
    type === 'User' ? 'person' : 'program',
    createdAt.slice(0, 10),
  ]);
  const table = [['NAME', 'ROLES', 'ORGANISATION', 'KIND', 'SINCE'], ...rows];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  for (const row of table) {
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  }
}
