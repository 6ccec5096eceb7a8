import {
  AccountError,
  isOrgId,
  isRoleName,
  type JoinTerms,
  MAX_ORG_ID_LENGTH,
  MAX_PASSWORD_BYTES,
  type RoleName,
} from '@wardstone/auth';

/** Without `.` and `..`, which URLs cannot address. */
const USERNAME = /^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/;
/** In characters. */
const MIN_PASSWORD_LENGTH = 12;

export function isUsername(text: string): boolean {
  return USERNAME.test(text);
}

/** Checks the name of a new account. @throws AccountError */
export function requireUsername(username: string): void {
  if (isUsername(username)) return;
  throw new AccountError(
    'A user name has 1 to 64 characters: letters, digits, dot, underscore, hyphen and the at sign; it begins with a letter or digit.',
  );
}

const MAX_NAME_LENGTH = 100;
/** One visible line, without invisible characters. */
const NAME = /^(?=.*\S)[^\p{C}\p{Zl}\p{Zp}]*$/u;

/**
 * Validates the name of a person.
 * @throws AccountError
 */
export function requireName(name: string): void {
  if ([...name].length <= MAX_NAME_LENGTH && NAME.test(name)) return;
  throw new AccountError(`The name of a person is one line of 1 to ${MAX_NAME_LENGTH} characters.`);
}

/** @throws AccountError */
export function requirePassword(password: string): void {
  if ([...password].length < MIN_PASSWORD_LENGTH) {
    throw new AccountError(`A password has at least ${MIN_PASSWORD_LENGTH} characters.`);
  }
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

/** Terms as stored with a join token, and with the account of an agent. Undefined if there are none. */
export function toJoinTerms(group: string | null, isAutoImport: boolean): JoinTerms | undefined {
  if (group === null && !isAutoImport) return undefined;
  return { ...(group === null ? {} : { group }), ...(isAutoImport ? { autoImport: true } : {}) };
}
