import { createHash } from 'node:crypto';
import type { Clock } from '@wardstone/clock';
import { LRUCache } from 'lru-cache';
import type { CallerIdentity } from '../caller';

/** The outcome of checking a token. */
export interface VerifiedToken {
  caller: CallerIdentity;
  expiresAtMs: number;
  /** Whether the keys are still those of the check. Where nothing can tell, the signature is checked again after a while. */
  isSigned?: () => Promise<boolean>;
  /** What may end or narrow the token before its time; asked at every use. @throws invalid_token */
  asOfNow?: () => Promise<CallerIdentity>;
}

/** A revoked signing key is noticed after at most this long, where the keys are elsewhere. */
const REMEMBERED_MS = 5_000;
const CAPACITY = 20_000;

/** Remembers, by digest, tokens whose signature was checked before: a signature costs more than a small request. */
export class VerifiedTokens {
  private readonly cache: LRUCache<string, VerifiedToken>;

  constructor(private readonly clock: Clock) {
    this.cache = new LRUCache({ max: CAPACITY, ttl: REMEMBERED_MS - 1, ttlResolution: 0, perf: clock });
  }

  async remember(token: string, verify: () => Promise<VerifiedToken>): Promise<CallerIdentity> {
    const key = createHash('sha256').update(token).digest('base64');
    const known = this.cache.get(key);
    const isGood = known && (!known.isSigned || (await known.isSigned()));
    const verified = isGood ? known : await verify();
    const longestMs = verified.isSigned ? Infinity : REMEMBERED_MS;
    const ttl = Math.min(verified.expiresAtMs - this.clock.now(), longestMs) - 1;
    // Zero would be no limit.
    if (!isGood && ttl > 0) this.cache.set(key, verified, { ttl });
    return verified.asOfNow ? verified.asOfNow() : verified.caller;
  }
}
