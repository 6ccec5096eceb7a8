import type { Clock } from '@wardstone/clock';
import { isOrgId } from '../accounts/account';
import type { PermissionName } from '@wardstone/permissions';
import { makeSubject } from '../subject';
import type { TokenIssuer } from './bearer-verifier';
import { remoteKeys } from './key-source';
import type { SigningKey } from './signing-key';
import {
  ACCESS_TOKEN_AUDIENCE,
  IDENTITY_LIFETIME_SECONDS,
  invalidToken,
  OWN_ALGORITHMS,
  OWN_ISSUER,
  type VerifiedToken,
  verifyJwt,
} from './verify-jwt';

/** A service that authenticates with keys that it publishes at its own address. */
export interface TrustedService {
  readonly service: string;
  readonly keysUrl: URL;
  /** All permissions of the token; no role includes them. */
  readonly permissions: readonly PermissionName[];
}

const SERVICE_TOKEN_TYPE = 'service+jwt';
const getIssuer = (service: string): string => `${OWN_ISSUER}/${service}`;

/** Token of a service for one organisation; the key is published before it is used. */
export function signServiceToken(key: SigningKey, service: string, orgId: string, clock: Clock): Promise<string> {
  return key.sign(
    { org_id: orgId },
    {
      issuer: getIssuer(service),
      audience: ACCESS_TOKEN_AUDIENCE,
      type: SERVICE_TOKEN_TYPE,
      lifetimeSeconds: IDENTITY_LIFETIME_SECONDS,
      clock,
    },
  );
}

/**
 * Verifies the tokens of one service. Only the gateway does; services trust what the gateway signs. See decision 32.
 */
export class ServiceTokenIssuer implements TokenIssuer {
  readonly issuer: string;
  private readonly keys: ReturnType<typeof remoteKeys>;

  constructor(
    private readonly trusted: TrustedService,
    private readonly clock: Clock,
  ) {
    this.issuer = getIssuer(trusted.service);
    this.keys = remoteKeys(trusted.keysUrl);
  }

  async verify(token: string): Promise<VerifiedToken> {
    const { service, permissions } = this.trusted;
    const { org_id: orgId, exp = 0 } = await verifyJwt(token, this.keys, this.clock, {
      issuer: this.issuer,
      audience: ACCESS_TOKEN_AUDIENCE,
      algorithms: OWN_ALGORITHMS,
      types: [SERVICE_TOKEN_TYPE],
      requiredClaims: ['iat', 'exp', 'org_id'],
      maxLifetimeSeconds: IDENTITY_LIFETIME_SECONDS,
    });
    if (!isOrgId(orgId)) throw invalidToken('The token names no organisation.');
    const caller = Object.freeze({
      username: service,
      // Subjects of accounts have one more part.
      subject: makeSubject(OWN_ISSUER, 'service', service),
      orgId,
      type: 'ServiceAccount' as const,
      roles: [],
      permissions,
      method: 'bearer' as const,
      inventoryGroups: null,
    });
    return { caller, expiresAtMs: exp * 1000 };
  }
}
