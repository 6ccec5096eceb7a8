import { Injectable } from '@nestjs/common';
import { SigningKey, signServiceToken } from '@wardstone/auth';
import { Clock } from '@wardstone/clock';
import { ServiceKeysQueries } from './service-keys.queries';

const PUBLISHED_EVERY_MS = 60 * 60 * 1000;
/** A process that has not said for so long that it lives does not. */
const KEPT_MS = 3 * PUBLISHED_EVERY_MS;

/** The key of this process, which lives in memory alone, and the public ones of all processes of the service. */
@Injectable()
export class ServiceKeys {
  private readonly key = SigningKey.generate();
  private publishedAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly queries: ServiceKeysQueries,
    private readonly clock: Clock,
  ) {}

  /** What proves that it is this service that asks, for an organisation. The key is published first. */
  async tokenFor(orgId: string): Promise<string> {
    const key = await this.key;
    const nowMs = this.clock.now();
    if (Math.abs(nowMs - this.publishedAtMs) >= PUBLISHED_EVERY_MS) {
      const [published] = key.publicJwks().keys;
      await this.queries.publish(key.kid, published!, new Date(nowMs), new Date(nowMs - KEPT_MS));
      this.publishedAtMs = nowMs;
    }
    return signServiceToken(key, 'compliance', orgId, this.clock);
  }

  list(): Promise<object[]> {
    return this.queries.list(new Date(this.clock.now() - KEPT_MS));
  }
}
