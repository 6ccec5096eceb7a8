import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { WorkQueueModule } from '../agents/work/work-queue.module';
import { DefinitionQueries } from './definition.queries';
import { DefinitionService } from './definition.service';
import { DraftQueries } from './draft.queries';
import { DraftService } from './draft.service';
import { HistoryQueries } from './history.queries';
import { HistoryService } from './history.service';
import { OperationChanges } from './operation-changes';
import { OperationExecution } from './operation-execution.service';
import { OperationJobs } from './operation-jobs.service';
import { OPERATION_SETTINGS } from './operation-settings';
import type { OperationSettings } from './operation-settings';
import { DefinitionController } from './definition.controller';
import { DraftController } from './draft.controller';
import { HistoryController } from './history.controller';

/** Global, because rules and agents order operations and hear of them. */
@Module({})
export class OperationModule {
  static forRoot(settings: OperationSettings): DynamicModule {
    return {
      module: OperationModule,
      global: true,
      imports: [WorkQueueModule],
      // Literal paths come before those with names.
      controllers: [DefinitionController, HistoryController, DraftController],
      providers: [
        { provide: OPERATION_SETTINGS, useValue: settings },
        DefinitionService,
        DefinitionQueries,
        DraftService,
        DraftQueries,
        HistoryService,
        HistoryQueries,
        OperationChanges,
        OperationExecution,
        OperationJobs,
      ],
      exports: [OperationChanges, OperationExecution, DefinitionQueries, HistoryQueries],
    };
  }
}
