import { type IncomingMessage } from 'node:http';
import { type Clock, upToFor } from '@wardstone/clock';
import type { JWTVerifyGetKey } from 'jose';
import { LRUCache } from 'lru-cache';
import { CLIENT_TYPE, IDENTITY_LIFETIME_SECONDS, OWN_ALGORITHMS, OWN_ISSUER, verifyJwt } from '../tokens/verify-jwt';

/**
 * Header with the address of a client without credentials, signed by the gateway; with credentials, the identity header
 * states it.
 */
export const CLIENT_HEADER = 'x-wardstone-client';

/** Shorter than the lifetime of a signed address. */
const REMEMBERED_MS = 5_000;
const CAPACITY = 10_000;

export interface ClientAddressOptions {
  /** Audience that a signed address must name. */
  service: string;
  /** Keys of the gateway; undefined where no gateway is configured. */
  keys: JWTVerifyGetKey | undefined;
  clock: Clock;
}

/** Reads the client address that the gateway states for requests without login. See rule platform-2. */
export class ClientAddressReader {
  private readonly known: LRUCache<string, string>;

  constructor(private readonly options: ClientAddressOptions) {
    this.known = new LRUCache(upToFor(CAPACITY, REMEMBERED_MS, options.clock));
  }

  /** Undefined where the gateway states none: then the peer is the client. */
  async read({ headers }: Pick<IncomingMessage, 'headers'>): Promise<string | undefined> {
    const { keys } = this.options;
    const token = headers[CLIENT_HEADER];
    if (typeof token !== 'string' || !keys) return undefined;
    const known = this.known.get(token);
    if (known !== undefined) return known;
    const address = await this.verify(token, keys).catch(() => undefined);
    if (address !== undefined) this.known.set(token, address);
    return address;
  }

  private async verify(token: string, keys: JWTVerifyGetKey): Promise<string | undefined> {
    const { service, clock } = this.options;
    const { client_address: address } = await verifyJwt(token, keys, clock, {
      issuer: OWN_ISSUER,
      audience: service,
      algorithms: OWN_ALGORITHMS,
      types: [CLIENT_TYPE],
      requiredClaims: ['iat', 'exp'],
      maxLifetimeSeconds: IDENTITY_LIFETIME_SECONDS,
    });
    return typeof address === 'string' ? address : undefined;
  }
}
