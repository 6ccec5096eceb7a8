import { Body, Controller, Delete, Get, Header, Param, Post, Query, Req } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Authenticated, Caller, type CallerIdentity } from '@wardstone/auth';
import { NoContent, noteForAudit } from '@wardstone/bootstrap';
import { MadeTokenBody, NewTokenBody, type TokenBody, TokensBody, TokensQuery } from '@wardstone/dto/gateway';
import { ApiErrors, BODY_ERRORS, CommonError, GatewayError } from '@wardstone/errors';
import type { Request } from 'express';
import { LastingCredentials } from '../lasting-credentials';
import { IdPipe } from '../../id.pipe';
import { AccessTokenService } from './access-token.service';

type Row = Awaited<ReturnType<AccessTokenService['list']>>['rows'][number];

/** Tokens of programs. See rule platform-2. */
@ApiTags('tokens')
@Authenticated()
@Controller('auth/tokens')
export class AccessTokenController {
  constructor(
    private readonly tokens: AccessTokenService,
    private readonly lasting: LastingCredentials,
  ) {}

  @Post()
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    summary: 'Create a token for a program',
    description:
      'The token is for `Authorization: Bearer` and is shown only once. Administrators also create tokens for service accounts. Requires Basic credentials, or a session whose password was entered less than ten minutes ago; a token cannot create tokens. An account has at most 100 valid tokens, an agent none.',
    operationId: 'makeToken',
  })
  @ApiBody({ type: NewTokenBody, description: 'The token' })
  @ApiCreatedResponse({ description: 'The token with its secret', type: MadeTokenBody })
  @ApiErrors(
    ...BODY_ERRORS,
    CommonError.insufficient_scope,
    GatewayError.reauthentication,
    CommonError.not_found,
    GatewayError.too_many_tokens,
  )
  async make(
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
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    summary: 'List your access tokens; administrators see those of the whole organisation',
    description:
      'Newest first. Includes tokens that expired or were revoked in the last 30 days, at most 100 per account.',
    operationId: 'listTokens',
  })
  @ApiOkResponse({ description: 'The tokens without their secrets', type: TokensBody })
  async list(@Caller() caller: CallerIdentity, @Query() query: TokensQuery): Promise<TokensBody> {
    const { rows, next } = await this.tokens.list(caller, query);
    return { tokens: rows.map(toBody), next };
  }

  @Delete(':id')
  @NoContent('Revoked')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    summary: 'Revoke a token',
    description: 'It is refused everywhere within 5 seconds.',
    operationId: 'revokeToken',
  })
  @ApiParam({ name: 'id', description: 'Id of the token', schema: { type: 'string', format: 'uuid' } })
  @ApiErrors(CommonError.not_found)
  async revoke(
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
