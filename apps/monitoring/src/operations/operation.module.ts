import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { WorkQueueModule } from '../agents/work/work-queue.module';
import { OperationDefinitionQueries } from './operation-definition.queries';
import { OperationDefinitionService } from './operation-definition.service';
import { OperationDraftQueries } from './operation-draft.queries';
import { OperationDraftService } from './operation-draft.service';
import { OperationHistoryQueries } from './operation-history.queries';
import { OperationHistoryService } from './operation-history.service';
import { OperationChanges } from './operation-changes';
import { OperationExecution } from './operation-execution.service';
import { OperationJobs } from './operation-jobs.service';
import { OPERATION_SETTINGS } from './operation-settings';
import type { OperationSettings } from './operation-settings';
import { OperationDefinitionController } from './operation-definition.controller';
import { OperationDraftController } from './operation-draft.controller';
import { OperationHistoryController } from './operation-history.controller';

/** Global, because rules and agents order operations and hear of them. */
@Module({})
export class OperationModule {
  static forRoot(settings: OperationSettings): DynamicModule {
    return {
      module: OperationModule,
      global: true,
      imports: [WorkQueueModule],
      // Literal paths come before those with names.
      controllers: [OperationDefinitionController, OperationHistoryController, OperationDraftController],
      providers: [
        { provide: OPERATION_SETTINGS, useValue: settings },
        OperationDefinitionService,
        OperationDefinitionQueries,
        OperationDraftService,
        OperationDraftQueries,
        OperationHistoryService,
        OperationHistoryQueries,
        OperationChanges,
        OperationExecution,
        OperationJobs,
      ],
      exports: [OperationChanges, OperationExecution, OperationDefinitionQueries, OperationHistoryQueries],
    };
  }
}
