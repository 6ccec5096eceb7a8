import { createHash, randomBytes } from 'node:crypto';

/** Secrets of sessions, access tokens, join tokens and addresses of heartbeats. Pure but for the random value. */

const SECRET_BYTES = 32;
const SECRET = /^[A-Za-z0-9_-]{43}$/;
const MIN_PREFIXED_LENGTH = 'wsx_'.length + 43;
/** Secrets with a prefix of their kind. */
const PREFIXED_SECRET = /\b(ws[a-z]_)[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])/g;

/** @param prefix identifies the kind of secret, e.g. for scanners of leaks */
export function newSecret(prefix = ''): string {
  return prefix + randomBytes(SECRET_BYTES).toString('base64url');
}

/** Whether a text has the form of one, good or not. */
export function isSecret(text: string, prefix = ''): boolean {
  return text.startsWith(prefix) && SECRET.test(text.slice(prefix.length));
}

/** How it is stored and found. It has 256 random bits and cannot be guessed, so a fast digest is enough. */
export function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** The text without the secrets in it that have a prefix, e.g. an address for a log. */
export function hideSecrets(text: string): string {
  return text.length < MIN_PREFIXED_LENGTH ? text : text.replace(PREFIXED_SECRET, '$1***');
}
