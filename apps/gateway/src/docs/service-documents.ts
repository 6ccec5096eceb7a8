import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Clock, upToFor } from '@wardstone/clock';
import { ApiError, CommonError, GatewayError } from '@wardstone/errors';
import { LRUCache } from 'lru-cache';
import { GatewayConfig } from '../gateway.config';
import { fetchText } from '../upstream-fetch';
import { ROUTES } from '../routes';
import { serviceNotInstalled, type Upstream, UPSTREAMS } from '../upstreams';
import { toGatewayDocument } from './service-document';

const TIMEOUT_MS = 3_000;
const CACHED_MS = 30_000;

/** A document as sent: the same bytes for all clients, so that slow ones cost no memory each. */
export interface SentDocument {
  bytes: Buffer;
  etag: string;
}

/** OpenAPI documents of the services, adapted to the gateway. */
@Injectable()
export class ServiceDocuments {
  /** Cached by service. */
  private readonly cache: LRUCache<string, SentDocument, Upstream>;

  constructor(
    @Inject(UPSTREAMS) private readonly upstreams: readonly Upstream[],
    private readonly config: GatewayConfig,
    clock: Clock,
  ) {
    this.cache = new LRUCache({
      ...upToFor(upstreams.length, CACHED_MS, clock),
      fetchMethod: (_service, _stale, { context }) => this.fetch(context),
    });
  }

  /** @throws not_found, service_not_installed, downstream_issue */
  async read(service: string): Promise<SentDocument> {
    const upstream = this.upstreams.find((candidate) => candidate.service === service);
    if (!upstream) throw unknownService(service);
    try {
      return (await this.cache.fetch(service, { context: upstream }))!;
    } catch (cause) {
      throw new ApiError(GatewayError.downstream_issue, `The document of ${service} cannot be read right now.`, {
        headers: { 'Retry-After': '5' },
        cause,
      });
    }
  }

  private async fetch({ address }: Upstream): Promise<SentDocument> {
    const { status, text } = await fetchText(`${address}/openapi.json`, TIMEOUT_MS);
    if (status !== 200) throw new Error(`${address}/openapi.json returned ${status}`);
    const document = toGatewayDocument(JSON.parse(text), this.config.PUBLIC_BASE_URL.replace(/\/$/, ''));
    const bytes = Buffer.from(JSON.stringify(document));
    return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` };
  }
}

function unknownService(name: string): ApiError {
  const left = ROUTES.find(({ service }) => service === name);
  return left ? serviceNotInstalled(left.service) : new ApiError(CommonError.not_found, `Unknown service: ${name}`);
}
