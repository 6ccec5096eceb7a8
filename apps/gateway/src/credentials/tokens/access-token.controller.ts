import { Body, Controller, Delete, Get, Param, Post, Query, Req } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { noteForAudit, nothing, Operation } from '@wardstone/bootstrap';
import { MadeTokenBody, NewTokenBody, type TokenBody, TokensBody, TokensQuery } from '@wardstone/dto/gateway';
import { BODY_ERRORS } from '@wardstone/errors';
import type { Request } from 'express';
import { LastingCredentials } from '../lasting-credentials';
import { IdPipe } from '../../id.pipe';
import { AccessTokenService } from './access-token.service';

type Row = Awaited<ReturnType<AccessTokenService['list']>>['rows'][number];

/** Tokens of programs. See rule platform-2. */
@ApiTags('tokens')
@Controller('auth/tokens')
export class AccessTokenController {
  constructor(
    private readonly tokens: AccessTokenService,
    private readonly lasting: LastingCredentials,
  ) {}

  @Post()
  @Operation('Create a token for a program', {
    description:
      'The token is for `Authorization: Bearer` and is shown only once. Administrators can also create tokens for service accounts. Requires Basic credentials, or a session whose password was entered less than ten minutes ago; a token cannot create tokens. An account can have 100 valid tokens; agents cannot have any.',
    access: 'authenticated',
    body: ApiBody({ type: NewTokenBody, description: 'The token' }),
    returns: ApiCreatedResponse({ description: 'The token with its secret', type: MadeTokenBody }),
    headers: { 'Cache-Control': 'no-store' },
    errors: [...BODY_ERRORS, 'insufficient_scope', 'reauthentication', 'not_found', 'too_many_tokens'],
  })
  async makeToken(
    @Caller() caller: CallerIdentity,
    @Body() wanted: NewTokenBody,
    @Req() request: Request,
  ): Promise<MadeTokenBody> {
    await this.lasting.requirePassword(caller, request);
    const { token, row } = await this.tokens.make(caller, wanted);
    noteForAudit(request, { token: row.id, account: row.username });
    return { ...toBody(row), token };
  }

  @Get()
  @Operation('List your access tokens; administrators see those of the whole organisation', {
    description:
      'Newest first. Includes tokens that expired or were revoked in the last 30 days, at most 100 per account.',
    access: 'authenticated',
    returns: ApiOkResponse({ description: 'The tokens without their secrets', type: TokensBody }),
    headers: { 'Cache-Control': 'no-store' },
  })
  async listTokens(@Caller() caller: CallerIdentity, @Query() query: TokensQuery): Promise<TokensBody> {
    const { rows, next } = await this.tokens.list(caller, query);
    return { tokens: rows.map(toBody), next };
  }

  @Delete(':id')
  @Operation('Revoke a token', {
    description: 'It is refused everywhere within 5 seconds.',
    access: 'authenticated',
    path: { id: { description: 'Id of the token', schema: { type: 'string', format: 'uuid' } } },
    returns: nothing('Revoked'),
    headers: { 'Cache-Control': 'no-store' },
    errors: ['not_found'],
  })
  async revokeToken(
    @Caller() caller: CallerIdentity,
    @Param('id', new IdPipe('There is no such token.')) id: string,
  ): Promise<void> {
    await this.tokens.revoke(caller, id);
  }
}

function toBody(row: Row): TokenBody {
  const text = (time: Date | null): string | null => time?.toISOString() ?? null;
  return {
    id: row.id,
    name: row.name,
    account: row.username,
    hint: row.hint,
    roles: row.roles,
    createdAt: row.created_at.toISOString(),
    expiresAt: text(row.expires_at),
    lastUsedAt: text(row.last_used_at),
    revokedAt: text(row.revoked_at),
  };
}
