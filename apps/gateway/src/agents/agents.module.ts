import { Global, Module } from '@nestjs/common';
import { AccountKeys } from '@wardstone/auth';
import { AgentKeyController } from './agent-key.controller';
import { AgentKeyQueries } from './agent-key.queries';
import { AgentKeyService } from './agent-key.service';
import { TokenReviews } from './cluster/token-reviews';
import { EnrolmentController } from './enrolment.controller';
import { EnrolmentService } from './enrolment.service';
import { JoinTokenController } from './join-token.controller';
import { JoinTokenQueries } from './join-token.queries';
import { JoinTokenService } from './join-token.service';

/** Agents: how they become known, and what they log in with. */
@Global()
@Module({
  controllers: [EnrolmentController, AgentKeyController, JoinTokenController],
  providers: [
    AgentKeyQueries,
    AgentKeyService,
    { provide: AccountKeys, useExisting: AgentKeyService },
    EnrolmentService,
    JoinTokenQueries,
    JoinTokenService,
    TokenReviews,
  ],
  exports: [AccountKeys, JoinTokenService],
})
export class AgentsModule {}
