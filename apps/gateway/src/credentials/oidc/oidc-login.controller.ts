import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiQuery, ApiSeeOtherResponse, ApiTags } from '@nestjs/swagger';
import { content, Operation } from '@wardstone/bootstrap';
import { ApiError, GatewayError } from '@wardstone/errors';
import type { Request, Response } from 'express';
import { FORM_PAGE_HEADERS, renderStepPage } from '../sessions/login-page';
import { LoginService } from '../sessions/login.service';
import { nextPath } from '../sessions/next-path';
import { OidcLoginService } from './oidc-login.service';
import { OIDC_CALLBACK_PATH, OIDC_LOGIN_PATH } from './oidc-paths';

/** Signing in with an account of the OIDC issuer. See rule platform-2. */
@ApiTags('login')
@Controller()
export class OidcLoginController {
  constructor(
    private readonly logins: OidcLoginService,
    private readonly pages: LoginService,
  ) {}

  @Get(OIDC_LOGIN_PATH)
  @Operation('Sign a browser in with an account of the OIDC issuer', {
    description:
      'Redirects to the issuer, which redirects back to `/auth/oidc/callback` within ten minutes. Errors are shown as a page.',
    access: 'public',
    parameters: [
      ApiQuery({
        name: 'next',
        required: false,
        description: 'Path to redirect to after the login',
        schema: { type: 'string' },
      }),
      ApiQuery({
        name: 'prompt',
        required: false,
        description: 'Makes the issuer authenticate the visitor again, even if signed in there',
        schema: { type: 'string', enum: ['login'] },
      }),
    ],
    returns: ApiSeeOtherResponse({ description: 'Redirect to the issuer' }),
    errors: ['not_found', 'issuer_unusable'],
  })
  async beginOidcLogin(
    @Query('next') wanted: unknown,
    @Query('prompt') prompt: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const next = nextPath(wanted);
    try {
      const { to, cookie } = await this.logins.begin(request, { next, isAnew: prompt === 'login' });
      response.set({ 'Cache-Control': 'no-store', 'Set-Cookie': cookie }).redirect(303, to);
    } catch (error) {
      this.pages.showProblem(error, { next }, response);
    }
  }

  @Get(OIDC_CALLBACK_PATH)
  @Operation('Complete a login at the OIDC issuer', {
    description:
      'The redirect URI of the OIDC client. Starts a session like `POST /auth/session`. Errors are shown as a page.',
    access: 'public',
    parameters: [
      ApiQuery({
        name: 'state',
        required: false,
        description: 'State value that identifies the login attempt',
        schema: { type: 'string' },
      }),
      ApiQuery({ name: 'code', required: false, description: 'Authorization code', schema: { type: 'string' } }),
      ApiQuery({ name: 'iss', required: false, description: 'The issuer (RFC 9207)', schema: { type: 'string' } }),
      ApiQuery({
        name: 'error',
        required: false,
        description: 'OAuth error code, if the login failed',
        schema: { type: 'string' },
      }),
      ApiQuery({
        name: 'error_description',
        required: false,
        description: 'Explanation of the error',
        schema: { type: 'string' },
      }),
    ],
    returns: content('text/html', 'Redirects to the page requested before sign-in; the cookie is in Set-Cookie'),
    errors: ['sign_in_expired', 'sign_in_refused', 'issuer_unusable', 'too_many_sessions'],
  })
  async finishOidcLogin(@Req() request: Request, @Res() response: Response): Promise<void> {
    const query = new URLSearchParams(request.originalUrl.split('?', 2)[1]);
    const attempt = this.logins.findAttempt(request, query);
    try {
      if (!attempt) throw new ApiError(GatewayError.sign_in_expired);
      response.append('Set-Cookie', this.logins.forget(request));
      response.append('Set-Cookie', await this.logins.finish(request, query, attempt));
      response.set(FORM_PAGE_HEADERS).send(renderStepPage(attempt.next));
    } catch (error) {
      this.pages.showProblem(error, { next: attempt?.next ?? '/' }, response);
    }
  }
}
