import { createHash } from 'node:crypto';
import type { Clock } from '@wardstone/clock';
import type { CallerIdentity } from '../caller';
import { ExpiringCache } from '../expiring-cache';

/** The outcome of checking a token. */
export interface VerifiedToken {
  caller: CallerIdentity;
  expiresAtMs: number;
  /** What may end or narrow the token before its time; asked at every use. @throws invalid_token */
  asOfNow?: () => Promise<CallerIdentity>;
}

/** A withdrawn signing key is noticed after at most this long. */
const REMEMBERED_MS = 5_000;
const CAPACITY = 10_000;

/** Remembers, by digest, tokens whose signature was checked a moment ago: a signature costs more than a small request. */
export class VerifiedTokens {
  private readonly cache = new ExpiringCache<VerifiedToken>(CAPACITY);

  constructor(private readonly clock: Clock) {}

  async remember(token: string, verify: () => Promise<VerifiedToken>): Promise<CallerIdentity> {
    const key = createHash('sha256').update(token).digest('base64');
    const nowMs = this.clock.now();
    const known = this.cache.get(key, nowMs);
    const verified = known ?? (await verify());
    if (!known) this.cache.set(key, verified, Math.min(verified.expiresAtMs, nowMs + REMEMBERED_MS));
    return verified.asOfNow ? verified.asOfNow() : verified.caller;
  }
}
