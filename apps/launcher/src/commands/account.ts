import fs from 'node:fs';
import { AccountError } from '@wardstone/auth';
import { JoinTokenBody } from '@wardstone/dto/gateway';
import { ApiError } from '@wardstone/errors';
import { plainToInstance } from 'class-transformer';
import { isUUID, validateSync } from 'class-validator';
import { requireRoles } from '../../../gateway/src';
import { askPassword, CommandError, formatLines } from '../../../cli/src';
import { openSigningKeys, withAccounts } from '../accounts';
import { ADMINISTRATOR } from '../administrator';
import { adminPasswordFile } from '../services';
import { StartError } from '../settings';
import { dataFolder } from '../data-folder';

const DAY_SECONDS = 24 * 60 * 60;

export type Say = (line: string) => void;

export interface NewAccount {
  role: string[];
  org: string;
  name?: string;
  service?: boolean;
}

export interface Invited {
  org: string;
  uses?: string;
  days: string;
  pattern?: string;
  group?: string;
  import?: boolean;
}

export interface NewToken {
  name: string;
  role?: string[];
  expires?: string;
}

/**
 * Prints failures of accounts and of the installation as one sentence.
 * @throws CommandError
 */
export async function explainFailures(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof AccountError || error instanceof StartError) throw new CommandError(error.message);
    throw error instanceof ApiError ? new CommandError(error.detail ?? error.message) : error;
  }
}

export async function add(say: Say, username: string, { role, org, name, service }: NewAccount): Promise<void> {
  // Checked before anyone types a password twice.
  requireRoles(role);
  const password = await requirePassword(username);
  const type = service ? ('ServiceAccount' as const) : ('User' as const);
  await withAccounts(dataFolder(), async ({ accounts }) => {
    await accounts.add({ username, ...(name === undefined ? {} : { name }), password, roles: role, orgId: org, type });
    say(`${username} may log in now.`);
  });
}

export async function changePassword(say: Say, username: string): Promise<void> {
  const password = await requirePassword(username);
  await withAccounts(dataFolder(), async ({ accounts }) => {
    await accounts.setPassword(username, password);
    forgetMadeUpPassword(username);
    say(`${username} has a new password.`);
  });
}

/** Also removes a mere invitation without an account. */
export async function remove(say: Say, username: string): Promise<void> {
  await withAccounts(dataFolder(), async ({ accounts, joinTokens }) => {
    const wasInvited = await joinTokens.revokeFor(username);
    if (!wasInvited || (await accounts.lookUpNow(username))) await accounts.remove(username);
    forgetMadeUpPassword(username);
    say(`${username} is removed.`);
  });
}

export async function list(say: Say, { subjects }: { subjects?: boolean }): Promise<void> {
  await withAccounts(dataFolder(), async ({ accounts }) => {
    const all = await accounts.list();
    if (subjects) return all.forEach(({ username, subject }) => say(`${username}  ${subject}`));
    const rows = all.map(({ username, roles, orgId, type, createdAt }) => [
      username,
      type,
      roles.join(', '),
      orgId,
      createdAt,
    ]);
    formatLines([['NAME', 'TYPE', 'ROLES', 'ORGANISATION', 'SINCE'], ...rows]).forEach(say);
  });
}

export async function signOut(say: Say, username: string): Promise<void> {
  await withAccounts(dataFolder(), async ({ accounts, sessions }) => {
    await accounts.signOut(username);
    say(`Sessions of ${username} that have ended: ${await sessions.removeByOwner(username)}.`);
  });
}

export async function invite(say: Say, name: string | undefined, invited: Invited): Promise<void> {
  const { org, uses, days, pattern, group } = invited;
  if (name === undefined && uses === undefined) throw new CommandError('Which agent, or how many?');
  const wanted = plainToInstance(JoinTokenBody, {
    ...(name === undefined ? {} : { name }),
    ...(pattern === undefined ? {} : { namePattern: pattern }),
    ...(group === undefined ? {} : { group }),
    autoImport: invited.import ?? false,
    uses: Number(uses ?? 1),
    expiresIn: Number(days) * DAY_SECONDS,
  });
  const [problem] = validateSync(wanted);
  if (problem) throw new CommandError(`${Object.values(problem.constraints ?? {})[0]}.`);
  await withAccounts(dataFolder(), async ({ joinTokens }) => {
    say((await joinTokens.create(wanted, { orgId: org })).token);
  });
  console.error('Give it to the agent as AGENT_TOKEN. "npx wardstone import" then lists its machine (docs/agents.md).');
}

export async function listInvitations(say: Say, { org }: { org: string }): Promise<void> {
  await withAccounts(dataFolder(), async ({ joinTokens }) => {
    const rows = (await joinTokens.list(org)).map(({ id, name, namePattern, used, uses, expiresAt }) => [
      id,
      name ?? namePattern ?? '*',
      `${used} of ${uses}`,
      expiresAt.slice(0, 16),
    ]);
    formatLines([['ID', 'AGENTS', 'USED', 'UNTIL (UTC)'], ...rows]).forEach(say);
  });
}

export async function revokeInvitation(say: Say, id: string, { org }: { org: string }): Promise<void> {
  await withAccounts(dataFolder(), async ({ joinTokens }) => {
    if (!isUUID(id) || !(await joinTokens.revoke(id, org))) throw new CommandError('There is no such join token.');
    say('The join token is revoked.');
  });
}

export async function rotateKey(say: Say, { revoke = false }: { revoke?: boolean }): Promise<void> {
  const keys = openSigningKeys(dataFolder());
  if ((await keys.version()) === undefined) throw new CommandError(`There is no signing key in ${keys.path} yet.`);
  await keys.rotate({ revoke });
  say(
    revoke
      ? 'The new key is used within seconds. Existing tokens are refused within a minute.'
      : 'The new key is used after SIGNING_KEY_AHEAD_SECONDS (five minutes by default). Existing tokens stay valid until they expire.',
  );
}

export async function addToken(say: Say, username: string, { name, role, expires }: NewToken): Promise<void> {
  const expiresInDays = expires === undefined ? undefined : Number(expires);
  if (expiresInDays !== undefined && !(Number.isInteger(expiresInDays) && expiresInDays > 0))
    throw new CommandError('--expires is a number of days.');
  await withAccounts(dataFolder(), async ({ accounts, tokens }) => {
    const account = await accounts.lookUpNow(username);
    if (!account) throw new CommandError(`Unknown account ${username}.`);
    const made = await tokens.makeFor(account, {
      name,
      ...(role && { roles: role }),
      ...(expiresInDays !== undefined && { expiresInDays }),
    });
    say(made.token);
  });
}

export async function listTokens(say: Say, username: string): Promise<void> {
  const day = (time: Date | null): string => time?.toISOString().slice(0, 10) ?? '-';
  await withAccounts(dataFolder(), async ({ accounts, tokens }) => {
    if (!(await accounts.lookUpNow(username))) throw new CommandError(`Unknown account ${username}.`);
    const rows = (await tokens.listByAccount(username)).map((token) => [
      token.id,
      token.hint,
      token.name,
      token.roles.join(','),
      ...[token.created_at, token.expires_at, token.last_used_at, token.revoked_at].map(day),
    ]);
    formatLines([['ID', 'BEGINS', 'NAME', 'ROLES', 'SINCE', 'EXPIRES', 'LAST USED', 'REVOKED'], ...rows]).forEach(say);
  });
}

export async function revokeToken(say: Say, id: string): Promise<void> {
  await withAccounts(dataFolder(), async ({ tokens }) => {
    const token = isUUID(id) ? await tokens.find(id) : undefined;
    if (!token) throw new CommandError(`Unknown token ${id}.`);
    await tokens.revokeRow(token);
    say(`The token "${token.name}" of ${token.username} is revoked.`);
  });
}

async function requirePassword(username: string): Promise<string> {
  const password = await askPassword(username);
  if (password === undefined) throw new CommandError('No password given, or the two differ; nothing was changed.');
  return password;
}

/** Otherwise the file would contain an invalid password. */
function forgetMadeUpPassword(username: string): void {
  if (username === ADMINISTRATOR) fs.rmSync(adminPasswordFile(dataFolder()), { force: true });
}
