import { Global, Module } from '@nestjs/common';
import { AgentKeyQueries } from './agents/agent-key.queries';
import { JoinTokenQueries } from './agents/join-token.queries';
import { AccessTokenQueries } from './tokens/access-token.queries';
import { CredentialEndings } from './credential-endings';
import { LastingCredentials } from './lasting-credentials';

/** What credentials may make, and what ends with them. */
@Global()
@Module({
  providers: [AccessTokenQueries, AgentKeyQueries, JoinTokenQueries, CredentialEndings, LastingCredentials],
  exports: [AccessTokenQueries, AgentKeyQueries, JoinTokenQueries, CredentialEndings, LastingCredentials],
})
export class CredentialsModule {}
