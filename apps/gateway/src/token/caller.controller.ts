import { Controller, Get, Inject, Query, Req } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import {
  type Account,
  Accounts,
  Caller,
  type CallerClaims,
  type CallerIdentity,
  toCaller,
  toCallerClaims,
} from '@wardstone/auth';
import { content, Operation } from '@wardstone/bootstrap';
import {
  type AccountInUse,
  AccountsInUse,
  AccountsInUseQuery,
  CallerSession,
  StandingQuery,
} from '@wardstone/dto/gateway';
import { ApiError, CommonError } from '@wardstone/errors';
import type { Request } from 'express';
import { AccountStore } from '../accounts/account.service';
import { SessionService } from '../credentials/sessions/session.service';
import { ROUTES } from '../routes';
import { type Upstream, UPSTREAMS } from '../upstreams';

/** Number of accounts on a page. */
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
        subject: { type: 'string', description: 'Stable identity; unlike the name, never reused' },
        user: {
          type: 'object',
          required: ['username'],
          properties: {
            username: { type: 'string', description: 'Name of the account', example: 'admin' },
            email: { type: 'string', description: 'E-mail address, as the OIDC issuer states it' },
            first_name: {
              type: 'string',
              description: 'First name, as the OIDC issuer states it; name of a local account',
            },
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

/** Resolves credentials to their caller; services use it to check tokens. See rule platform-2. */
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
  @Operation('Get caller and permissions of the credentials', {
    description: 'For programs that check a token: 401 when it is no longer accepted.',
    access: { meters: true },
    returns: content('application/json', 'The caller', CALLER_SCHEMA),
    headers: { 'Cache-Control': 'no-store' },
  })
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
  @Operation('Get the current permissions of an account', {
    description: 'For services that act on behalf of absent users. 404 if the account was removed or disabled.',
    access: 'accounts:standing',
    returns: content('application/json', 'The account', RESPONSE_SCHEMA),
    headers: { 'Cache-Control': 'no-store' },
    errors: ['not_found'],
  })
  async standing(@Query() { username, subject }: StandingQuery): Promise<CallerClaims> {
    const account = await this.accounts.lookUpNow(username);
    if (account?.subject === subject) return toCallerClaims(toCaller(account));
    throw new ApiError(CommonError.not_found, 'No account that is in use has this name and subject.');
  }

  @Get('accounts-in-use')
  @Operation('List active accounts', {
    description:
      'For services that list people before their first login: people and service accounts of the organisation, without agents and disabled accounts.',
    access: 'accounts:standing',
    returns: ApiOkResponse({ description: 'A page of the accounts', type: AccountsInUse }),
    headers: { 'Cache-Control': 'no-store' },
  })
  async accountsInUse(
    @Query() { after = '' }: AccountsInUseQuery,
    @Caller() { orgId }: CallerIdentity,
  ): Promise<AccountsInUse> {
    const found = await this.store.listInUse(orgId, after, PAGE + 1);
    const shown = ({ username, subject, type, name, roles, createdAt }: Account): AccountInUse => ({
      username,
      subject,
      type,
      ...(name === undefined ? {} : { name }),
      roles,
      createdAt,
    });
    return { accounts: found.slice(0, PAGE).map(shown), more: found.length > PAGE };
  }
}
