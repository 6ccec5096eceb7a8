import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { type Clock, upToFor } from '@wardstone/clock';
import { ApiError, CommonError } from '@wardstone/errors';
import { type Accounts, MAX_PASSWORD_BYTES } from '../accounts/account';
import { toCaller } from '../accounts/caller-of';
import type { CallerIdentity } from '../caller';
import { LRUCache } from 'lru-cache';
import { type AttemptLimiter, getNetwork } from './attempt-limiter';
import type { PasswordHasher } from './password-hasher';

const REMEMBERED_MS = 60_000;
const REMEMBERED_LOGINS = 10_000;
const KEY_BYTES = 32;
/** Longer names share one counter; no account name is that long. */
const COUNTED_NAME_LENGTH = 65;

/** A login that succeeded. */
export interface LoggedIn {
  caller: CallerIdentity;
  /** Credential that belongs to the verified password or key. */
  credential: string;
}

/**
 * Login with name and password against the local accounts. A verified password is cached for a minute under a keyed
 * hash, whose key exists only in this process, and only while the account keeps it. See rule platform-2.
 */
export class LocalLogin {
  // For raw bytes, Node.js finds out by a caught exception that they are not key objects, which doubles the cost.
  private readonly key = createSecretKey(randomBytes(KEY_BYTES));
  /** Credentials of verified passwords, by fingerprint. */
  private readonly remembered: LRUCache<string, string>;
  private readonly underWay = new Map<string, Promise<LoggedIn>>();

  constructor(
    private readonly accounts: Accounts,
    private readonly hasher: PasswordHasher,
    private readonly limiter: AttemptLimiter,
    clock: Clock,
  ) {
    this.remembered = new LRUCache(upToFor(REMEMBERED_LOGINS, REMEMBERED_MS, clock));
  }

  /** @throws invalid_credentials, too_many_attempts, service_unavailable */
  async login(username: string, password: string, remoteAddress: string): Promise<LoggedIn> {
    const fingerprint = this.toFingerprint(username, password);
    const credential = this.remembered.get(fingerprint);
    if (credential !== undefined) {
      const account = await this.accounts.find(username);
      if (account?.credential === credential) return { caller: toCaller(account), credential };
    }
    // A browser sends ten requests at once; they share one verification and one attempt.
    const key = `${fingerprint} ${remoteAddress}`;
    const underWay = this.underWay.get(key) ?? this.attempt(username, password, remoteAddress, fingerprint);
    this.underWay.set(key, underWay);
    try {
      return await underWay;
    } finally {
      this.underWay.delete(key);
    }
  }

  private async attempt(
    username: string,
    password: string,
    remoteAddress: string,
    fingerprint: string,
  ): Promise<LoggedIn> {
    const attempt = this.limiter.begin(username.slice(0, COUNTED_NAME_LENGTH), remoteAddress);
    if ('retryAfterMs' in attempt) throw tooManyAttempts(attempt.retryAfterMs);
    try {
      const login = await this.verify(username, password, remoteAddress);
      if (!login) {
        attempt.failed();
        throw new ApiError(CommonError.invalid_credentials);
      }
      attempt.succeeded();
      this.remembered.set(fingerprint, login.credential);
      return login;
    } catch (error) {
      if (!(error instanceof ApiError && error.kind === CommonError.invalid_credentials)) attempt.abandoned();
      throw error;
    }
  }

  private async verify(username: string, password: string, remoteAddress: string): Promise<LoggedIn | undefined> {
    const account = await this.accounts.lookUpNow(username);
    const isTooLong = Buffer.byteLength(password) > MAX_PASSWORD_BYTES;
    const matches = await this.hasher.verify(
      account?.passwordHash,
      isTooLong ? '' : password,
      getNetwork(remoteAddress),
    );
    return account && matches && !isTooLong ? { caller: toCaller(account), credential: account.credential } : undefined;
  }

  private toFingerprint(username: string, password: string): string {
    return createHmac('sha256', this.key).update(`${username.length}:${username}${password}`).digest('base64');
  }
}

export function tooManyAttempts(retryAfterMs: number): ApiError {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  return new ApiError(CommonError.too_many_attempts, CommonError.too_many_attempts.description, {
    headers: { 'Retry-After': String(seconds) },
  });
}
