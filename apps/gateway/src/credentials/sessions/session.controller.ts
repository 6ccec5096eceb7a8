import { Controller, Delete, Get, Header, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Authenticated, Public } from '@wardstone/auth';
import { BodyBytes, mediaTypeOf, NoContent, StreamedBody } from '@wardstone/bootstrap';
import { SessionBody } from '@wardstone/dto/gateway';
import { ApiError, ApiErrors, BODY_ERRORS, CommonError, GatewayError } from '@wardstone/errors';
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
  @Public()
  @StreamedBody()
  @ApiOperation({
    summary: 'Sign a browser in',
    description:
      'Sets a cookie that is valid for 30 minutes after its last use and for 12 hours at most. Ends a previous session of the browser. A form is redirected, or gets the login page. For programs, use a token.',
    operationId: 'beginSession',
  })
  @ApiBody({ schema: REQUEST_SCHEMA })
  @ApiCreatedResponse({ description: 'The session; the cookie is in Set-Cookie', type: SessionBody })
  @ApiErrors(
    ...BODY_ERRORS,
    CommonError.invalid_credentials,
    CommonError.too_many_attempts,
    GatewayError.too_many_sessions,
    CommonError.foreign_page,
  )
  async begin(@Req() request: Request, @Res() response: Response): Promise<void> {
    const form = await readFormBody(request, response, this.bytes);
    if (mediaTypeOf(request) === FORM) {
      await this.beginByForm(form, request, response);
      return;
    }
    const { cookie, session } = await this.logins.logIn(form, request);
    response.status(201).set({ 'Cache-Control': 'no-store', 'Set-Cookie': cookie }).json(toBody(session));
  }

  @Get()
  @Authenticated()
  @Header('Cache-Control', 'no-store')
  @Header('Vary', 'Cookie')
  @ApiOperation({ summary: 'Get the current session', operationId: 'getSession' })
  @ApiOkResponse({ description: 'The session of the cookie', type: SessionBody })
  @ApiErrors(CommonError.not_found)
  async get(@Req() request: Request): Promise<SessionBody> {
    return toBody(await this.sessionOf(request));
  }

  @Delete()
  @Authenticated()
  @NoContent('Signed out')
  @ApiOperation({
    summary: 'Sign the browser out',
    description: 'The cookie becomes invalid at once, at every replica within a second.',
    operationId: 'endSession',
  })
  @ApiErrors(CommonError.not_found, CommonError.foreign_page)
  async end(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.sessionOf(request);
    response
      .set({ 'Cache-Control': 'no-store', 'Set-Cookie': await this.sessions.end(request) })
      .status(204)
      .end();
  }

  /** @throws not_found when other credentials were sent, which count then */
  private async sessionOf(request: Request): Promise<LiveSession> {
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
