import { Module } from '@nestjs/common';
import { SystemsModule } from '../systems/systems.module';
import { PoliciesController, SystemPoliciesController } from './policies.controller';
import { PoliciesQueries } from './policies.queries';
import { PoliciesService } from './policies.service';
import { PolicyMovesController } from './policy-moves.controller';
import { PolicyMovesQueries } from './policy-moves.queries';
import { PolicyMovesService } from './policy-moves.service';
import { PolicyFreshnessController } from './policy-freshness.controller';
import { PolicyFreshnessService } from './policy-freshness.service';

@Module({
  imports: [SystemsModule],
  controllers: [PolicyMovesController, PoliciesController, PolicyFreshnessController, SystemPoliciesController],
  providers: [PoliciesService, PolicyFreshnessService, PoliciesQueries, PolicyMovesService, PolicyMovesQueries],
})
export class PoliciesModule {}
