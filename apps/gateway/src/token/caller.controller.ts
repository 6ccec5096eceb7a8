import { Controller, Get, Header, Inject, Query, Req } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiOperation, ApiTags, getSchemaPath } from '@nestjs/swagger';
import {
  type Account,
  Accounts,
  Authenticated,
  Caller,
  type CallerClaims,
  type CallerIdentity,
  callerOf,
  RequirePermission,
  toCallerClaims,
} from '@wardstone/auth';
import {
  type AccountInUse,
  AccountsInUse,
  AccountsInUseQuery,
  CallerSession,
  StandingQuery,
} from '@wardstone/dto/gateway';
import { ApiError, ApiErrors, CommonError } from '@wardstone/errors';
import type { Request } from 'express';
import { AccountStore } from '../accounts/account.service';
import { SessionService } from '../credentials/sessions/session.service';
import { ROUTES } from '../routes';
import { type Upstream, UPSTREAMS } from '../upstreams';

/** Accounts of one page. */
const PAGE = 500;

const RESPONSE_SCHEMA = {
  type: 'object',
  required: ['identity', 'permissions', 'roles'],
  properties: {
    identity: {
      type: 'object',
      required: ['org_id', 'type', 'subject', 'user'],
      properties: {
        org_id: { type: 'string', description: 'Organisation', example: 'default' },
        type: { type: 'string', enum: ['User', 'ServiceAccount', 'System'], description: 'Kind of caller' },
        subject: { type: 'string', description: 'Stable identity; unlike the name it is never used again' },
        user: {
          type: 'object',
          required: ['username'],
          properties: {
            username: { type: 'string', description: 'Name of the account', example: 'admin' },
            email: { type: 'string', description: 'E-mail address, as the OIDC issuer states it' },
            first_name: { type: 'string', description: 'First name, as the OIDC issuer states it' },
            last_name: { type: 'string', description: 'Last name, as the OIDC issuer states it' },
          },
        },
      },
    },
    permissions: { type: 'array', items: { type: 'string' }, description: 'Granted permissions' },
    roles: { type: 'array', items: { type: 'string' }, description: 'Roles' },
  },
};

const CALLER_SCHEMA = {
  ...RESPONSE_SCHEMA,
  required: [...RESPONSE_SCHEMA.required, 'services'],
  properties: {
    ...RESPONSE_SCHEMA.properties,
    session: { $ref: getSchemaPath(CallerSession), description: 'Session of a browser that is signed in' },
    services: {
      type: 'array',
      items: { type: 'string', enum: [...new Set(ROUTES.map(({ service }) => service))] },
      description: 'Services of this installation',
    },
  },
};

/** Caller of credentials; services use it to check tokens. See rule platform-2. */
@ApiTags('login')
@Controller('auth')
@ApiExtraModels(CallerSession)
export class CallerController {
  constructor(
    private readonly sessions: SessionService,
    private readonly accounts: Accounts,
    @Inject(UPSTREAMS) private readonly upstreams: readonly Upstream[],
    private readonly store: AccountStore,
  ) {}

  @Get('caller')
  @Authenticated({ evenMeters: true })
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    summary: 'Get caller and permissions of the credentials',
    description: 'For programs that check a token: 401 when it is no longer accepted.',
    operationId: 'caller',
  })
  @ApiOkResponse({ description: 'The caller', content: { 'application/json': { schema: CALLER_SCHEMA } } })
  async caller(
    @Caller() caller: CallerIdentity,
    @Req() request: Request,
  ): Promise<CallerClaims & { session?: CallerSession; services: string[] }> {
    const session = caller.method === 'session' ? await this.sessions.look(request) : undefined;
    const claims = { ...toCallerClaims(caller), services: this.upstreams.map(({ service }) => service) };
    if (!session) return claims;
    const { method, sinceMs } = session;
    return { ...claims, session: { method, createdAt: new Date(sinceMs).toISOString() } };
  }

  @Get('standing')
  @RequirePermission('accounts:standing')
  @Header('Cache-Control', 'no-store')
  @ApiErrors(CommonError.not_found)
  @ApiOperation({
    summary: 'Get the current permissions of an account',
    description: 'For services that act on behalf of absent users. 404 if the account was removed or disabled.',
    operationId: 'standing',
  })
  @ApiOkResponse({ description: 'The account', content: { 'application/json': { schema: RESPONSE_SCHEMA } } })
  async standing(@Query() { username, subject }: StandingQuery): Promise<CallerClaims> {
    const account = await this.accounts.lookUpNow(username);
    if (account?.subject === subject) return toCallerClaims(callerOf(account));
    throw new ApiError(CommonError.not_found, 'No account that is in use has this name and subject.');
  }

  @Get('accounts-in-use')
  @RequirePermission('accounts:standing')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    summary: 'List active accounts',
    description:
      'For services that list people before their first login: people and service accounts of the organisation, without agents and disabled accounts.',
    operationId: 'accountsInUse',
  })
  @ApiOkResponse({ description: 'A page of the accounts', type: AccountsInUse })
  async inUse(
    @Query() { after = '' }: AccountsInUseQuery,
    @Caller() { orgId }: CallerIdentity,
  ): Promise<AccountsInUse> {
    const found = await this.store.listInUse(orgId, after, PAGE + 1);
    const shown = ({ username, subject, type, roles, createdAt }: Account): AccountInUse => ({
      username,
      subject,
      type,
      roles,
      createdAt,
    });
    return { accounts: found.slice(0, PAGE).map(shown), more: found.length > PAGE };
  }
}
