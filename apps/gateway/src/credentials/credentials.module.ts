import { Module } from '@nestjs/common';
import { AccountKeys, BrowserSessions, OpaqueTokens } from '@wardstone/auth';
import { AccountsModule } from '../accounts/accounts.module';
import { GatewayConfig } from '../gateway.config';
import { AgentKeyController } from './agents/agent-key.controller';
import { AgentKeyQueries } from './agents/agent-key.queries';
import { AgentKeyService } from './agents/agent-key.service';
import { TokenReviews } from './agents/cluster/token-reviews';
import { EnrolmentController } from './agents/enrolment.controller';
import { EnrolmentService } from './agents/enrolment.service';
import { JoinTokenController } from './agents/join-token.controller';
import { JoinTokenQueries } from './agents/join-token.queries';
import { JoinTokenService } from './agents/join-token.service';
import { Housekeeping } from './housekeeping';
import { HousekeepingQueries } from './housekeeping.queries';
import { LastingCredentials } from './lasting-credentials';
import { OidcClient } from './oidc/oidc-client';
import { OidcLoginController } from './oidc/oidc-login.controller';
import { OidcLoginService } from './oidc/oidc-login.service';
import { LoginController } from './sessions/login.controller';
import { LoginService } from './sessions/login.service';
import { SessionController } from './sessions/session.controller';
import { SessionQueries } from './sessions/session.queries';
import { SessionService } from './sessions/session.service';
import { AccessTokenController } from './tokens/access-token.controller';
import { AccessTokenQueries } from './tokens/access-token.queries';
import { AccessTokenService } from './tokens/access-token.service';

/** Browser sessions, access tokens of programs, keys of agents and join tokens. */
@Module({
  imports: [AccountsModule],
  controllers: [
    SessionController,
    LoginController,
    OidcLoginController,
    AccessTokenController,
    EnrolmentController,
    AgentKeyController,
    JoinTokenController,
  ],
  providers: [
    SessionQueries,
    SessionService,
    { provide: BrowserSessions, useExisting: SessionService },
    LoginService,
    { provide: OidcClient, inject: [GatewayConfig], useFactory: (config: GatewayConfig) => OidcClient.of(config) },
    OidcLoginService,
    AccessTokenQueries,
    AccessTokenService,
    { provide: OpaqueTokens, useExisting: AccessTokenService },
    AgentKeyQueries,
    AgentKeyService,
    { provide: AccountKeys, useExisting: AgentKeyService },
    EnrolmentService,
    JoinTokenQueries,
    JoinTokenService,
    TokenReviews,
    LastingCredentials,
    Housekeeping,
    HousekeepingQueries,
  ],
  exports: [AccountKeys, BrowserSessions, LastingCredentials, OpaqueTokens, SessionService],
})
export class CredentialsModule {}
