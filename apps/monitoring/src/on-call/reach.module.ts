import { Module } from '@nestjs/common';
import { ReachQueries } from './reach.queries';
import { ReachService } from './reach';

/** Provides `ReachService`: whether notifications reach a person. */
@Module({
  providers: [ReachService, ReachQueries],
  exports: [ReachService],
})
export class ReachModule {}
