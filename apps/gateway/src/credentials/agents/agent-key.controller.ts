import { Body, Controller, Delete, Get, Param, Post, Req } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity, OAuthError, type PublicKey } from '@wardstone/auth';
import { noteForAudit, nothing, Operation } from '@wardstone/bootstrap';
import { AgentKeyRecord, EnrolledAgent, KeyReplacementBody } from '@wardstone/dto/gateway';
import { ApiError, BODY_ERRORS, CommonError } from '@wardstone/errors';
import type { Request } from 'express';
import { AgentKeyService } from './agent-key.service';

const NAME = { description: 'Name of the agent', example: 'web-2' };
const KID = { description: 'Thumbprint of the key (RFC 7638)' };

/** Keys of an agent. See rule agents-10. */
@ApiTags('agents')
@Controller('auth/agents/:name/keys')
export class AgentKeyController {
  constructor(private readonly keys: AgentKeyService) {}

  @Post()
  @Operation('Replace the key of an agent', {
    description: 'Called by the agent. The key that signed the assertion is revoked.',
    access: 'public',
    path: { name: NAME },
    body: ApiBody({ type: KeyReplacementBody, description: 'The new key' }),
    returns: ApiCreatedResponse({ description: 'The agent', type: EnrolledAgent }),
    headers: { 'Cache-Control': 'no-store' },
    errors: [...BODY_ERRORS, 'invalid_grant'],
  })
  async replaceAgentKey(
    @Param('name') name: string,
    @Body() body: KeyReplacementBody,
    @Req() request: Request,
  ): Promise<EnrolledAgent> {
    noteForAudit(request, { agent: name });
    const { kid } = await this.replaceBy(name, body);
    noteForAudit(request, { kid });
    return { name, kid };
  }

  @Get()
  @Operation('List the keys of an agent', {
    description: 'Newest first.',
    access: 'MANAGE_SECURITY',
    path: { name: NAME },
    returns: ApiOkResponse({ description: 'The keys', type: [AgentKeyRecord] }),
    headers: { 'Cache-Control': 'no-store' },
    errors: ['not_found'],
  })
  listAgentKeys(@Param('name') name: string, @Caller() { orgId }: CallerIdentity): Promise<AgentKeyRecord[]> {
    return this.keys.list(name, orgId);
  }

  @Delete()
  @Operation('Revoke all keys of an agent', {
    description: 'The agent is refused within seconds, and needs another join token.',
    access: 'MANAGE_SECURITY',
    path: { name: NAME },
    returns: nothing('Revoked; no body'),
    errors: ['not_found'],
  })
  async revokeAgentKeys(
    @Param('name') name: string,
    @Caller() { orgId }: CallerIdentity,
    @Req() request: Request,
  ): Promise<void> {
    noteForAudit(request, { agent: name, revoked: await this.keys.revoke(name, orgId) });
  }

  @Delete(':kid')
  @Operation('Revoke a key of an agent', {
    description: 'The key and its access tokens are refused within seconds.',
    access: 'MANAGE_SECURITY',
    path: { name: NAME, kid: KID },
    returns: nothing('Revoked; no body'),
    errors: ['not_found'],
  })
  async revokeAgentKey(
    @Param('name') name: string,
    @Param('kid') kid: string,
    @Caller() { orgId }: CallerIdentity,
    @Req() request: Request,
  ): Promise<void> {
    noteForAudit(request, { agent: name, revoked: await this.keys.revoke(name, orgId, kid) });
  }

  private async replaceBy(name: string, body: KeyReplacementBody): Promise<PublicKey> {
    try {
      return await this.keys.replace(name, body.assertion, body);
    } catch (error) {
      // Only the token service returns OAuth errors.
      throw error instanceof OAuthError ? new ApiError(CommonError.invalid_grant, error.detail) : error;
    }
  }
}
