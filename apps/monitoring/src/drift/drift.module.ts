import { Module } from '@nestjs/common';
import { AgentDriftController } from './agent-drift.controller';
import { AgentDrift } from './agent-drift.service';
import { DriftQueries } from './drift.queries';

/** Files that drift away from where they should be. */
@Module({ controllers: [AgentDriftController], providers: [AgentDrift, DriftQueries] })
export class DriftModule {}
