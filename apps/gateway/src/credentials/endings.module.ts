import { Module } from '@nestjs/common';
import { AgentKeyQueries } from './agents/agent-key.queries';
import { JoinTokenQueries } from './agents/join-token.queries';
import { CredentialEndings } from './credential-endings';
import { AccessTokenQueries } from './tokens/access-token.queries';

/** What ends with an account. Apart from CredentialsModule, which needs the accounts. */
@Module({
  providers: [AccessTokenQueries, AgentKeyQueries, JoinTokenQueries, CredentialEndings],
  exports: [CredentialEndings],
})
export class EndingsModule {}
