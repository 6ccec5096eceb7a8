import { type DynamicModule, Module } from '@nestjs/common';
import { PublicAddress } from '@wardstone/bootstrap';
import { ErrorRepresentations } from './error-representations';
import { ErrorController } from './error.controller';
import { ErrorQueries } from './error.queries';
import { ErrorService } from './error.service';
import { OccurrenceController } from './occurrence.controller';
import { OccurrenceQueries } from './occurrence.queries';
import { OccurrenceService } from './occurrence.service';

@Module({})
export class ErrorModule {
  static forRoot(address: PublicAddress): DynamicModule {
    return {
      module: ErrorModule,
      controllers: [ErrorController, OccurrenceController],
      providers: [
        { provide: PublicAddress, useValue: address },
        ErrorQueries,
        ErrorRepresentations,
        ErrorService,
        OccurrenceQueries,
        OccurrenceService,
      ],
    };
  }
}
