import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { listPermissions, type RoleName } from '@wardstone/auth';
import type { Clock } from '@wardstone/clock';

/** The caller of a test; each test sets only what matters to it. */
export interface TestCaller {
  username: string;
  /** Stable identity; that of an account of this name and organisation when absent. */
  subject?: string;
  orgId: string;
  roles: readonly RoleName[];
  /** Permissions; by default those of the roles. */
  permissions?: readonly string[];
  type: 'User' | 'ServiceAccount';
  /** Inventory groups the caller is restricted to; absent means all systems. */
  inventoryGroups?: readonly (string | null)[];
  /** Address and names of a person, as the issuer states them. */
  email?: string;
  firstName?: string;
  /** Terms of an agent's join token. */
  join?: { group?: string; auto_import?: true };
}

export const TEST_ORG = 'acme';

const ADMINISTRATOR: TestCaller = { username: 'ann', orgId: TEST_ORG, roles: ['admin'], type: 'User' };

export function aCaller(over: Partial<TestCaller> = {}): TestCaller {
  return { ...ADMINISTRATOR, ...over };
}

/** Subject by which services know a caller. */
export function toSubject({ subject, orgId, username }: TestCaller): string {
  return subject ?? `wardstone|${orgId}|${username}|test`;
}

const LIFETIME_SECONDS = 60;

/**
 * The gateway's part of a service's test: signs identity headers as rule platform-2 words them, at the test's time. Written
 * out here, so that a change of the format shows as a failing test.
 */
export class TestGateway {
  private readonly keys = generateKeyPairSync('ed25519');
  private readonly kid: string;

  constructor(
    private readonly service: string,
    private readonly clock: Clock,
  ) {
    const { crv, kty, x } = this.keys.publicKey.export({ format: 'jwk' });
    this.kid = createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url');
  }

  /** Public keys for the service's verification. */
  publicJwks() {
    const { x = '' } = this.keys.publicKey.export({ format: 'jwk' });
    return { keys: [{ kty: 'OKP', crv: 'Ed25519', x, kid: this.kid, alg: 'EdDSA', use: 'sig' }] };
  }

  /** Value of the identity header. */
  toIdentity(caller: TestCaller): string {
    const { username, orgId, type, roles, permissions = listPermissions(roles), inventoryGroups, join } = caller;
    const { email, firstName } = caller;
    return this.signed('identity+jwt', {
      identity: {
        org_id: orgId,
        type,
        subject: toSubject(caller),
        ...(join ? { join } : {}),
        user: {
          username,
          ...(inventoryGroups ? { inventory_groups: inventoryGroups } : {}),
          ...(email === undefined ? {} : { email }),
          ...(firstName === undefined ? {} : { first_name: firstName }),
        },
      },
      permissions,
      roles,
    });
  }

  /** Value of the header that names the address of a client without credentials. */
  clientHeaderFor(address: string): string {
    return this.signed('client+jwt', { client_address: address });
  }

  private signed(typ: string, claims: object): string {
    const issuedAt = Math.floor(this.clock.now() / 1000);
    const all = { iss: 'wardstone', aud: this.service, iat: issuedAt, exp: issuedAt + LIFETIME_SECONDS, ...claims };
    const signed = [{ alg: 'EdDSA', typ, kid: this.kid }, all]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    return `${signed}.${sign(null, Buffer.from(signed), this.keys.privateKey).toString('base64url')}`;
  }
}
