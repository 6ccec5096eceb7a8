import type { DynamicModule } from '@nestjs/common';
import { PasswordHasher } from '@wardstone/auth';
import { createLogger, createService, type RunningService, type ServiceDefinition } from '@wardstone/bootstrap';
import { TestClock } from '@wardstone/clock';
import type { ServiceConfig } from '@wardstone/config';
import supertest from 'supertest';
import { type AccountTable, TestAccounts, TestAccountsModule } from './test-accounts';
import { type TestCaller, TestGateway, aCaller } from './test-identity';

export interface ApiOptions<C extends ServiceConfig> {
  /** Called before the tests run, when the database of the spec file exists. Its config's PORT must be 0. */
  service: () => ServiceDefinition<C> | Promise<ServiceDefinition<C>>;
  /** The service's time in ms, standing still until the test moves it; 2026-01-15T12:00:00Z when absent. */
  now?: number;
  /** Lets these accounts log in with their passwords at the service itself, which only the gateway does otherwise. */
  accounts?: AccountTable;
}

const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options'] as const;

/** Requests with the credentials of one caller, or none. */
export type Requests = Record<(typeof METHODS)[number], (path: string) => supertest.Test>;

/** A running service; usable only inside hooks and tests. The verbs send requests as an administrator. */
export interface TestApi extends Requests {
  readonly clock: TestClock;
  readonly service: RunningService;
  /** Address with its port. */
  readonly url: string;
  /** Sends requests as another caller: `as({ roles: ['viewer'] })`, `as({ orgId: 'umbrella' })`. */
  as(over: Partial<TestCaller>): Requests;
  readonly anonymous: Requests;
  /** The header by which the gateway names the address of a client without credentials. */
  clientAt(address: string): Record<string, string>;
  /** Headers that prove a caller, by default an administrator, for a test's own clients. */
  credentialsOf(over?: Partial<TestCaller>): Record<string, string>;
}

const DEFAULT_NOW_MS = Date.UTC(2026, 0, 15, 12);
const IDENTITY_HEADER = 'X-VENDOR-IDENTITY';
const CLIENT_HEADER = 'X-Wardstone-Client';

/** Starts the service on a free port before the tests of the spec file, and stops it after them. */
export function useApi<C extends ServiceConfig>({
  service: define,
  now = DEFAULT_NOW_MS,
  accounts,
}: ApiOptions<C>): TestApi {
  const clock = new TestClock(now);
  let running: { service: RunningService; gateway: TestGateway } | undefined;

  beforeAll(async () => {
    const definition = await define();
    const gateway = new TestGateway(definition.name, clock);
    const service = await createService({
      ...definition,
      ...(accounts ? { module: withAccounts(definition.module, accounts, clock) } : {}),
      clock,
      auth: { ...definition.auth, localJwks: gateway.publicJwks() },
      logger: createLogger(definition.name, process.env['TEST_LOG_LEVEL'] ?? 'silent', process.stdout),
    });
    running = { service, gateway };
    await service.listen();
  });

  afterAll(() => running?.service.close());

  const current = () => {
    if (running === undefined) throw new Error('the service runs inside hooks and tests only');
    return running;
  };
  const requests = (caller: TestCaller | undefined): Requests => {
    const send = (method: keyof Requests) => (path: string) => {
      const { service, gateway } = current();
      const request = supertest(service.url())[method](path);
      return caller ? request.set(IDENTITY_HEADER, gateway.toIdentity(caller)) : request;
    };
    return Object.fromEntries(METHODS.map((method) => [method, send(method)])) as Requests;
  };
  return {
    ...requests(aCaller()),
    clock,
    get service() {
      return current().service;
    },
    get url() {
      return current().service.url();
    },
    as: (over) => requests(aCaller(over)),
    anonymous: requests(undefined),
    clientAt: (address) => ({ [CLIENT_HEADER]: current().gateway.clientHeaderFor(address) }),
    credentialsOf: (over) => ({ [IDENTITY_HEADER]: current().gateway.toIdentity(aCaller(over)) }),
  };
}

function withAccounts(module: ServiceDefinition['module'], table: AccountTable, clock: TestClock): DynamicModule {
  const hasher = new PasswordHasher({ memoryKiB: 64 });
  return {
    module: class {},
    imports: [module, TestAccountsModule.with(new TestAccounts(table, clock, hasher), hasher)],
  };
}
