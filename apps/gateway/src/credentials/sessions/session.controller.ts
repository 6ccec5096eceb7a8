import { Controller, Delete, Get, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { BodyBytes, readMediaType, nothing, Operation } from '@wardstone/bootstrap';
import { SessionBody } from '@wardstone/dto/gateway';
import { ApiError, BODY_ERRORS, CommonError } from '@wardstone/errors';
import type { Request, Response } from 'express';
import { FORM, readFormBody } from '../../form-body';
import { LoginService } from './login.service';
import { nextPath } from './next-path';
import { type LiveSession, SessionService } from './session.service';

const REQUEST_SCHEMA = {
  type: 'object',
  required: ['username', 'password'],
  properties: {
    username: { type: 'string', description: 'Account name' },
    password: { type: 'string', format: 'password', description: 'Its password' },
    next: {
      type: 'string',
      description: 'Path to redirect to after a form was sent; `/` for addresses outside of this product',
    },
  },
  example: { username: 'admin', password: 'the password of the account' },
};

/** Sessions of browsers. See rule platform-2. */
@ApiTags('login')
@Controller('auth/session')
export class SessionController {
  constructor(
    private readonly sessions: SessionService,
    private readonly logins: LoginService,
    private readonly bytes: BodyBytes,
  ) {}

  @Post()
  @Operation('Sign a browser in', {
    description:
      'Sets a cookie that is valid for 30 minutes after its last use and for 12 hours at most. Ends a previous session of the browser. After a form is sent, the browser is redirected, or shown the login page again if the login failed. Programs should use tokens instead.',
    access: 'public',
    body: ['streamed', ApiBody({ schema: REQUEST_SCHEMA })],
    returns: ApiCreatedResponse({ description: 'The session; the cookie is in Set-Cookie', type: SessionBody }),
    errors: [...BODY_ERRORS, 'invalid_credentials', 'too_many_attempts', 'too_many_sessions', 'foreign_page'],
  })
  async beginSession(@Req() request: Request, @Res() response: Response): Promise<void> {
    const form = await readFormBody(request, response, this.bytes);
    if (readMediaType(request) === FORM) {
      await this.beginByForm(form, request, response);
      return;
    }
    const { cookie, session } = await this.logins.logIn(form, request);
    response.status(201).set({ 'Cache-Control': 'no-store', 'Set-Cookie': cookie }).json(toBody(session));
  }

  @Get()
  @Operation('Get the current session', {
    access: 'authenticated',
    returns: ApiOkResponse({ description: 'The session of the cookie', type: SessionBody }),
    headers: { 'Cache-Control': 'no-store', Vary: 'Cookie' },
    errors: ['not_found'],
  })
  async getSession(@Req() request: Request): Promise<SessionBody> {
    return toBody(await this.requireSession(request));
  }

  @Delete()
  @Operation('Sign the browser out', {
    description: 'The cookie becomes invalid at once, at every replica within a second.',
    access: 'authenticated',
    returns: nothing('Signed out'),
    errors: ['not_found', 'foreign_page'],
  })
  async endSession(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.requireSession(request);
    response
      .set({ 'Cache-Control': 'no-store', 'Set-Cookie': await this.sessions.end(request) })
      .status(204)
      .end();
  }

  /** @throws not_found when other credentials were sent, which count then */
  private async requireSession(request: Request): Promise<LiveSession> {
    const session = request.headers.authorization === undefined ? await this.sessions.look(request) : undefined;
    if (session) return session;
    throw new ApiError(CommonError.not_found, 'There is no session: the credentials of the request are no cookie.');
  }

  private async beginByForm(form: URLSearchParams, request: Request, response: Response): Promise<void> {
    const next = nextPath(form.get('next'));
    try {
      const { cookie } = await this.logins.logIn(form, request);
      response.set({ 'Cache-Control': 'no-store', 'Set-Cookie': cookie }).redirect(303, next);
    } catch (error) {
      this.logins.showProblem(error, { next, username: form.get('username') ?? '' }, response);
    }
  }
}

function toBody({ caller, method, sinceMs, idleEndMs, endMs }: LiveSession): SessionBody {
  return {
    username: caller.username,
    organisation: caller.orgId,
    roles: caller.roles,
    permissions: caller.permissions,
    method,
    createdAt: new Date(sinceMs).toISOString(),
    idleUntil: new Date(idleEndMs).toISOString(),
    endsAt: new Date(endMs).toISOString(),
  };
}
