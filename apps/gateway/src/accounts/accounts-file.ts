import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import {
  AccountError,
  isOrgId,
  isRoleName,
  type RoleName,
  type StoredAccount,
  subjectOfAccount,
} from '@wardstone/auth';
import { isUsername } from './account-rules';

/**
 * Accounts in a file of a release without a database: `{"version": 1, "accounts": [...]}`. Undefined without a file.
 * @throws AccountError naming what is wrong; a half-readable file is refused whole
 */
export async function readAccountsFile(file: string): Promise<StoredAccount[] | undefined> {
  try {
    return parseAccounts(await readFile(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new AccountError(`The accounts file ${file} cannot be used. ${(error as Error).message}`);
  }
}

function parseAccounts(text: string): StoredAccount[] {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    throw new AccountError('It is not JSON.');
  }
  const { version, accounts } = (document ?? {}) as { version?: unknown; accounts?: unknown };
  if (version !== 1 || !Array.isArray(accounts)) throw new AccountError('It has no "accounts" list of version 1.');
  const parsed = accounts.map(parseAccount);
  const names = new Set(parsed.map(({ username }) => username));
  if (names.size !== parsed.length) throw new AccountError('A user name occurs twice.');
  return parsed;
}

function parseAccount(value: unknown, index: number): StoredAccount {
  const { username, passwordHash, roles, orgId, type, createdAt } = (value ?? {}) as Partial<
    Record<keyof StoredAccount, unknown>
  >;
  const isWhole =
    typeof username === 'string' &&
    isUsername(username) &&
    typeof passwordHash === 'string' &&
    passwordHash.startsWith('$argon2id$') &&
    Array.isArray(roles) &&
    roles.every((role): role is RoleName => typeof role === 'string' && isRoleName(role)) &&
    isOrgId(orgId) &&
    (type === 'User' || type === 'ServiceAccount') &&
    typeof createdAt === 'string' &&
    !Number.isNaN(Date.parse(createdAt));
  if (!isWhole) throw new AccountError(`Account ${index + 1} lacks a field or has a wrong one.`);
  // The original subject, because the account's records in the services refer to it.
  const subject = subjectOfAccount({ username, orgId, createdAt });
  return { username, subject, passwordHash, credential: randomUUID(), roles, orgId, type, createdAt };
}
