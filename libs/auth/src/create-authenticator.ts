import type { Clock } from '@wardstone/clock';
import type { ServiceConfig } from '@wardstone/config';
import type { JWTVerifyGetKey } from 'jose';
import type { AccountKeys } from './accounts/account-keys';
import type { Accounts } from './accounts/account';
import { ClientAddressReader } from './identity/client-address';
import { Authenticator } from './authenticator';
import { grantsOfHeader, IdentityHeaderReader, type PlainGrants } from './identity/identity-header-reader';
import { parseVendorTokens } from './identity/strip-identity-headers';
import { AttemptLimiter, type AttemptLimits } from './login/attempt-limiter';
import { LocalLogin } from './login/local-login';
import { PasswordHasher } from './login/password-hasher';
import { parseClaimRules } from './oidc/oidc-claims';
import { OidcIssuer } from './oidc/oidc-issuer';
import { BearerVerifier, type TokenIssuer } from './tokens/bearer-verifier';
import { type KeySet, localKeys, readKeySet, remoteKeys, type RemoteKeysOptions } from './tokens/key-source';
import { OwnTokenIssuer } from './tokens/own-token-issuer';
import { ServiceTokenIssuer, type TrustedService } from './tokens/service-token';
import { standingAtGateway } from './tokens/standing-at-gateway';
import { standingByAccounts } from './tokens/standing-by-accounts';
import type { BrowserSessions, OpaqueTokens } from './caller';
import { VerifiedTokens } from './tokens/verify-jwt';

/**
 * Shorter than for other issuers, since one of several gateways may publish a new key first and the request is cheap.
 */
const GATEWAY_COOLDOWN_MS = 1_000;

export type AuthConfig = Pick<
  ServiceConfig,
  | 'VENDOR_TOKEN'
  | 'IDENTITY_TRUST'
  | 'GATEWAY_JWKS_URL'
  | 'OIDC_ISSUER'
  | 'OIDC_AUDIENCE'
  | 'OIDC_ROLES_CLAIM'
  | 'OIDC_ORG_CLAIM'
  | 'OIDC_ROLE_MAP'
  | 'TRUST_PROXY'
>;

export interface AuthenticationOptions {
  /** Name of this service: the audience that signed identity headers must name. */
  service: string;
  config: Readonly<AuthConfig>;
  clock: Clock;
  /**
   * The gateway's public keys if the process has them (the gateway itself, tests); otherwise GATEWAY_JWKS_URL is used.
   */
  localJwks?: KeySet;
  /** Organisations that the service has data for, or `*`; absent where data is separated by organisation. */
  servedOrganisations?: readonly string[];
  /** Permissions of callers whose identity header is trusted unsigned; by default those that the header states. */
  plainGrants?: PlainGrants;
  /** The local accounts, in the gateway only. Other services refuse names and passwords. */
  accounts?: Accounts | undefined;
  /** In the gateway only. */
  sessions?: BrowserSessions | undefined;
  /** Local lookup, in the gateway; other services ask the gateway. */
  opaqueTokens?: OpaqueTokens | undefined;
  /** Keys of local accounts, in the gateway only. */
  keys?: AccountKeys | undefined;
  /** Services that authenticate with their own keys, in the gateway only. */
  services?: readonly TrustedService[];
  limits?: AttemptLimits;
  hasher?: PasswordHasher | undefined;
  remoteKeys?: RemoteKeysOptions;
}

export interface Authentication {
  authenticator: Authenticator;
  /** For the token service, which shares the limits of failed logins with Basic. */
  login: LocalLogin | undefined;
}

/**
 * Creates the login methods that the settings configure.
 * @throws Error when the settings contradict each other
 */
export function createAuthentication(options: AuthenticationOptions): Authentication {
  const { config, clock, service, localJwks, plainGrants = grantsOfHeader } = options;
  const login = makeLocalLogin(options);
  const gatewayKeys = makeGatewayKeys(options);
  const atGateway = options.accounts ? undefined : makeGatewayStanding(options);
  const standing = options.accounts ? standingByAccounts(options.accounts, options.keys) : atGateway;
  const opaqueTokens = options.opaqueTokens ?? (atGateway && { verify: (token: string) => atGateway(token)() });
  const keySet = localJwks && (() => readKeySet(localJwks));
  const issuers: TokenIssuer[] = [
    ...(gatewayKeys && standing ? [new OwnTokenIssuer(gatewayKeys, clock, standing, keySet)] : []),
    ...(options.services ?? []).map((trusted) => new ServiceTokenIssuer(trusted, clock)),
    ...makeOidcIssuers(options),
  ];
  const authenticator = new Authenticator({
    identityHeader: new IdentityHeaderReader({
      vendorTokens: parseVendorTokens(config.VENDOR_TOKEN),
      trust: config.IDENTITY_TRUST === 'plain' ? 'plain' : 'signed',
      service,
      keys: gatewayKeys,
      plainGrants,
      clock,
      verified: new VerifiedTokens(clock),
    }),
    clientAddress: new ClientAddressReader({ service, keys: gatewayKeys, clock }),
    bearer: new BearerVerifier(issuers, new VerifiedTokens(clock)),
    opaqueTokens,
    login,
    sessions: options.sessions,
    servedOrganisations: options.servedOrganisations,
    trustProxy: config.TRUST_PROXY,
  });
  return { authenticator, login };
}

function makeLocalLogin({ accounts, clock, limits, hasher }: AuthenticationOptions): LocalLogin | undefined {
  return accounts && new LocalLogin(accounts, hasher ?? new PasswordHasher(), new AttemptLimiter(clock, limits), clock);
}

function makeGatewayStanding({
  config,
  clock,
}: AuthenticationOptions): ReturnType<typeof standingAtGateway> | undefined {
  // The gateway serves this path next to its keys.
  return config.GATEWAY_JWKS_URL ? standingAtGateway(new URL('caller', config.GATEWAY_JWKS_URL), clock) : undefined;
}

function makeGatewayKeys({ localJwks, config, remoteKeys: keys }: AuthenticationOptions): JWTVerifyGetKey | undefined {
  if (localJwks) return localKeys(localJwks);
  return config.GATEWAY_JWKS_URL
    ? remoteKeys(new URL(config.GATEWAY_JWKS_URL), { cooldownMs: GATEWAY_COOLDOWN_MS, ...keys })
    : undefined;
}

function makeOidcIssuers({ config, clock, remoteKeys: keys }: AuthenticationOptions): OidcIssuer[] {
  if (!config.OIDC_ISSUER) return [];
  if (!config.OIDC_AUDIENCE) {
    throw new Error(
      'OIDC_AUDIENCE must be set with OIDC_ISSUER: without it, tokens for other services would be accepted',
    );
  }
  return [
    new OidcIssuer({
      issuer: config.OIDC_ISSUER,
      audience: config.OIDC_AUDIENCE,
      claims: parseClaimRules(config),
      clock,
      ...(keys ? { keys } : {}),
    }),
  ];
}
