import { Module } from '@nestjs/common';
import { AuthorizationModule } from '../authorization/authorization.module';
import { EventJobs } from './event-jobs.service';
import { EventStore } from './event-store';
import { EventController } from './event.controller';
import { EventQueries } from './event.queries';
import { EventService } from './event.service';

/** Events of resources, submitted by agents and evaluated by rules. */
@Module({
  imports: [AuthorizationModule],
  controllers: [EventController],
  providers: [EventService, EventStore, EventQueries, EventJobs],
  exports: [EventStore],
})
export class EventModule {}
