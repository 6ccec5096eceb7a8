import { Global, Module } from '@nestjs/common';
import { AccountKeys } from '@wardstone/auth';
import { AgentKeyController } from './agent-key.controller';
import { AgentKeyService } from './agent-key.service';
import { TokenReviews } from './cluster/token-reviews';
import { EnrolmentController } from './enrolment.controller';
import { EnrolmentService } from './enrolment.service';
import { JoinTokenController } from './join-token.controller';
import { JoinTokenService } from './join-token.service';

/** Agents: how they become known, and what they log in with. */
@Global()
@Module({
  controllers: [EnrolmentController, AgentKeyController, JoinTokenController],
  providers: [
    AgentKeyService,
    { provide: AccountKeys, useExisting: AgentKeyService },
    EnrolmentService,
    JoinTokenService,
    TokenReviews,
  ],
  exports: [AccountKeys, JoinTokenService],
})
export class AgentsModule {}
