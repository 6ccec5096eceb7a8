import { type IncomingMessage } from 'node:http';
import { ApiError, CommonError } from '@wardstone/errors';
import {
  type AuthenticatedRequest,
  type BrowserSessions,
  type CallerIdentity,
  OPAQUE_TOKEN_PREFIX,
  type OpaqueTokens,
} from './caller';
import { challengeFor, SESSION_CHALLENGE, withChallenge } from './challenge';
import { type ClientAddressReader } from './identity/client-address';
import { type IdentityHeaderReader } from './identity/identity-header-reader';
import { parseAuthorization, parseBasic } from './login/basic-credentials';
import { type LocalLogin } from './login/local-login';
import { getRemoteAddress } from './login/attempt-limiter';
import { GATEWAY_SUBJECT } from './subject';
import { type BearerVerifier } from './tokens/bearer-verifier';

export interface AuthenticatorParts {
  identityHeader: IdentityHeaderReader;
  clientAddress: ClientAddressReader;
  bearer: BearerVerifier;
  opaqueTokens?: OpaqueTokens | undefined;
  /** Provided only by the gateway. */
  login?: LocalLogin | undefined;
  /** Provided only by the gateway. */
  sessions?: BrowserSessions | undefined;
  /** Callers of other organisations are refused; absent or `*` admits all. */
  servedOrganisations?: readonly string[] | undefined;
  /** Whether to take the client's address from X-Forwarded-For. */
  trustProxy: boolean;
}

/** Interval at which the credentials of a waiting request are checked again. */
const CHECKED_AGAIN_MS = 2_000;
const TOKEN_ERRORS = [CommonError.invalid_token, CommonError.expired_token];

/** A property of the request; a WeakMap would cost a microsecond per request. */
const OUTCOME = Symbol('outcome');

type Attempted = IncomingMessage & { [OUTCOME]?: Promise<CallerIdentity> | undefined };

/**
 * Identifies the caller by the first of these that the request has: a trusted identity header, a Bearer token, Basic
 * credentials, the session cookie. An invalid header is refused; the next one is not tried. See rule platform-2; rule
 * compliance-2.
 */
export class Authenticator {
  constructor(private readonly parts: AuthenticatorParts) {}

  /**
   * Authenticates a request once, however often this is called for it.
   * @throws session_required, invalid_token, expired_token, invalid_credentials (401 with `WWW-Authenticate`),
   * organisation_not_served (403), too_many_attempts (429), service_unavailable (503: the keys of an issuer are
   * unreachable)
   */
  authenticate(request: Attempted): Promise<CallerIdentity> {
    return (request[OUTCOME] ??= this.attempt(request));
  }

  /**
   * Checks the credentials of a waiting request repeatedly, since they may become invalid.
   * @param ended called with the refusal, perhaps several times
   * @returns a function that stops it
   */
  watch(request: Attempted, ended: (refusal: ApiError) => void): () => void {
    const timer = setInterval(() => {
      request[OUTCOME] = undefined;
      this.authenticate(request).catch((error: unknown) => {
        // While a database is unavailable, nothing is known about the credentials. 429 means that a password was
        // refused too often.
        if (error instanceof ApiError && error.status < 500) ended(error);
      });
    }, CHECKED_AGAIN_MS).unref();
    return () => clearInterval(timer);
  }

  /** Records the client address of an anonymous request, if the gateway states it. */
  async noteClient(request: AuthenticatedRequest): Promise<void> {
    const address = await this.parts.clientAddress.read(request);
    if (address !== undefined) request.clientAddress = address;
  }

  /** Whether the request has any credentials. */
  hasCredentials({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
    return headers.authorization !== undefined || this.parts.identityHeader.find(headers) !== undefined;
  }

  private async attempt(request: IncomingMessage): Promise<CallerIdentity> {
    try {
      return this.requireServed(await this.identify(request));
    } catch (error) {
      throw error instanceof ApiError ? withChallenge(error, challengeFor(request.headers), TOKEN_ERRORS) : error;
    }
  }

  private async identify(request: IncomingMessage): Promise<CallerIdentity> {
    const { identityHeader } = this.parts;
    const identity = identityHeader.find(request.headers);
    if (identity !== undefined) return identityHeader.read(identity);
    const authorization = parseAuthorization(request.headers.authorization);
    switch (authorization.scheme) {
      case 'bearer':
        return this.verifyToken(authorization.value);
      case 'basic':
        return this.login(authorization.value, request);
      case 'none':
        await this.noteClient(request);
        return this.findSession(request);
      case 'unknown':
        throw new ApiError(
          CommonError.session_required,
          'The Authorization scheme is not supported. Use Basic or Bearer.',
        );
    }
  }

  private async verifyToken(token: string): Promise<CallerIdentity> {
    const { bearer, opaqueTokens } = this.parts;
    return opaqueTokens && token.startsWith(OPAQUE_TOKEN_PREFIX) ? opaqueTokens.verify(token) : bearer.verify(token);
  }

  private async findSession(request: IncomingMessage): Promise<CallerIdentity> {
    const caller = await this.parts.sessions?.find(request);
    if (caller) return caller;
    throw new ApiError(CommonError.session_required);
  }

  private requireServed(caller: CallerIdentity): CallerIdentity {
    const { servedOrganisations: served } = this.parts;
    // The gateway's own requests belong to no organisation.
    if (!served || served.includes('*') || served.includes(caller.orgId) || caller.subject === GATEWAY_SUBJECT) {
      return caller;
    }
    throw new ApiError(CommonError.organisation_not_served);
  }

  private async login(value: string, request: IncomingMessage): Promise<CallerIdentity> {
    const { login, trustProxy } = this.parts;
    if (!login) {
      const error = new ApiError(
        CommonError.session_required,
        'User names and passwords are accepted by the gateway alone: log in there, or send a Bearer token.',
      );
      throw withChallenge(error, SESSION_CHALLENGE, TOKEN_ERRORS);
    }
    const credentials = parseBasic(value);
    if (!credentials) {
      throw new ApiError(
        CommonError.invalid_credentials,
        'The Basic credentials cannot be decoded: they are base64 of UTF-8 "name:password".',
      );
    }
    const address = getRemoteAddress(request, { trustProxy });
    return (await login.login(credentials.username, credentials.password, address)).caller;
  }
}

interface AuthenticationMiddlewareOptions {
  /** Requests without a check of credentials, e.g. `/livez`. */
  skip?: (request: IncomingMessage) => boolean;
}

/**
 * Authenticates before routing, so that anonymous requests get 401 on unknown paths (rule http-1). The guard then takes
 * the caller from the request.
 */
export function authenticationMiddleware(
  authenticator: Authenticator,
  { skip = () => false }: AuthenticationMiddlewareOptions = {},
): (request: IncomingMessage, response: unknown, next: (error?: unknown) => void) => void {
  return (request: AuthenticatedRequest, _response, next) => {
    if (skip(request)) {
      next();
      return;
    }
    authenticator.authenticate(request).then(
      (caller) => {
        request.caller = caller;
        next();
      },
      (error: unknown) => next(error),
    );
  };
}
