import { Module } from '@nestjs/common';
import { GuidesModule } from '../guides/guides.module';
import { AgentGuidesController, OfferedGuidesController } from './offered-guides.controller';
import { OfferedGuidesQueries } from './offered-guides.queries';
import { OfferedGuidesService } from './offered-guides.service';

/** Guides that agents find on their hosts (rule compliance-52). */
@Module({
  imports: [GuidesModule],
  controllers: [OfferedGuidesController, AgentGuidesController],
  providers: [OfferedGuidesQueries, OfferedGuidesService],
  exports: [OfferedGuidesService],
})
export class OfferedGuidesModule {}
