import { Module } from '@nestjs/common';
import { SecurityGuidesModule } from '../security-guides/security-guides.module';
import { RuleTreesController } from './rule-trees.controller';
import { RuleTreesQueries } from './rule-trees.queries';
import { RuleTreesService } from './rule-trees.service';

@Module({
  imports: [SecurityGuidesModule],
  controllers: [RuleTreesController],
  providers: [RuleTreesService, RuleTreesQueries],
  exports: [RuleTreesService],
})
export class RuleTreesModule {}
