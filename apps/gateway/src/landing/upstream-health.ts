import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import { TtlCache } from '../ttl-cache';
import { fetchText } from '../upstream-fetch';
import { UPSTREAMS } from '../upstreams';
import type { Upstream } from '../upstreams';

export type Health = 'ready' | 'not ready' | 'out of reach';

export interface UpstreamState extends Upstream {
  health: Health;
}

const TIMEOUT_MS = 1_000;
/** Visitors do not multiply the questions to the services. */
const CACHED_MS = 2_000;

/** Which services are ready, asked when somebody looks. */
@Injectable()
export class UpstreamHealth {
  private readonly cache: TtlCache<UpstreamState[]>;

  constructor(
    @Inject(UPSTREAMS) private readonly upstreams: readonly Upstream[],
    @Inject(Clock) clock: Clock,
  ) {
    this.cache = new TtlCache(clock, CACHED_MS);
  }

  list(): Promise<UpstreamState[]> {
    return this.cache.get('all', () =>
      Promise.all(this.upstreams.map(async (upstream) => ({ ...upstream, health: await healthOf(upstream) }))),
    );
  }
}

async function healthOf({ address }: Upstream): Promise<Health> {
  try {
    const { status } = await fetchText(`${address}/readyz`, TIMEOUT_MS);
    return status === 200 ? 'ready' : 'not ready';
  } catch {
    return 'out of reach';
  }
}
