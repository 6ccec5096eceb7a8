import type { IncomingMessage } from 'node:http';
import { Inject, Injectable, Optional } from '@nestjs/common';
import { type AuthenticatedRequest, parseClaimRules, type OidcClaimRules, toOidcCaller } from '@wardstone/auth';
import { LOGGER, type Logger, PublicAddress } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import { ApiError, CommonError, GatewayError } from '@wardstone/errors';
import { AuthorizationResponseError, ResponseBodyError } from 'openid-client';
import { GatewayConfig } from '../../gateway.config';
import { type OidcCaller, toOidcClaims } from '../sessions/oidc-caller';
import { SessionService } from '../sessions/session.service';
import { OidcClient } from './oidc-client';
import { OIDC_CALLBACK_PATH } from './oidc-paths';
import { ATTEMPT_SECONDS, attemptCookie, readAttempt, type SignInAttempt } from './sign-in-attempt';

/** Error codes for a failure of the issuer, not of the visitor. */
const ISSUER_TROUBLE = new Set(['server_error', 'temporarily_unavailable']);
/** Error codes of the library for an invalid response. */
const NO_ANSWER = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_PARSE_ERROR',
  'OAUTH_HTTP_REQUEST_FORBIDDEN',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_MISSING_SERVER_METADATA',
]);
const MAX_REASON_LENGTH = 200;

/** Signs people in with the account that they have at the OIDC issuer. */
@Injectable()
export class OidcLoginService {
  private readonly rules: OidcClaimRules;

  constructor(
    @Optional() @Inject(OidcClient) private readonly client: OidcClient | undefined,
    private readonly sessions: SessionService,
    private readonly address: PublicAddress,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    config: GatewayConfig,
  ) {
    this.rules = parseClaimRules(config);
  }

  /**
   * Redirect of the browser, and the cookie for its return.
   * @throws not_found, issuer_unusable
   */
  async begin(
    request: IncomingMessage,
    { next, isAnew }: { next: string; isAnew: boolean },
  ): Promise<{ to: string; cookie: string }> {
    const { to, ...proofs } = await this.callIssuer((client) => client.begin(this.callbackUrl(request), isAnew));
    const attempt = { ...proofs, next, endsAtMs: this.clock.now() + ATTEMPT_SECONDS * 1000 };
    return { to: to.href, cookie: attemptCookie(attempt, this.address.isSecure(request)) };
  }

  /** The browser's pending attempt, if the query belongs to it. */
  findAttempt(request: IncomingMessage, query: URLSearchParams): SignInAttempt | undefined {
    const attempt = readAttempt(request.headers.cookie, this.address.isSecure(request), this.clock.now());
    return attempt !== undefined && query.get('state') === attempt.state ? attempt : undefined;
  }

  /**
   * Starts a session for the person named by the issuer.
   * @returns the cookie of the session
   * @throws sign_in_refused, sign_in_expired, issuer_unusable, not_found, service_unavailable
   */
  async finish(request: IncomingMessage, query: URLSearchParams, attempt: SignInAttempt): Promise<string> {
    const callbackUrl = new URL(`${this.callbackUrl(request)}?${query.toString()}`);
    const { claims, signedInAtMs } = await this.callIssuer((client) => client.finish(callbackUrl, attempt));
    const oidcCaller = { ...this.toCaller(claims), ...(signedInAtMs === undefined ? {} : { signedInAtMs }) };
    const { cookie, session } = await this.sessions.begin(request, { oidcCaller });
    (request as AuthenticatedRequest).caller = session.caller;
    return cookie;
  }

  /** Value of Set-Cookie that deletes the browser's attempt. */
  forget(request: IncomingMessage): string {
    return attemptCookie(undefined, this.address.isSecure(request));
  }

  private async callIssuer<T>(work: (client: OidcClient) => Promise<T>): Promise<T> {
    if (!this.client) throw new ApiError(CommonError.not_found, 'This installation has only local accounts.');
    try {
      return await work(this.client);
    } catch (error) {
      const shown = toSignInError(error);
      this.logger.warn({ err: shown.cause, type: shown.kind.type }, 'signing in at the OIDC issuer failed');
      throw shown;
    }
  }

  /** @throws sign_in_refused */
  private toCaller(claims: Readonly<Record<string, unknown>>): OidcCaller {
    const caller = toOidcCaller(claims, this.rules);
    if ('refused' in caller) throw unusable(caller.refused);
    if (caller.roles.length === 0) throw unusable('it has no role here');
    return toOidcClaims(caller);
  }

  private callbackUrl(request: IncomingMessage): string {
    return this.address.getBaseAddress(request) + OIDC_CALLBACK_PATH;
  }
}

function unusable(reason: string): ApiError {
  return new ApiError(
    GatewayError.sign_in_refused,
    `Your organisation's account cannot be used here: ${reason}. Ask your administrator.`,
  );
}

/** Error of a sign-in at the OIDC issuer, for the visitor. Pure. */
function toSignInError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const options = { cause: error };
  if (error instanceof AuthorizationResponseError && !ISSUER_TROUBLE.has(error.error)) {
    return new ApiError(
      GatewayError.sign_in_refused,
      `Your organisation's login refused: ${getReason(error)}`,
      options,
    );
  }
  if (error instanceof ResponseBodyError && error.error === 'invalid_grant') {
    return new ApiError(GatewayError.sign_in_expired, undefined, options);
  }
  if (isIssuerTrouble(error)) return new ApiError(GatewayError.issuer_unusable, undefined, options);
  return new ApiError(
    GatewayError.sign_in_refused,
    "The response of your organisation's login does not match this sign-in, or failed a check.",
    options,
  );
}

function isIssuerTrouble(error: unknown): boolean {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) return true;
  // Errors detected by the library have a code; errors of `fetch` without a connection have none.
  const { code } = error as { code?: string };
  return code === undefined || NO_ANSWER.has(code);
}

function getReason({ error, error_description: description }: AuthorizationResponseError): string {
  const reason = description === undefined ? error : `${description} (${error})`;
  return `${reason.slice(0, MAX_REASON_LENGTH)}.`;
}
