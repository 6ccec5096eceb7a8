import { randomUUID } from 'node:crypto';
import { type Clock, upToFor } from '@wardstone/clock';
import { LRUCache } from 'lru-cache';
import type { CallerIdentity } from '../caller';
import { toCallerClaims } from './caller-claims';
import type { SigningKey } from './signing-key';
import {
  ACCESS_TOKEN_AUDIENCE,
  ACCESS_TOKEN_LIFETIME_SECONDS,
  ACCESS_TOKEN_TYPE,
  CLIENT_TYPE,
  IDENTITY_LIFETIME_SECONDS,
  IDENTITY_TYPE,
} from './verify-jwt';

export interface AccessTokenOptions {
  /** A subset of the caller's permissions; not checked here. */
  scopes?: readonly string[];
  /** Fingerprint of the password that the token was issued for; changing the password revokes the token. */
  credential: string;
}

export interface AccessToken {
  token: string;
  expiresInSeconds: number;
}

/** A header is used for at most this long, so that at least 20 of its 60 seconds are left when it is sent. */
const REUSED_MS = 40_000;
const CAPACITY = 20_000;

/** Signs identities of callers for the services. See rule platform-2. */
export class IdentityMinter {
  private readonly minted: LRUCache<string, Promise<string>>;
  private readonly keyByCaller = new WeakMap<CallerIdentity, string>();

  constructor(
    private readonly signingKey: SigningKey,
    private readonly clock: Clock,
  ) {
    this.minted = new LRUCache(upToFor(CAPACITY, REUSED_MS, clock));
  }

  /**
   * Value of the identity header for one service, cached so that not every request is signed.
   * @param clientAddress origin of the request, for the service's logs
   */
  async mintIdentity(caller: CallerIdentity, audience: string, clientAddress?: string): Promise<string> {
    await this.signingKey.refresh();
    const isSession = caller.method === 'session';
    const key = `${this.signingKey.kid} ${audience} ${clientAddress ?? ''} ${isSession} ${this.cacheKey(caller)}`;
    const known = this.minted.get(key);
    if (known) return known;
    const minted = this.signingKey.sign(
      {
        ...toCallerClaims(caller),
        ...(clientAddress === undefined ? {} : { client_address: clientAddress }),
        ...(isSession ? { session: true } : {}),
      },
      { audience, type: IDENTITY_TYPE, lifetimeSeconds: IDENTITY_LIFETIME_SECONDS, clock: this.clock },
    );
    this.minted.set(key, minted);
    return minted;
  }

  /** Value of the header that names the address of a client without credentials. */
  async mintClient(address: string, audience: string): Promise<string> {
    await this.signingKey.refresh();
    const key = `${this.signingKey.kid} ${audience} ${address}`;
    const known = this.minted.get(key);
    if (known) return known;
    const minted = this.signingKey.sign(
      { client_address: address },
      { audience, type: CLIENT_TYPE, lifetimeSeconds: IDENTITY_LIFETIME_SECONDS, clock: this.clock },
    );
    this.minted.set(key, minted);
    return minted;
  }

  /** Access token for `Authorization: Bearer`. With scopes it carries those permissions and no role. */
  async mintAccessToken(caller: CallerIdentity, options: AccessTokenOptions): Promise<AccessToken> {
    const { scopes, credential } = options;
    const narrowed = scopes ? { ...caller, permissions: scopes, roles: [] } : caller;
    const token = await this.signingKey.sign(
      {
        ...toCallerClaims(narrowed),
        sub: caller.username,
        jti: randomUUID(),
        credential,
      },
      {
        audience: ACCESS_TOKEN_AUDIENCE,
        type: ACCESS_TOKEN_TYPE,
        lifetimeSeconds: ACCESS_TOKEN_LIFETIME_SECONDS,
        clock: this.clock,
      },
    );
    return { token, expiresInSeconds: ACCESS_TOKEN_LIFETIME_SECONDS };
  }

  /** Callers of one login are the same object, so the key is computed once for each. */
  private cacheKey(caller: CallerIdentity): string {
    const known = this.keyByCaller.get(caller);
    if (known !== undefined) return known;
    const key = JSON.stringify(toCallerClaims(caller));
    this.keyByCaller.set(caller, key);
    return key;
  }
}
