import { Controller, Get, Post, Query, Req, Res } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import { type AuthenticatedRequest } from '@wardstone/auth';
import { content, Operation } from '@wardstone/bootstrap';
import type { Request, Response } from 'express';
import { FORM_PAGE_HEADERS, renderStepPage } from './login-page';
import { LoginService } from './login.service';
import { nextPath } from './next-path';
import { SessionService } from './session.service';

/** Login and logout of browsers. */
@ApiTags('login')
@Controller()
export class LoginController {
  constructor(
    private readonly sessions: SessionService,
    private readonly logins: LoginService,
  ) {}

  @Get('login')
  @Operation('Show the HTML page to sign in', {
    access: 'public',
    parameters: ApiQuery({
      name: 'next',
      required: false,
      description: 'Path to redirect to after the login',
      schema: { type: 'string' },
    }),
    returns: content('text/html', 'The page'),
  })
  async loginPage(@Query('next') wanted: unknown, @Req() request: Request, @Res() response: Response): Promise<void> {
    const next = nextPath(wanted);
    response.set(FORM_PAGE_HEADERS);
    if (await this.sessions.look(request)) {
      response.redirect(303, next);
      return;
    }
    const isFromElsewhere = ['cross-site', 'same-site'].includes(String(request.headers['sec-fetch-site']));
    response.send(
      isFromElsewhere ? renderStepPage(`/login?next=${encodeURIComponent(next)}`) : this.logins.renderPage({ next }),
    );
  }

  @Post('logout')
  @Operation('', { access: 'public', hidden: true })
  async signOut(@Req() request: Request, @Res() response: Response): Promise<void> {
    const caller = await this.sessions.find(request);
    if (caller) (request as AuthenticatedRequest).caller = caller;
    response
      .set({ 'Cache-Control': 'no-store', 'Set-Cookie': await this.sessions.end(request) })
      .redirect(303, '/login');
  }
}
