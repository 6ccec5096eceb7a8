import { Inject, Injectable } from '@nestjs/common';
import { Clock, upToFor } from '@wardstone/clock';
import { LRUCache } from 'lru-cache';
import { fetchText } from '../upstream-fetch';
import { type Upstream, UPSTREAMS } from '../upstreams';

export const HEALTHS = ['ready', 'not ready', 'unreachable'] as const;

export type Health = (typeof HEALTHS)[number];

export interface UpstreamState extends Upstream {
  health: Health;
}

const TIMEOUT_MS = 1_000;
/** Cached, so that visitors do not multiply the requests to the services. */
const CACHED_MS = 2_000;

/** Readiness of the services, checked on demand. */
@Injectable()
export class UpstreamHealth {
  private readonly cache: LRUCache<'all', UpstreamState[]>;

  constructor(
    @Inject(UPSTREAMS) private readonly upstreams: readonly Upstream[],
    clock: Clock,
  ) {
    this.cache = new LRUCache({
      ...upToFor(1, CACHED_MS, clock),
      fetchMethod: () =>
        Promise.all(this.upstreams.map(async (upstream) => ({ ...upstream, health: await getHealth(upstream) }))),
    });
  }

  async list(): Promise<UpstreamState[]> {
    return (await this.cache.fetch('all'))!;
  }
}

async function getHealth({ address }: Upstream): Promise<Health> {
  try {
    const { status } = await fetchText(`${address}/readyz`, TIMEOUT_MS);
    return status === 200 ? 'ready' : 'not ready';
  } catch {
    return 'unreachable';
  }
}
