import { createService } from '@wardstone/bootstrap';
import type { RunningService } from '@wardstone/bootstrap';
import { ROLES } from '@wardstone/auth';
import type { RoleName } from '@wardstone/auth';
import { TestClock } from '@wardstone/clock';
import { loadConfig } from '@wardstone/config';
import { useDatabase } from '@wardstone/testing';
import type { TestDatabase } from '@wardstone/testing';
import { SignJWT, exportJWK, generateKeyPair } from 'jose';
import type { CryptoKey } from 'jose';
import request from 'supertest';
import type { Test } from 'supertest';
import { MIGRATIONS } from '../../data-source';
import { ErrorRegistryConfig } from '../../error-registry.config';
import { errorRegistryService } from '../../service';

export const NOON = Date.parse('2026-06-01T12:00:00Z');
export const PUBLIC_BASE_URL = 'https://wardstone.example';

type Method = 'get' | 'put' | 'post' | 'delete' | 'head';

/** The registry of one spec file, with the identity that the gateway would give its callers. */
export interface TestRegistry {
  readonly database: TestDatabase;
  readonly clock: TestClock;
  readonly service: RunningService;
  /** A request in a role, of a caller with the given permissions, or (null) of nobody. */
  send(method: Method, path: string, who?: RoleName | readonly string[] | null): Test;
  /** Another process of the same service on the same database. */
  startReplica(): Promise<RunningService>;
}

export function useRegistry(): TestRegistry {
  const database = useDatabase({ name: 'error_registry', migrations: MIGRATIONS });
  const clock = new TestClock(NOON);
  let keys: { privateKey: CryptoKey; publicKey: CryptoKey } | undefined;
  let running: RunningService | undefined;
  const identities = new Map<string, string>();

  const start = async (): Promise<RunningService> => {
    const config = loadConfig(ErrorRegistryConfig, {
      DATABASE_URL: database.url,
      DATABASE_POOL_SIZE: '4',
      LOG_LEVEL: 'silent',
      PUBLIC_BASE_URL,
    });
    const localJwks = { keys: [{ ...(await exportJWK(keys!.publicKey)), alg: 'EdDSA' }] };
    const definition = errorRegistryService(config);
    return createService({ ...definition, clock, auth: { ...definition.auth, localJwks } });
  };

  const sign = (permissions: readonly string[]): Promise<string> => {
    const seconds = Math.floor(clock.now() / 1000);
    return new SignJWT({
      identity: { org_id: 'acme', type: 'User', user: { username: 'ann' } },
      permissions: [...permissions],
      roles: [],
    })
      .setProtectedHeader({ alg: 'EdDSA', typ: 'identity+jwt' })
      .setIssuer('wardstone')
      .setAudience('error-registry')
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + 60)
      .sign(keys!.privateKey);
  };

  beforeAll(async () => {
    keys = await generateKeyPair('EdDSA', { extractable: true });
    running = await start();
    for (const [role, { permissions }] of Object.entries(ROLES)) identities.set(role, await sign(permissions));
    identities.set('errors:report', await sign(['errors:report']));
    identities.set('', await sign([]));
  });
  afterAll(() => running?.close());

  return {
    database,
    clock,
    get service() {
      return running!;
    },
    send: (method, path, who = 'viewer') => {
      const sent = request(running!.server)[method](path);
      if (who === null) return sent;
      const identity = identities.get(typeof who === 'string' ? who : who.join(','));
      return sent.set('X-Vendor-Identity', identity!);
    },
    startReplica: start,
  };
}

/** A custom error type that nobody finds fault with. */
export const aCustomError = (over: object = {}): object => ({
  description: 'The toaster is on fire.',
  causes: ['Too much bread.'],
  resolution: ['Pull the plug.', 'Open a window.'],
  status: 503,
  ...over,
});
