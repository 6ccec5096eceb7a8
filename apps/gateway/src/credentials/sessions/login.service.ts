import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import {
  type AuthenticatedRequest,
  LocalLogin,
  type LoggedIn,
  getRemoteAddress,
  SESSION_CHALLENGE,
  withChallenge,
} from '@wardstone/auth';
import { PublicAddress, noteForAudit } from '@wardstone/bootstrap';
import { ApiError, CommonError, errorTypeUrl } from '@wardstone/errors';
import type { Response } from 'express';
import { GatewayConfig } from '../../gateway.config';
import { FORM_PAGE_HEADERS, type LoginPage, renderLoginPage } from './login-page';
import { type LiveSession, SessionService } from './session.service';

/** Maximum length of an account name in the audit log. */
const MAX_NAME_LENGTH = 100;

/** Signs people in with the password of a local account. */
@Injectable()
export class LoginService {
  constructor(
    private readonly sessions: SessionService,
    private readonly login: LocalLogin,
    private readonly config: GatewayConfig,
    private readonly address: PublicAddress,
  ) {}

  /** @throws invalid_request, invalid_credentials, too_many_attempts, service_unavailable */
  async logIn(form: URLSearchParams, request: IncomingMessage): Promise<{ cookie: string; session: LiveSession }> {
    const [username, password] = [form.get('username') ?? '', form.get('password') ?? ''];
    noteForAudit(request, { claimed: username.slice(0, MAX_NAME_LENGTH) });
    if (username === '' || password === '') {
      throw new ApiError(CommonError.invalid_request, 'Both a user name and a password are needed.');
    }
    const login = await this.verify(username, password, request);
    const begun = await this.sessions.begin(request, { login });
    (request as AuthenticatedRequest).caller = begun.session.caller;
    return begun;
  }

  renderPage(page: Omit<LoginPage, 'hasOidc'>): string {
    return renderLoginPage({ ...page, hasOidc: this.config.OIDC_CLIENT_ID !== undefined });
  }

  /** Responds with the login page and the reason of the failure. */
  showProblem(error: unknown, page: Omit<LoginPage, 'hasOidc' | 'problem'>, response: Response): void {
    if (!(error instanceof ApiError)) throw error;
    response
      .status(error.status)
      .set(FORM_PAGE_HEADERS)
      .set('Link', `<${errorTypeUrl(this.address.current, error.kind)}>; rel="help"`)
      .set({ 'X-Error-Type': error.kind.type, ...(error.headers as Record<string, string | string[]>) })
      .send(this.renderPage({ ...page, problem: error.detail }));
  }

  private async verify(username: string, password: string, request: IncomingMessage): Promise<LoggedIn> {
    const address = getRemoteAddress(request, { trustProxy: this.config.TRUST_PROXY });
    try {
      return await this.login.login(username, password, address);
    } catch (error) {
      throw error instanceof ApiError ? withChallenge(error, SESSION_CHALLENGE, []) : error;
    }
  }
}
