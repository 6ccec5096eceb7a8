import type { IncomingMessage } from 'node:http';
import { Inject, Injectable, Optional } from '@nestjs/common';
import { type AuthenticatedRequest, claimRulesOf, type OidcClaimRules, toOidcCaller } from '@wardstone/auth';
import { LOGGER, type Logger, PublicAddress } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import { ApiError, CommonError, GatewayError } from '@wardstone/errors';
import { GatewayConfig } from '../../gateway.config';
import type { OidcCaller } from '../sessions/oidc-caller';
import { SessionService } from '../sessions/session.service';
import { OidcClient } from './oidc-client';
import { OIDC_CALLBACK_PATH } from './oidc-paths';
import { ATTEMPT_SECONDS, attemptCookie, attemptOf, type SignInAttempt } from './sign-in-attempt';
import { toSignInError } from './sign-in-error';

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
    this.rules = claimRulesOf(config);
  }

  /** Where the browser goes to, and the cookie by which its return is recognised. @throws not_found, issuer_unusable */
  async begin(
    request: IncomingMessage,
    { next, isAnew }: { next: string; isAnew: boolean },
  ): Promise<{ to: string; cookie: string }> {
    const { to, ...proofs } = await this.ask((client) => client.begin(this.callbackOf(request), isAnew));
    const attempt = { ...proofs, next, endsAtMs: this.clock.now() + ATTEMPT_SECONDS * 1000 };
    return { to: to.href, cookie: attemptCookie(attempt, this.address.isSecure(request)) };
  }

  /** The attempt that the browser has under way, if the query belongs to it. */
  attemptOf(request: IncomingMessage, query: URLSearchParams): SignInAttempt | undefined {
    const attempt = attemptOf(request.headers.cookie, this.address.isSecure(request), this.clock.now());
    return attempt !== undefined && query.get('state') === attempt.state ? attempt : undefined;
  }

  /**
   * Begins a session for whom the issuer names. @returns the cookie of the session
   * @throws sign_in_refused, sign_in_expired, issuer_unusable, not_found, service_unavailable
   */
  async finish(request: IncomingMessage, query: URLSearchParams, attempt: SignInAttempt): Promise<string> {
    const answered = new URL(`${this.callbackOf(request)}?${query.toString()}`);
    const { claims, signedInAtMs } = await this.ask((client) => client.finish(answered, attempt));
    const oidcCaller = { ...this.callerOf(claims), ...(signedInAtMs === undefined ? {} : { signedInAtMs }) };
    const { cookie, session } = await this.sessions.begin(request, { oidcCaller });
    (request as AuthenticatedRequest).caller = session.caller;
    return cookie;
  }

  /** Value of Set-Cookie that ends the attempt of the browser. */
  forget(request: IncomingMessage): string {
    return attemptCookie(undefined, this.address.isSecure(request));
  }

  private async ask<T>(work: (client: OidcClient) => Promise<T>): Promise<T> {
    if (!this.client) throw new ApiError(CommonError.not_found, 'People sign in with local accounts alone here.');
    try {
      return await work(this.client);
    } catch (error) {
      const shown = toSignInError(error);
      this.logger.warn({ err: shown.cause, type: shown.kind.type }, 'signing in at the OIDC issuer failed');
      throw shown;
    }
  }

  /** @throws sign_in_refused */
  private callerOf(claims: Readonly<Record<string, unknown>>): OidcCaller {
    const caller = toOidcCaller(claims, this.rules);
    if ('refused' in caller) throw unusable(caller.refused);
    const { username, subject, issuer, orgId, type, roles } = caller;
    if (roles.length === 0) throw unusable('it has no role here');
    return { username, subject, ...(issuer === undefined ? {} : { issuer }), orgId, type, roles };
  }

  private callbackOf(request: IncomingMessage): string {
    return this.address.baseOf(request) + OIDC_CALLBACK_PATH;
  }
}

function unusable(reason: string): ApiError {
  return new ApiError(
    GatewayError.sign_in_refused,
    `Your organisation's account cannot be used here: ${reason}. Ask your administrator.`,
  );
}
