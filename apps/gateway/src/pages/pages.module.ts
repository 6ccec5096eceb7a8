import { type DynamicModule, Module } from '@nestjs/common';
import { CredentialsModule } from '../credentials/credentials.module';
import { LOGGER, type Logger } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import { ConsoleFileQueries } from './console-file.queries';
import { ConsoleFiles } from './console-files';
import { ConsoleController } from './console.controller';
import { LandingController } from './landing.controller';
import { UpstreamHealth } from './upstream-health';

/** The first page and the console. */
@Module({})
export class PagesModule {
  /** @param consoleFolder folder of the built console */
  static forRoot(consoleFolder: string): DynamicModule {
    return {
      module: PagesModule,
      imports: [CredentialsModule],
      controllers: [LandingController, ConsoleController],
      providers: [
        UpstreamHealth,
        ConsoleFileQueries,
        {
          provide: ConsoleFiles,
          inject: [ConsoleFileQueries, Clock, LOGGER],
          useFactory: (queries: ConsoleFileQueries, clock: Clock, logger: Logger) =>
            new ConsoleFiles(consoleFolder, queries, clock, logger),
        },
      ],
    };
  }
}
