import { Controller, type DynamicModule, Get, Inject, Injectable, Module } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { SigningKey, signServiceToken } from '@wardstone/auth';
import { content, Operation } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import { Database } from './database';

const SERVICE = Symbol('wardstone:service-of-keys');
const PUBLISHED_EVERY_MS = 60 * 60 * 1000;
/** A process that has not published for this long counts as dead. */
const KEPT_MS = 3 * PUBLISHED_EVERY_MS;

/**
 * The private key of this process, which is kept only in memory, and the public keys of all processes of the service,
 * in the database table `service_key`. See decision 32.
 */
@Injectable()
export class ServiceKeys {
  private readonly key = SigningKey.generate();
  private publishedAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    @Inject(SERVICE) private readonly service: string,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** A token with this service's identity for an organisation. Publishes the key first. */
  async tokenFor(orgId: string): Promise<string> {
    const key = await this.key;
    const nowMs = this.clock.now();
    if (Math.abs(nowMs - this.publishedAtMs) >= PUBLISHED_EVERY_MS) {
      const [published] = key.publicJwks().keys;
      await this.publish(key.kid, published!, new Date(nowMs));
      this.publishedAtMs = nowMs;
    }
    return signServiceToken(key, this.service, orgId, this.clock);
  }

  async list(): Promise<object[]> {
    const rows = await this.db.query<{ public_key: object }>(
      'SELECT k.public_key FROM service_key k WHERE k.seen_at >= $1 ORDER BY k.seen_at DESC, k.kid LIMIT 1000',
      [new Date(this.clock.now() - KEPT_MS)],
    );
    return rows.map(({ public_key }) => public_key);
  }

  /** Publishes a key or renews it, and deletes the keys of dead processes. */
  private async publish(kid: string, publicKey: object, now: Date): Promise<void> {
    await this.db.query(
      `WITH gone AS (DELETE FROM service_key k WHERE k.seen_at < $4)
       INSERT INTO service_key AS k (kid, public_key, seen_at) VALUES ($1, $2, $3)
       ON CONFLICT (kid) DO UPDATE SET seen_at = EXCLUDED.seen_at`,
      [kid, JSON.stringify(publicKey), now, new Date(now.getTime() - KEPT_MS)],
    );
  }
}

@ApiTags('process')
@Controller()
class ServiceKeysController {
  constructor(private readonly keys: ServiceKeys) {}

  @Get('service-keys.json')
  @Operation('Get the public keys with which other services verify requests of this service', {
    id: 'ServiceKeys',
    access: 'public',
    returns: content('application/json', 'A JSON Web Key Set (RFC 7517)', {
      type: 'object',
      required: ['keys'],
      properties: { keys: { type: 'array', items: { type: 'object' } } },
      example: { keys: [] },
    }),
    headers: { 'Content-Type': 'application/json' },
  })
  async list(): Promise<string> {
    return JSON.stringify({ keys: await this.keys.list() });
  }
}

/** Provides the keys with which a service authenticates. */
@Module({})
export class ServiceKeysModule {
  /** @param service name of the service at the gateway */
  static forRoot(service: string): DynamicModule {
    return {
      module: ServiceKeysModule,
      controllers: [ServiceKeysController],
      providers: [ServiceKeys, { provide: SERVICE, useValue: service }],
      exports: [ServiceKeys],
    };
  }
}
