import { ApiError, CommonError } from '@wardstone/errors';
import type { AccountKeys } from '../accounts/account-keys';
import type { CallerIdentity } from '../caller';
import { renderChallenge } from '../challenge';
import { type Credentials, parseAuthorization, parseBasic } from '../login/basic-credentials';
import type { LocalLogin, LoggedIn } from '../login/local-login';
import { permits } from '@wardstone/permissions';
import type { IdentityMinter } from './identity-minter';
import { OAuthError } from './oauth-error';

export interface TokenRequest {
  /** The form body, `application/x-www-form-urlencoded`. */
  form: URLSearchParams;
  authorization: string | undefined;
  remoteAddress: string;
}

/** Source: RFC 6749 5.1. */
export interface TokenResponse {
  access_token: string;
  token_type: 'Bearer';
  /** Seconds. */
  expires_in: number;
  /** The granted permissions. */
  scope: string;
}

/** Headers of every response with a token. Source: RFC 6749 5.1. */
export const TOKEN_RESPONSE_HEADERS = { 'Cache-Control': 'no-store', Pragma: 'no-cache' } as const;

/** Source: RFC 7523 section 2.1. */
const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const SCOPE_TOKEN = /^[\x21\x23-\x5b\x5d-\x7e]+$/;
const CLIENT_CHALLENGE = renderChallenge({ schemes: ['Basic'], realm: 'Wardstone' });

/**
 * `POST /auth/token`: grants `password` and `client_credentials` for local accounts, `client_secret_basic` and
 * `client_secret_post`, and assertions of keys. Failed logins count against the same limits as Basic; a key cannot be
 * guessed. See rules platform-2, agents-10; RFC 6749 4.3, 4.4, 2.3.1, RFC 7523.
 */
export class TokenService {
  constructor(
    private readonly login: LocalLogin,
    private readonly minter: IdentityMinter,
    private readonly keys?: AccountKeys,
  ) {}

  /** @throws OAuthError */
  async grant(request: TokenRequest): Promise<TokenResponse> {
    requireEachOnce(request.form);
    const grantType = request.form.get('grant_type') ?? '';
    switch (grantType) {
      case 'password':
        return this.grantPassword(request);
      case 'client_credentials':
        return this.grantClientCredentials(request);
      case JWT_BEARER:
        return this.grantAssertion(request);
      case '':
        throw OAuthError.of('invalid_request', 'The parameter grant_type is missing.');
      default:
        throw OAuthError.of(
          'unsupported_grant_type',
          `The supported grant types are password, client_credentials and ${JWT_BEARER}.`,
        );
    }
  }

  private async grantPassword(request: TokenRequest): Promise<TokenResponse> {
    const { form, remoteAddress } = request;
    const client = getClient(request);
    // A public client sends an empty secret or none; one that sends a secret must be known.
    if (client.some(({ password }) => password !== '')) await this.loginClient(client, request);
    const username = form.get('username') ?? '';
    const password = form.get('password') ?? '';
    if (username === '' || password === '') {
      throw OAuthError.of('invalid_request', 'The grant type password requires the parameters username and password.');
    }
    const refusal = (): OAuthError => OAuthError.of('invalid_grant', CommonError.invalid_grant.description);
    return this.issue(form, await this.loginWithAny([{ username, password }], remoteAddress, refusal));
  }

  private async grantClientCredentials(request: TokenRequest): Promise<TokenResponse> {
    const client = getClient(request);
    if (client.length === 0) throw invalidClient('The client sent no credentials.');
    return this.issue(request.form, await this.loginWithAny(client, request.remoteAddress, () => invalidClient()));
  }

  private async grantAssertion({ form }: TokenRequest): Promise<TokenResponse> {
    const assertion = form.get('assertion') ?? '';
    if (assertion === '') throw OAuthError.of('invalid_request', 'The parameter assertion is missing.');
    if (!this.keys) throw OAuthError.of('invalid_grant', 'No account has a key here.');
    return this.issue(form, await this.keys.login(assertion).catch(rethrow));
  }

  private async loginClient(client: readonly Credentials[], { remoteAddress }: TokenRequest): Promise<void> {
    await this.loginWithAny(client, remoteAddress, () => invalidClient());
  }

  private async issue(form: URLSearchParams, { caller, credential }: LoggedIn): Promise<TokenResponse> {
    const scopes = parseScope(form.get('scope') ?? '', caller);
    const { token, expiresInSeconds } = await this.minter.mintAccessToken(caller, {
      ...(scopes ? { scopes } : {}),
      credential,
    });
    return {
      access_token: token,
      token_type: 'Bearer',
      expires_in: expiresInSeconds,
      scope: (scopes ?? caller.permissions).join(' '),
    };
  }

  private async loginWithAny(
    candidates: readonly Credentials[],
    remoteAddress: string,
    toRefusal: () => OAuthError,
  ): Promise<LoggedIn> {
    for (const { username, password } of candidates) {
      try {
        return await this.login.login(username, password, remoteAddress);
      } catch (error) {
        if (!(error instanceof ApiError) || error.kind !== CommonError.invalid_credentials) rethrow(error);
      }
    }
    throw toRefusal();
  }
}

function requireEachOnce(form: URLSearchParams): void {
  const names = [...form.keys()];
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw OAuthError.of('invalid_request', 'A parameter occurs more than once.');
}

/**
 * Credentials of the client, in the order they are tried; empty when it sent none. In the header both parts are
 * form-encoded (RFC 6749 2.3.1), which many clients forget, so they are also tried undecoded.
 */
function getClient({ form, authorization }: TokenRequest): readonly Credentials[] {
  const header = parseAuthorization(authorization);
  const secret = form.get('client_secret');
  if (header.scheme === 'none') {
    if (secret === null) return [];
    return [{ username: form.get('client_id') ?? '', password: secret }];
  }
  if (secret !== null) throw OAuthError.of('invalid_request', 'The client sent credentials in two places.');
  const plain = header.scheme === 'basic' ? parseBasic(header.value) : undefined;
  if (!plain) throw invalidClient('The Authorization header of the client is not Basic, or cannot be decoded.');
  const decoded = { username: formDecode(plain.username), password: formDecode(plain.password) };
  const isSame = decoded.username === plain.username && decoded.password === plain.password;
  return isSame ? [plain] : [plain, decoded];
}

function formDecode(text: string): string {
  try {
    return decodeURIComponent(text.replace(/\+/g, ' '));
  } catch {
    return text;
  }
}

/** Requested permissions, each held by the caller; undefined when none are named. @throws invalid_scope */
function parseScope(scope: string, caller: CallerIdentity): readonly string[] | undefined {
  const wanted = [...new Set(scope.split(' ').filter((token) => token !== ''))];
  if (wanted.length === 0) return undefined;
  const refused = wanted.find((token) => !SCOPE_TOKEN.test(token) || !permits(caller.permissions, token));
  if (refused === undefined) return wanted;
  throw OAuthError.of('invalid_scope', `The account does not hold the permission "${refused.slice(0, 100)}".`);
}

function invalidClient(detail = CommonError.invalid_client.description): OAuthError {
  return OAuthError.of('invalid_client', detail, { 'WWW-Authenticate': CLIENT_CHALLENGE });
}

/** Rate limits and overload as errors of RFC 6749. */
function rethrow(error: unknown): never {
  if (!(error instanceof ApiError) || error instanceof OAuthError) throw error;
  throw new OAuthError('temporarily_unavailable', error.kind, error.detail, error.headers);
}
