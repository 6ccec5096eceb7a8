import { Module } from '@nestjs/common';
import { SecurityGuidesModule } from '../security-guides/security-guides.module';
import { RuleGroupsController } from './rule-groups.controller';
import { RuleGroupsQueries } from './rule-groups.queries';
import { RuleGroupsService } from './rule-groups.service';

@Module({
  imports: [SecurityGuidesModule],
  controllers: [RuleGroupsController],
  providers: [RuleGroupsService, RuleGroupsQueries],
})
export class RuleGroupsModule {}
