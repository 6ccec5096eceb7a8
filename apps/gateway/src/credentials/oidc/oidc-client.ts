import { readSecret } from '@wardstone/config';
import { ApiError, GatewayError } from '@wardstone/errors';
import * as openid from 'openid-client';
import type { GatewayConfig } from '../../gateway.config';
import type { SignInAttempt } from './sign-in-attempt';

const TIMEOUT_SECONDS = 5;

export type OidcClientSettings = Pick<
  GatewayConfig,
  'OIDC_ISSUER' | 'OIDC_CLIENT_ID' | 'OIDC_CLIENT_SECRET' | 'OIDC_CLIENT_SECRET_FILE' | 'OIDC_SCOPES'
>;

/** Claims of the issuer about a visitor. */
interface SignedInAtIssuer {
  claims: Record<string, unknown>;
  /** Time of the visitor's authentication; absent if the issuer does not state it. */
  signedInAtMs?: number;
}

/** The gateway as a client of the OIDC issuer: authorization code with PKCE. See RFC 6749 4.1, RFC 7636, RFC 9207. */
export class OidcClient {
  private configuration: Promise<openid.Configuration> | undefined;

  constructor(
    private readonly issuer: URL,
    private readonly clientId: string,
    private readonly secret: string | undefined,
    private readonly scopes: readonly string[],
  ) {}

  /**
   * Undefined if people sign in only with local accounts.
   * @throws Error when the settings contradict each other
   */
  static of(config: Readonly<OidcClientSettings>): OidcClient | undefined {
    if (config.OIDC_CLIENT_ID === undefined) return undefined;
    if (config.OIDC_ISSUER === undefined) throw new Error('OIDC_ISSUER must be set with OIDC_CLIENT_ID');
    if (!config.OIDC_SCOPES.includes('openid')) throw new Error('OIDC_SCOPES must contain openid');
    return new OidcClient(
      new URL(config.OIDC_ISSUER),
      config.OIDC_CLIENT_ID,
      readSecret(config.OIDC_CLIENT_SECRET, config.OIDC_CLIENT_SECRET_FILE),
      config.OIDC_SCOPES,
    );
  }

  /**
   * The authorization URL of the issuer, and the state that this browser keeps until it returns.
   * @param isAnew requires authentication even if the visitor is signed in at the issuer
   */
  async begin(
    redirectUri: string,
    isAnew: boolean,
  ): Promise<{ to: URL } & Pick<SignInAttempt, 'state' | 'nonce' | 'verifier'>> {
    const configuration = await this.discover();
    const verifier = openid.randomPKCECodeVerifier();
    const [state, nonce] = [openid.randomState(), openid.randomNonce()];
    const to = openid.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: this.scopes.join(' '),
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
      ...(isAnew ? { prompt: 'login', max_age: '0' } : {}),
    });
    return { to, state, nonce, verifier };
  }

  /**
   * Claims of the ID token, and of the user info endpoint if there is one.
   * @param callback address to which the issuer redirected the browser; without its query it is the redirect URI
   */
  async finish(callback: URL, { state, nonce, verifier }: SignInAttempt): Promise<SignedInAtIssuer> {
    const configuration = await this.discover();
    const tokens = await openid.authorizationCodeGrant(configuration, callback, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
    });
    const claims = tokens.claims()!;
    const { userinfo_endpoint: userInfo, claims_supported: stated } = configuration.serverMetadata();
    const more =
      userInfo === undefined ? {} : await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub);
    // If an issuer supports the claim but omits it, the visitor did not authenticate now.
    const authTime = claims.auth_time ?? (stated?.includes('auth_time') ? 0 : undefined);
    return { claims: { ...more, ...claims }, ...(authTime === undefined ? {} : { signedInAtMs: authTime * 1000 }) };
  }

  /**
   * Fetched once; after a failure again with the next attempt, shared by all that wait.
   * @throws issuer_unusable
   */
  private discover(): Promise<openid.Configuration> {
    this.configuration ??= this.readMetadata().catch((cause: unknown) => {
      this.configuration = undefined;
      throw new ApiError(GatewayError.issuer_unusable, undefined, { cause });
    });
    return this.configuration;
  }

  private async readMetadata(): Promise<openid.Configuration> {
    // An issuer without TLS was chosen by the operator, e.g. one on the same machine.
    const insecure = this.issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : [];
    return openid.discovery(this.issuer, this.clientId, {}, this.authentication(), {
      timeout: TIMEOUT_SECONDS,
      // Also verifies the signature of ID tokens, not only their origin.
      execute: [openid.enableNonRepudiationChecks, ...insecure],
    });
  }

  /** Client authentication by the issuer's metadata; OpenID Connect's default is Basic. */
  private authentication(): openid.ClientAuth {
    if (this.secret === undefined) return openid.None();
    const [basic, post] = [openid.ClientSecretBasic(this.secret), openid.ClientSecretPost(this.secret)];
    return (server, ...rest) => {
      const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
      return (methods.includes('client_secret_basic') ? basic : post)(server, ...rest);
    };
  }
}
