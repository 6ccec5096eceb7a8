/** The one table of credentials and events that end them. Pure. Compared with docs/security-model.md by a test. */

/** Credentials of an account that may end. */
export interface Ended {
  /** Its sessions in browsers, and the access tokens of `POST /auth/token`. */
  logins?: true;
  /** The tokens with which programs log in as the account. */
  tokens?: true;
  /** Tokens of service accounts, and join tokens: their secrets were shown to the account that made them. */
  madeForOthers?: true;
  /** The keys of an agent. */
  keys?: true;
}

export const ENDINGS = {
  /** By its owner, who gave the previous one. */
  'password changed': { logins: true, tokens: true },
  /** By an administrator or at the command line: its owner has lost it, or is no longer trusted. */
  'password reset': { logins: true, tokens: true, madeForOthers: true },
  disabled: { logins: true, tokens: true, madeForOthers: true },
  /** Credentials made before it was disabled do not come back. */
  enabled: { logins: true, tokens: true, madeForOthers: true },
  removed: { logins: true, tokens: true, madeForOthers: true, keys: true },
  /** `npx wardstone account sign-out`; "Sign out" in a browser ends the one session. */
  'signed out': { logins: true },
  /** An agent enrols again, or has a key in place of its password. */
  'enrolled again': { logins: true, tokens: true, keys: true },
  'no administrator any more': { madeForOthers: true },
  'no agent any more': { logins: true, keys: true },
} as const satisfies Record<string, Ended>;

export type Ending = keyof typeof ENDINGS;
