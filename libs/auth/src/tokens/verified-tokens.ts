import { createHash } from 'node:crypto';
import type { Clock } from '@wardstone/clock';
import type { CallerIdentity } from '../caller';
import { ExpiringCache } from '../expiring-cache';

/** The outcome of checking a token. */
export interface VerifiedToken {
  caller: CallerIdentity;
  expiresAtMs: number;
}

/** A withdrawn signing key is noticed after at most this long. */
const REMEMBERED_MS = 60_000;
const CAPACITY = 10_000;

/** Remembers, by digest, tokens whose signature was checked a moment ago: a signature costs more than a small request. */
export class VerifiedTokens {
  private readonly cache = new ExpiringCache<CallerIdentity>(CAPACITY);

  constructor(private readonly clock: Clock) {}

  async remember(token: string, verify: () => Promise<VerifiedToken>): Promise<CallerIdentity> {
    const key = createHash('sha256').update(token).digest('base64');
    const nowMs = this.clock.now();
    const known = this.cache.get(key, nowMs);
    if (known) return known;
    const { caller, expiresAtMs } = await verify();
    this.cache.set(key, caller, Math.min(expiresAtMs, nowMs + REMEMBERED_MS));
    return caller;
  }
}
