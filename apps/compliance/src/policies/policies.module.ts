import { Module } from '@nestjs/common';
import { SystemsModule } from '../systems/systems.module';
import { PoliciesController } from './policies.controller';
import { PoliciesQueries } from './policies.queries';
import { PoliciesService } from './policies.service';
import { SystemPoliciesController } from './system-policies.controller';

@Module({
  imports: [SystemsModule],
  controllers: [PoliciesController, SystemPoliciesController],
  providers: [PoliciesService, PoliciesQueries],
})
export class PoliciesModule {}
