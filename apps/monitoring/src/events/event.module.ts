import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { EventJobs } from './event-jobs.service';
import { EVENT_SETTINGS } from './event-settings';
import type { EventSettings } from './event-settings';
import { EventStore } from './event-store';
import { EventController } from './event.controller';
import { EventQueries } from './event.queries';
import { EventService } from './event.service';

/** Global, because several features hear of events and submit them. */
@Module({})
export class EventModule {
  static forRoot(settings: EventSettings): DynamicModule {
    return {
      module: EventModule,
      global: true,
      controllers: [EventController],
      providers: [{ provide: EVENT_SETTINGS, useValue: settings }, EventService, EventStore, EventQueries, EventJobs],
      exports: [EventStore, EventQueries],
    };
  }
}
