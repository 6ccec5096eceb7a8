import { Body, Controller, Delete, Get, Header, Param, Patch, Post, Put, Req, Res } from '@nestjs/common';
import {
  ApiBody,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiTags,
} from '@nestjs/swagger';
import {
  Authenticated,
  Caller,
  type CallerIdentity,
  PERMISSIONS,
  permits,
  remoteAddressOf,
  RequirePermission,
  ROLE_NAMES,
  ROLES,
} from '@wardstone/auth';
import { Audit, type AuditNote, changeFacts, NoContent, noteForAudit } from '@wardstone/bootstrap';
import {
  AccountBody,
  AccountChangesBody,
  AccountsBody,
  NewAccountBody,
  PasswordChangeBody,
  RolesBody,
} from '@wardstone/dto/gateway';
import { ApiErrors, BODY_ERRORS, CommonError, GatewayError } from '@wardstone/errors';
import type { Request, Response } from 'express';
import { LastingCredentials } from '../credentials/lasting-credentials';
import { GatewayConfig } from '../gateway.config';
import { SessionService } from '../credentials/sessions/session.service';
import { AccountAdministrationService } from './account-administration.service';

type Row = Awaited<ReturnType<AccountAdministrationService['get']>>;

/** The one table of roles, which is the same in every installation. See rule platform-2. */
const ROLE_TABLE: RolesBody = {
  roles: ROLE_NAMES.map((name) => ({ name, description: ROLES[name].description })),
  permissions: PERMISSIONS.map(({ name, service, description }) => ({
    name,
    service,
    description,
    roles: ROLE_NAMES.filter((role) => permits(ROLES[role].permissions, name)),
  })),
};

const NAME = ApiParam({ name: 'username', description: 'Login name', schema: { type: 'string' } });

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
  @RequirePermission('MANAGE_SECURITY')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'List the accounts of the organisation', operationId: 'listAccounts' })
  @ApiOkResponse({ description: 'The accounts', type: AccountsBody })
  async list(@Caller() caller: CallerIdentity): Promise<AccountsBody> {
    return { accounts: (await this.accounts.list(caller)).map(toBody) };
  }

  @Post('accounts')
  @RequirePermission('MANAGE_SECURITY')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    summary: 'Create an account in your organisation',
    description:
      'A service account without a password logs in only with tokens (`POST /auth/tokens`). Requires Basic credentials, or a session whose password was entered less than ten minutes ago.',
    operationId: 'addAccount',
  })
  @ApiBody({ type: NewAccountBody, description: 'The account' })
  @ApiCreatedResponse({ description: 'The account', type: AccountBody })
  @ApiErrors(...BODY_ERRORS, GatewayError.reauthentication, GatewayError.account_exists)
  async add(
    @Caller() caller: CallerIdentity,
    @Body() wanted: NewAccountBody,
    @Req() request: Request,
  ): Promise<AccountBody> {
    const thing = { kind: 'account', id: wanted.username, name: wanted.username } as const;
    noteForAudit(request, { ...changeFacts(thing), account: wanted.username, roles: wanted.roles });
    await this.lasting.requirePassword(caller, request);
    return toBody(await this.accounts.add(caller, wanted));
  }

  @Get('accounts/:username')
  @RequirePermission('MANAGE_SECURITY')
  @Header('Cache-Control', 'no-store')
  @NAME
  @ApiOperation({ summary: 'Get an account of the organisation', operationId: 'getAccount' })
  @ApiOkResponse({ description: 'The account', type: AccountBody })
  @ApiErrors(CommonError.not_found)
  async get(@Caller() caller: CallerIdentity, @Param('username') username: string): Promise<AccountBody> {
    return toBody(await this.accounts.get(caller, username));
  }

  @Patch('accounts/:username')
  @RequirePermission('MANAGE_SECURITY')
  @Header('Cache-Control', 'no-store')
  @NAME
  @ApiOperation({
    summary: 'Change roles or password of an account, or disable it',
    description:
      'Lost permissions are refused everywhere within 5 seconds. A new password, disabling and enabling end the sessions and tokens of the account, and the tokens it created for service accounts and agents; these also end when it loses the permission to create them. New passwords and roles, and enabling, require Basic credentials, or a session whose password was entered less than ten minutes ago.',
    operationId: 'changeAccount',
  })
  @ApiBody({ type: AccountChangesBody, description: 'Fields to change' })
  @ApiOkResponse({ description: 'The account as it is now', type: AccountBody })
  @ApiErrors(...BODY_ERRORS, GatewayError.reauthentication, CommonError.not_found)
  async change(
    @Caller() caller: CallerIdentity,
    @Param('username') username: string,
    @Body() changes: AccountChangesBody,
    @Req() request: Request,
    @Audit() note: AuditNote,
  ): Promise<AccountBody> {
    const { password, ...shown } = changes;
    note({ account: username, ...shown, ...(password === undefined ? {} : { password: 'changed' }) });
    // Taking access away is never refused for want of a password.
    if (password !== undefined || changes.roles || changes.disabled === false) {
      await this.lasting.requirePassword(caller, request);
    }
    return toBody(await this.accounts.change(caller, username, changes, note));
  }

  @Delete('accounts/:username')
  @RequirePermission('MANAGE_SECURITY')
  @NoContent('Removed')
  @Header('Cache-Control', 'no-store')
  @NAME
  @ApiOperation({
    summary: 'Remove an account with its sessions and tokens',
    description: 'A later account with the same name does not inherit its records.',
    operationId: 'removeAccount',
  })
  @ApiErrors(CommonError.not_found)
  async remove(@Caller() caller: CallerIdentity, @Param('username') username: string): Promise<void> {
    await this.accounts.remove(caller, username);
  }

  @Put('password')
  @Authenticated()
  @ApiOperation({
    summary: 'Change your own password',
    description: 'Ends all sessions and tokens of the account. A browser gets a new session.',
    operationId: 'changePassword',
  })
  @ApiBody({ type: PasswordChangeBody, description: 'The password of now, and the next one' })
  @ApiNoContentResponse({ description: 'Changed' })
  @ApiErrors(...BODY_ERRORS, CommonError.insufficient_scope)
  async changePassword(
    @Caller() caller: CallerIdentity,
    @Body() change: PasswordChangeBody,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const address = remoteAddressOf(request, { trustProxy: this.config.TRUST_PROXY });
    const login = await this.accounts.changePassword(caller, change, address);
    response.set('Cache-Control', 'no-store');
    if (caller.method === 'session') {
      response.set('Set-Cookie', (await this.sessions.begin(request, { login })).cookie);
    }
    response.status(204).end();
  }

  @Get('roles')
  @Authenticated()
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'List roles and the permissions they hold', operationId: 'listRoles' })
  @ApiOkResponse({ description: 'The table', type: RolesBody })
  roles(): RolesBody {
    return ROLE_TABLE;
  }
}

function toBody(row: Row): AccountBody {
  return {
    username: row.username,
    type: row.type,
    organisation: row.org_id,
    roles: row.roles,
    hasPassword: row.password_hash !== null,
    createdAt: row.created_at.toISOString(),
    disabledAt: row.disabled_at?.toISOString() ?? null,
  };
}
