/**
 * The only table of credentials and of the events that end them. Pure. A test compares it with docs/security-model.md.
 */

/** Credentials of an account that may end. */
export interface Ended {
  /** Browser sessions, and access tokens of `POST /auth/token`. */
  logins?: true;
  /** Tokens with which programs log in as the account. */
  tokens?: true;
  /** Tokens of service accounts, and join tokens, whose secrets were shown to the account that created them. */
  madeForOthers?: true;
  /** Keys of an agent. */
  keys?: true;
}

export const ENDINGS = {
  /** By its owner, with the previous password. */
  'password changed': { logins: true, tokens: true },
  /** By an administrator or at the command line: the owner has lost it, or is no longer trusted. */
  'password reset': { logins: true, tokens: true, madeForOthers: true },
  disabled: { logins: true, tokens: true, madeForOthers: true },
  /** Credentials created before it was disabled stay invalid. */
  enabled: { logins: true, tokens: true, madeForOthers: true },
  removed: { logins: true, tokens: true, madeForOthers: true, keys: true },
  /** `npx wardstone account sign-out`; "Sign out" in a browser ends only its own session. */
  'signed out': { logins: true },
  /** An agent enrols again, or all its keys are revoked. */
  'enrolled again': { logins: true, tokens: true, keys: true },
  'no administrator any more': { madeForOthers: true },
  'no agent any more': { logins: true, keys: true },
} as const satisfies Record<string, Ended>;

export type Ending = keyof typeof ENDINGS;
