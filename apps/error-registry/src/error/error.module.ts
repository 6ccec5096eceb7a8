import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { ErrorRepresentations, PUBLIC_BASE_URL } from './error-representations';
import { ErrorController } from './error.controller';
import { ErrorQueries } from './error.queries';
import { ErrorService } from './error.service';
import { OccurrenceController } from './occurrence.controller';
import { OccurrenceQueries } from './occurrence.queries';
import { OccurrenceService } from './occurrence.service';

@Module({})
export class ErrorModule {
  static forRoot({ publicBaseUrl }: { publicBaseUrl: string }): DynamicModule {
    return {
      module: ErrorModule,
      controllers: [ErrorController, OccurrenceController],
      providers: [
        { provide: PUBLIC_BASE_URL, useValue: publicBaseUrl },
        ErrorQueries,
        ErrorRepresentations,
        ErrorService,
        OccurrenceQueries,
        OccurrenceService,
      ],
    };
  }
}
