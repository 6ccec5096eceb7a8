import { createHash } from 'node:crypto';
import { isRoleName } from '../roles';
import type { RoleName } from '../roles';

export type AccountType = 'User' | 'ServiceAccount';

/** A local account as stored. */
export interface StoredAccount {
  username: string;
  /** argon2id in PHC string format. */
  passwordHash: string;
  roles: readonly RoleName[];
  /** The tenant, 1-36 characters. */
  orgId: string;
  type: AccountType;
  /** ISO 8601, UTC. */
  createdAt: string;
}

/** What may be shown of an account. */
export type Account = Omit<StoredAccount, 'passwordHash'>;

export interface NewAccount {
  username: string;
  password: string;
  roles: readonly string[];
  orgId: string;
  type?: AccountType;
}

/** A wrong account command; the message is one sentence for the person at the terminal. */
export class AccountError extends Error {
  override readonly name = 'AccountError';
}

const USERNAME = /^[A-Za-z0-9._@-]{1,64}$/;
/** Bounds the work of one hash; far beyond any passphrase. */
export const MAX_PASSWORD_BYTES = 1024;
export const DEFAULT_MIN_PASSWORD_LENGTH = 12;
const MAX_ORG_ID_LENGTH = 36;

export function isUsername(text: string): boolean {
  return USERNAME.test(text);
}

/** @throws AccountError */
export function requireUsername(username: string): void {
  if (isUsername(username)) return;
  throw new AccountError(
    'A user name has 1 to 64 characters: letters, digits, dot, underscore, hyphen and the at sign.',
  );
}

/** @throws AccountError */
export function requirePassword(password: string, minLength: number): void {
  if ([...password].length < minLength) throw new AccountError(`A password has at least ${minLength} characters.`);
  if (Buffer.byteLength(password) > MAX_PASSWORD_BYTES) {
    throw new AccountError(`A password has at most ${MAX_PASSWORD_BYTES} bytes.`);
  }
}

/** @throws AccountError */
export function requireRoles(roles: readonly string[]): RoleName[] {
  const unknown = roles.filter((role) => !isRoleName(role));
  if (unknown.length > 0) throw new AccountError(`Unknown role: ${unknown.join(', ')}.`);
  return [...new Set(roles.filter(isRoleName))];
}

/** @throws AccountError */
export function requireOrgId(orgId: string): void {
  if (isOrgId(orgId)) return;
  throw new AccountError(`An organisation id has 1 to ${MAX_ORG_ID_LENGTH} characters.`);
}

/** The rule of rule compliance-2. */
export function isOrgId(value: unknown): value is string {
  return typeof value === 'string' && value.length >= 1 && value.length <= MAX_ORG_ID_LENGTH;
}

/** Changes with the password and tells nothing about it: the salted hash, hashed once more. */
export function credentialOf({ passwordHash }: StoredAccount): string {
  return createHash('sha256').update(passwordHash).digest('base64url');
}

export function withoutHash({ passwordHash: _hidden, ...account }: StoredAccount): Account {
  return account;
}

/**
 * Reads the text of an accounts file: `{"version": 1, "accounts": [...]}`.
 *
 * @throws AccountError naming what is wrong; a half-readable file is refused whole
 */
export function parseAccounts(text: string): StoredAccount[] {
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
    typeof createdAt === 'string';
  if (!isWhole) throw new AccountError(`Account ${index + 1} lacks a field or has a wrong one.`);
  return { username, passwordHash, roles: roles, orgId, type, createdAt };
}

export function renderAccounts(accounts: readonly StoredAccount[]): string {
  return `${JSON.stringify({ version: 1, accounts }, null, 2)}\n`;
}
