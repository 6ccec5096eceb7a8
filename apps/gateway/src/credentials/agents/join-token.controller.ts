import { Body, Controller, Delete, Get, Param, Post, Req } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { noteForAudit, nothing, Operation } from '@wardstone/bootstrap';
import { CreatedJoinToken, JoinTokenBody, JoinTokenRecord } from '@wardstone/dto/gateway';
import { ApiError, BODY_ERRORS, CommonError } from '@wardstone/errors';
import type { Request } from 'express';
import { LastingCredentials } from '../lasting-credentials';
import { IdPipe } from '../../id.pipe';
import { JoinTokenService } from './join-token.service';

const UNKNOWN = 'There is no such join token.';

/** Join tokens of agents. See rule agents-10. */
@ApiTags('agents')
@Controller('auth/join-tokens')
export class JoinTokenController {
  constructor(
    private readonly tokens: JoinTokenService,
    private readonly lasting: LastingCredentials,
  ) {}

  @Post()
  @Operation('Create a join token', {
    description:
      'For one agent (`name`), or for `uses` agents with different names. The token is shown only once. Requires Basic credentials, or a session whose password was entered less than ten minutes ago. An organisation has at most 1,000 usable join tokens.',
    access: 'MANAGE_SECURITY',
    body: ApiBody({
      type: JoinTokenBody,
      description: 'Names, number of uses and lifetime of the token',
      examples: {
        'for many agents': {
          value: { namePattern: 'node-*', uses: 50, expiresIn: 86_400, group: 'Nodes', autoImport: true },
        },
        'for one agent': { value: { name: 'web-2' } },
      },
    }),
    returns: ApiCreatedResponse({ description: 'The token', type: CreatedJoinToken }),
    headers: { 'Cache-Control': 'no-store' },
    errors: [...BODY_ERRORS, 'reauthentication', 'too_many_join_tokens'],
  })
  async createJoinToken(
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
  @Operation('List the join tokens of the organisation', {
    description: 'Newest first, without their secrets, until a week after they expire.',
    access: 'MANAGE_SECURITY',
    returns: ApiOkResponse({ description: 'The tokens', type: [JoinTokenRecord] }),
    headers: { 'Cache-Control': 'no-store' },
  })
  listJoinTokens(@Caller() { orgId }: CallerIdentity): Promise<JoinTokenRecord[]> {
    return this.tokens.list(orgId);
  }

  @Delete(':id')
  @Operation('Revoke a join token', {
    description: 'Agents that enrolled with it are not affected.',
    access: 'MANAGE_SECURITY',
    path: { id: { description: 'Id of the token', schema: { type: 'string', format: 'uuid' } } },
    returns: nothing('Revoked; no body'),
    errors: ['not_found'],
  })
  async revokeJoinToken(
    @Param('id', new IdPipe(UNKNOWN)) id: string,
    @Caller() { orgId }: CallerIdentity,
  ): Promise<void> {
    if (await this.tokens.revoke(id, orgId)) return;
    throw new ApiError(CommonError.not_found, UNKNOWN);
  }
}
