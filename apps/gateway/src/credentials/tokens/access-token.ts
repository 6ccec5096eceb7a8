import { createHash, randomBytes } from 'node:crypto';
import { OPAQUE_TOKEN_PREFIX } from '@wardstone/auth';

/** The form of personal access tokens. Pure but for the random value. */

const SECRET_BYTES = 32;
/** So much of a token is shown to tell it from others: the prefix and four characters of its secret. */
const HINT_LENGTH = OPAQUE_TOKEN_PREFIX.length + 4;
const FORM = new RegExp(`^${OPAQUE_TOKEN_PREFIX}[A-Za-z0-9_-]{43}$`);

export function newAccessToken(): string {
  return OPAQUE_TOKEN_PREFIX + randomBytes(SECRET_BYTES).toString('base64url');
}

export function isAccessToken(text: string): boolean {
  return FORM.test(text);
}

/** How tokens are stored and found: the digest of 256 random bits reveals nothing about them. */
export function hashOfAccessToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

export function hintOfAccessToken(token: string): string {
  return token.slice(0, HINT_LENGTH);
}
