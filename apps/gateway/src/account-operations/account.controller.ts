import { Body, Controller, Delete, Get, Param, Patch, Post, Put, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import {
  Caller,
  type CallerIdentity,
  PERMISSIONS,
  permits,
  getRemoteAddress,
  ROLE_NAMES,
  ROLES,
} from '@wardstone/auth';
import { Audit, type AuditNote, changeFacts, noteForAudit, nothing, Operation } from '@wardstone/bootstrap';
import {
  AccountBody,
  AccountChangesBody,
  AccountsBody,
  AccountsInUseQuery,
  NewAccountBody,
  OwnNameBody,
  PasswordChangeBody,
  PersonNames,
  RolesBody,
} from '@wardstone/dto/gateway';
import { ApiError, BODY_ERRORS, CommonError } from '@wardstone/errors';
import type { Request, Response } from 'express';
import { LastingCredentials } from '../credentials/lasting-credentials';
import { GatewayConfig } from '../gateway.config';
import { SessionService } from '../credentials/sessions/session.service';
import { AccountAdministrationService } from '../accounts/account-administration.service';

type Row = Awaited<ReturnType<AccountAdministrationService['get']>>;

/** The table of roles, which is the same in every installation. See rule platform-2. */
const ROLE_TABLE: RolesBody = {
  roles: ROLE_NAMES.map((name) => ({ name, description: ROLES[name].description })),
  permissions: PERMISSIONS.map(({ name, service, description }) => ({
    name,
    service,
    description,
    roles: ROLE_NAMES.filter((role) => permits(ROLES[role].permissions, name)),
  })),
};

/** Number of names on a page. */
const NAMES_PAGE = 500;

/** Local accounts of the caller's organisation. See rule platform-2. */
@ApiTags('accounts')
@Controller('auth')
export class AccountController {
  constructor(
    private readonly accounts: AccountAdministrationService,
    private readonly sessions: SessionService,
    private readonly config: GatewayConfig,
    private readonly lasting: LastingCredentials,
  ) {}

  @Get('accounts')
  @Operation('List the accounts of the organisation', {
    access: 'MANAGE_SECURITY',
    returns: ApiOkResponse({ description: 'The accounts', type: AccountsBody }),
    headers: { 'Cache-Control': 'no-store' },
  })
  async listAccounts(@Caller() caller: CallerIdentity): Promise<AccountsBody> {
    return { accounts: (await this.accounts.list(caller)).map(toBody) };
  }

  @Post('accounts')
  @Operation('Create an account in your organisation', {
    description:
      'A service account without a password logs in only with tokens (`POST /auth/tokens`). Requires Basic credentials, or a session whose password was entered less than ten minutes ago.',
    access: 'MANAGE_SECURITY',
    body: ApiBody({ type: NewAccountBody, description: 'The account' }),
    returns: ApiCreatedResponse({ description: 'The account', type: AccountBody }),
    headers: { 'Cache-Control': 'no-store' },
    errors: [...BODY_ERRORS, 'reauthentication', 'account_exists'],
  })
  async addAccount(
    @Caller() caller: CallerIdentity,
    @Body() wanted: NewAccountBody,
    @Req() request: Request,
  ): Promise<AccountBody> {
    const thing = { kind: 'account', id: wanted.username, name: wanted.username } as const;
    noteForAudit(request, {
      ...changeFacts(thing, {}, { name: wanted.name }),
      account: wanted.username,
      roles: wanted.roles,
    });
    await this.lasting.requirePassword(caller, request);
    return toBody(await this.accounts.add(caller, wanted));
  }

  @Get('accounts/:username')
  @Operation('Get an account of the organisation', {
    access: 'MANAGE_SECURITY',
    path: { username: 'Login name' },
    returns: ApiOkResponse({ description: 'The account', type: AccountBody }),
    headers: { 'Cache-Control': 'no-store' },
    errors: ['not_found'],
  })
  async getAccount(@Caller() caller: CallerIdentity, @Param('username') username: string): Promise<AccountBody> {
    return toBody(await this.accounts.get(caller, username));
  }

  @Patch('accounts/:username')
  @Operation('Change name, roles or password of an account, or disable it', {
    description:
      'Lost permissions are refused everywhere within 5 seconds. A new password, disabling and enabling end the sessions and tokens of the account, and the tokens it created for service accounts and agents; these also end when it loses the permission to create them. New passwords and roles, and enabling, require Basic credentials, or a session whose password was entered less than ten minutes ago.',
    access: 'MANAGE_SECURITY',
    path: { username: 'Login name' },
    body: ApiBody({ type: AccountChangesBody, description: 'Fields to change' }),
    returns: ApiOkResponse({ description: 'The account as it is now', type: AccountBody }),
    headers: { 'Cache-Control': 'no-store' },
    errors: [...BODY_ERRORS, 'reauthentication', 'not_found'],
  })
  async changeAccount(
    @Caller() caller: CallerIdentity,
    @Param('username') username: string,
    @Body() changes: AccountChangesBody,
    @Req() request: Request,
    @Audit() note: AuditNote,
  ): Promise<AccountBody> {
    const { password, ...shown } = changes;
    note({ account: username, ...shown, ...(password === undefined ? {} : { password: 'changed' }) });
    // The password is optional if access is only removed.
    if (password !== undefined || changes.roles || changes.disabled === false) {
      await this.lasting.requirePassword(caller, request);
    }
    return toBody(await this.accounts.change(caller, username, changes, note));
  }

  @Delete('accounts/:username')
  @Operation('Remove an account with its sessions and tokens', {
    description: 'A later account with the same name does not inherit its records.',
    access: 'MANAGE_SECURITY',
    path: { username: 'Login name' },
    returns: nothing('Removed'),
    headers: { 'Cache-Control': 'no-store' },
    errors: ['not_found'],
  })
  async removeAccount(@Caller() caller: CallerIdentity, @Param('username') username: string): Promise<void> {
    await this.accounts.remove(caller, username);
  }

  @Get('names')
  @Operation('List names of people', {
    description:
      'For pages that show names instead of logins. Accounts without a name are left out. A page has 500 names.',
    access: 'VIEW_RESOURCE',
    returns: ApiOkResponse({ description: 'A page of the names', type: PersonNames }),
    headers: { 'Cache-Control': 'no-store' },
  })
  async listNames(@Query() { after = '' }: AccountsInUseQuery, @Caller() caller: CallerIdentity): Promise<PersonNames> {
    const found = await this.accounts.listNamed(caller, after, NAMES_PAGE + 1);
    const names = found.slice(0, NAMES_PAGE).map(({ username, name }) => ({ username, name: name! }));
    return { names, more: found.length > NAMES_PAGE };
  }

  @Put('name')
  @Operation('Change your own name', {
    description: 'The name that others read beside your login; null removes it. Tokens cannot change it.',
    access: 'authenticated',
    body: ApiBody({ type: OwnNameBody, description: 'The name' }),
    returns: ApiOkResponse({ description: 'The account as it is now', type: AccountBody }),
    headers: { 'Cache-Control': 'no-store' },
    errors: [...BODY_ERRORS, 'insufficient_scope'],
  })
  async changeName(
    @Caller() caller: CallerIdentity,
    @Body() { name }: OwnNameBody,
    @Audit() note: AuditNote,
  ): Promise<AccountBody> {
    if (caller.method === 'bearer' || caller.method === 'opaque-token') {
      throw new ApiError(CommonError.insufficient_scope, 'A token cannot change the name: log in with the password.');
    }
    return toBody(await this.accounts.changeName(caller, name, note));
  }

  @Put('password')
  @Operation('Change your own password', {
    description: 'Ends all sessions and tokens of the account. A browser gets a new session.',
    access: 'authenticated',
    body: ApiBody({ type: PasswordChangeBody, description: 'Current and new password' }),
    returns: ApiNoContentResponse({ description: 'Changed' }),
    errors: [...BODY_ERRORS, 'insufficient_scope'],
  })
  async changePassword(
    @Caller() caller: CallerIdentity,
    @Body() change: PasswordChangeBody,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const address = getRemoteAddress(request, { trustProxy: this.config.TRUST_PROXY });
    const login = await this.accounts.changePassword(caller, change, address);
    response.set('Cache-Control', 'no-store');
    if (caller.method === 'session') {
      response.set('Set-Cookie', (await this.sessions.begin(request, { login })).cookie);
    }
    response.status(204).end();
  }

  @Get('roles')
  @Operation('List roles and the permissions they hold', {
    access: 'authenticated',
    returns: ApiOkResponse({ description: 'The table', type: RolesBody }),
    headers: { 'Cache-Control': 'no-store' },
  })
  listRoles(): RolesBody {
    return ROLE_TABLE;
  }
}

function toBody(row: Row): AccountBody {
  return {
    username: row.username,
    name: row.name,
    type: row.type,
    organisation: row.org_id,
    roles: row.roles,
    hasPassword: row.password_hash !== null,
    createdAt: row.created_at.toISOString(),
    disabledAt: row.disabled_at?.toISOString() ?? null,
  };
}
