import { createHash, randomBytes } from 'node:crypto';

/** Secrets of sessions, access tokens, join tokens and heartbeat addresses. Pure but for the random value. */

const SECRET_BYTES = 32;
const SECRET = /^[A-Za-z0-9_-]{43}$/;
const MIN_PREFIXED_LENGTH = 'wsx_'.length + 43;
/** Secrets with a prefix that identifies their kind. */
const PREFIXED_SECRET = /\b(ws[a-z]_)[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])/g;

/** @param prefix identifies the kind of secret, e.g. for scanners of leaks */
export function newSecret(prefix = ''): string {
  return prefix + randomBytes(SECRET_BYTES).toString('base64url');
}

/** Whether a text has the format of a secret, valid or not. */
export function isSecret(text: string, prefix = ''): boolean {
  return text.startsWith(prefix) && SECRET.test(text.slice(prefix.length));
}

/** Digest by which a secret is stored and found. A fast one is enough, because 256 random bits cannot be guessed. */
export function digestSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** Hides the prefixed secrets in a text, e.g. in a logged address. */
export function hideSecrets(text: string): string {
  return text.length < MIN_PREFIXED_LENGTH ? text : text.replace(PREFIXED_SECRET, '$1***');
}
