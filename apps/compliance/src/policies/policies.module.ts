import { Module } from '@nestjs/common';
import { SystemsModule } from '../systems/systems.module';
import { PoliciesController, SystemPoliciesController } from './policies.controller';
import { PoliciesQueries } from './policies.queries';
import { PoliciesService } from './policies.service';
import { PolicyFreshnessController } from './policy-freshness.controller';
import { PolicyFreshnessService } from './policy-freshness.service';

@Module({
  imports: [SystemsModule],
  controllers: [PoliciesController, PolicyFreshnessController, SystemPoliciesController],
  providers: [PoliciesService, PolicyFreshnessService, PoliciesQueries],
})
export class PoliciesModule {}
