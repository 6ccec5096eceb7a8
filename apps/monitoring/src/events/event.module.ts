import { Module } from '@nestjs/common';
import { AuthorizationModule } from '../authorization/authorization.module';
import { EventStore } from './event-store';
import { EventController } from './event.controller';
import { EventQueries } from './event.queries';
import { EventService } from './event.service';

/** Events of resources, submitted by agents and evaluated by rules. */
@Module({
  imports: [AuthorizationModule],
  controllers: [EventController],
  providers: [EventService, EventStore, EventQueries],
  exports: [EventStore],
})
export class EventModule {}
