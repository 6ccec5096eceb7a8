import { Body, Controller, Delete, Get, Header, Param, Post, Req } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity, RequirePermission } from '@wardstone/auth';
import { NoContent, noteForAudit } from '@wardstone/bootstrap';
import { CreatedJoinToken, JoinTokenBody, JoinTokenRecord } from '@wardstone/dto/gateway';
import { ApiError, ApiErrors, BODY_ERRORS, CommonError, GatewayError } from '@wardstone/errors';
import type { Request } from 'express';
import { LastingCredentials } from '../lasting-credentials';
import { IdPipe } from '../../id.pipe';
import { JoinTokenService } from './join-token.service';

const UNKNOWN = 'There is no such join token.';

/** Invitations of agents. See rule agents-10. */
@ApiTags('agents')
@Controller('auth/join-tokens')
@RequirePermission('MANAGE_SECURITY')
export class JoinTokenController {
  constructor(
    private readonly tokens: JoinTokenService,
    private readonly lasting: LastingCredentials,
  ) {}

  @Post()
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    summary: 'Create a join token',
    description:
      'For one agent (`name`), or for `uses` agents with different names. The token is shown only once. Requires Basic credentials, or a session whose password was entered less than ten minutes ago. An organisation has at most 1,000 usable join tokens.',
    operationId: 'createJoinToken',
  })
  @ApiBody({
    type: JoinTokenBody,
    description: 'Names, number of uses and lifetime of the token',
    examples: {
      'for many agents': {
        value: { namePattern: 'node-*', uses: 50, expiresIn: 86_400, group: 'Nodes', autoImport: true },
      },
      'for one agent': { value: { name: 'web-2' } },
    },
  })
  @ApiCreatedResponse({ description: 'The token', type: CreatedJoinToken })
  @ApiErrors(...BODY_ERRORS, GatewayError.reauthentication, GatewayError.too_many_join_tokens)
  async create(
    @Body() body: JoinTokenBody,
    @Caller() caller: CallerIdentity,
    @Req() request: Request,
  ): Promise<CreatedJoinToken> {
    await this.lasting.requirePassword(caller, request);
    const created = await this.tokens.create(body, caller);
    noteForAudit(request, { joinToken: created.id });
    return created;
  }

  @Get()
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    summary: 'List the join tokens of the organisation',
    description: 'Newest first, without their secrets, until a week after they expire.',
    operationId: 'listJoinTokens',
  })
  @ApiOkResponse({ description: 'The tokens', type: [JoinTokenRecord] })
  list(@Caller() { orgId }: CallerIdentity): Promise<JoinTokenRecord[]> {
    return this.tokens.list(orgId);
  }

  @Delete(':id')
  @NoContent('Revoked; no body')
  @ApiOperation({
    summary: 'Revoke a join token',
    description: 'Agents that enrolled with it are not affected.',
    operationId: 'revokeJoinToken',
  })
  @ApiParam({ name: 'id', description: 'Id of the token', schema: { type: 'string', format: 'uuid' } })
  @ApiErrors(CommonError.not_found)
  async revoke(@Param('id', new IdPipe(UNKNOWN)) id: string, @Caller() { orgId }: CallerIdentity): Promise<void> {
    if (await this.tokens.revoke(id, orgId)) return;
    throw new ApiError(CommonError.not_found, UNKNOWN);
  }
}
