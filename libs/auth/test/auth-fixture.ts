import { TestClock } from '@wardstone/clock';
import { type AccountTable, TestAccounts } from '@wardstone/testing';
import {
  type AuthConfig,
  type Authentication,
  type AuthenticationOptions,
  createAuthentication,
} from '../src/create-authenticator';
import type { LocalLogin } from '../src/login/local-login';
import { PasswordHasher } from '../src/login/password-hasher';

export const NOON = Date.parse('2026-06-01T12:00:00Z');
export const PASSWORD = 'correct horse battery';

/** Argon2id all the same, with little memory, so that a test does not wait for it. */
export class QuickHasher extends PasswordHasher {
  verifications = 0;

  constructor() {
    super({ memoryKiB: 64 });
  }

  override verify(passwordHash: string | undefined, password: string, group?: string): Promise<boolean> {
    this.verifications++;
    return super.verify(passwordHash, password, group);
  }
}

export interface AuthFixture extends Authentication {
  login: LocalLogin;
  clock: TestClock;
  hasher: QuickHasher;
  accounts: TestAccounts;
  /** The table, for sharing between processes. */
  table: AccountTable;
}

export function authConfig(over: Partial<AuthConfig> = {}): AuthConfig {
  return {
    VENDOR_TOKEN: 'vendor',
    IDENTITY_TRUST: 'signed',
    OIDC_ROLES_CLAIM: 'roles',
    OIDC_ORG_CLAIM: 'org_id',
    OIDC_ROLE_MAP: [],
    TRUST_PROXY: false,
    ...over,
  };
}

type FixtureOptions = Partial<Omit<AuthenticationOptions, 'config' | 'clock' | 'accounts'>> & {
  config?: Partial<AuthConfig>;
  table?: AccountTable;
};

/** Authentication with its own accounts and a fixed clock. */
export function anAuthFixture({ config, table = new Map(), ...options }: FixtureOptions = {}): AuthFixture {
  const clock = new TestClock(NOON);
  const hasher = new QuickHasher();
  const accounts = new TestAccounts(table, clock, options.hasher ?? hasher);
  const { authenticator, login } = createAuthentication({
    service: 'compliance',
    config: authConfig(config),
    clock,
    accounts,
    ...options,
    hasher: options.hasher ?? hasher,
  });
  return { authenticator, login: login!, accounts, table, clock, hasher };
}

export function basic(username: string, password: string = PASSWORD): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}
