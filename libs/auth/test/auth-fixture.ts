import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestClock } from '@wardstone/clock';
import { AccountStore } from '../src/accounts/account-store';
import { createAuthentication } from '../src/create-authenticator';
import type { AuthConfig, Authentication, AuthenticationOptions } from '../src/create-authenticator';
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
  folder: string;
  accountsFile: string;
  clock: TestClock;
  hasher: QuickHasher;
  accounts: AccountStore;
  close(): Promise<void>;
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

type FixtureOptions = Partial<Omit<AuthenticationOptions, 'config' | 'clock'>> & {
  config?: Partial<AuthConfig>;
};

/** Authentication with an accounts file of its own and a clock that stands still. */
export async function anAuthFixture({ config, ...options }: FixtureOptions = {}): Promise<AuthFixture> {
  const folder = await mkdtemp(join(tmpdir(), 'wardstone-auth-'));
  const accountsFile = join(folder, 'accounts.json');
  const clock = new TestClock(NOON);
  const hasher = new QuickHasher();
  const authentication = createAuthentication({
    service: 'compliance',
    config: authConfig({ ACCOUNTS_FILE: accountsFile, ...config }),
    clock,
    ...options,
    hasher: options.hasher ?? hasher,
  });
  return {
    ...authentication,
    accounts:
      authentication.accounts ?? new AccountStore({ file: accountsFile, clock, hasher: options.hasher ?? hasher }),
    folder,
    accountsFile,
    clock,
    hasher,
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

export function basic(username: string, password: string = PASSWORD): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}
