import { Module } from '@nestjs/common';
import { ReachQueries } from './reach.queries';
import { ReachService } from './reach';

/** Who can be reached. */
@Module({
  providers: [ReachService, ReachQueries],
  exports: [ReachService],
})
export class ReachModule {}
