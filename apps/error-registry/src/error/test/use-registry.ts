import { createLogger, createService, type RunningService, type ServiceDefinition } from '@wardstone/bootstrap';
import { loadConfig } from '@wardstone/config';
import { type Requests, TEST_ORG, type TestApi, type TestDatabase, useApi, useDatabase } from '@wardstone/testing';
import type { RoleName } from '@wardstone/auth';
import type { Test } from 'supertest';
import { MIGRATIONS } from '../../data-source';
import { ErrorRegistryConfig } from '../../error-registry.config';
import { errorRegistryService } from '../../service';

export const NOON = Date.parse('2026-06-01T12:00:00Z');
export const PUBLIC_BASE_URL = 'https://wardstone.example';

/** The registry of one spec file. */
export interface TestRegistry {
  readonly api: TestApi;
  readonly database: TestDatabase;
  /** A request in a role, of a caller with the given permissions, or (null) without credentials. */
  send(method: keyof Requests, path: string, who?: RoleName | readonly string[] | null): Test;
  /** The header by which the gateway would vouch for a caller, at the test's time. */
  identityWith(permissions: readonly string[]): Record<string, string>;
  /** Starts another process of the same service on the same database. */
  startReplica(): Promise<RunningService>;
}

export function useRegistry(): TestRegistry {
  const database = useDatabase({ name: 'error_registry', migrations: MIGRATIONS });
  const define = (): ServiceDefinition<ErrorRegistryConfig> =>
    errorRegistryService(
      loadConfig(ErrorRegistryConfig, {
        DATABASE_URL: database.url,
        DATABASE_POOL_SIZE: '4',
        PUBLIC_BASE_URL,
        SERVED_ORGANISATIONS: TEST_ORG,
      }),
    );
  const api = useApi({ service: define, now: NOON });
  const getRequests = (who: RoleName | readonly string[] | null): Requests => {
    if (who === null) return api.anonymous;
    return typeof who === 'string' ? api.as({ roles: [who] }) : api.as({ roles: [], permissions: who });
  };
  return {
    api,
    database,
    send: (method, path, who = 'viewer') => getRequests(who)[method](path),
    identityWith: (permissions) => {
      const name = 'X-VENDOR-IDENTITY';
      return { [name]: String(getRequests(permissions).get('/').get(name)) };
    },
    startReplica: () => createService({ ...define(), logger: createLogger('error-registry', 'silent') }),
  };
}

/** A valid custom error type. */
export const aCustomError = (over: object = {}): object => ({
  description: 'The toaster is on fire.',
  causes: ['Too much bread.'],
  resolution: ['Pull the plug.', 'Open a window.'],
  status: 503,
  ...over,
});
