import { Module } from '@nestjs/common';
import { AuthorizationModule } from '../authorization/authorization.module';
import { AccountsModule } from '../users/accounts.module';
import { WorkQueueModule } from '../work-queue/work-queue.module';
import { OperationDefinitionQueries } from './operation-definition.queries';
import { OperationDefinitionService } from './operation-definition.service';
import { OperationDraftQueries } from './operation-draft.queries';
import { OperationDraftService } from './operation-draft.service';
import { OperationHistoryQueries } from './operation-history.queries';
import { OperationHistoryService } from './operation-history.service';
import { OperationExecution } from './operation-execution.service';
import { OperationJobs } from './operation-jobs.service';
import {
  OperationDefinitionController,
  OperationDraftController,
  OperationHistoryController,
} from './operation.controller';
import { OperationRunQueries } from './schedules/operation-run.queries';
import { OperationRuns } from './schedules/operation-runs.service';
import { OperationScheduleController } from './schedules/operation-schedule.controller';
import { OperationScheduleQueries } from './schedules/operation-schedule.queries';
import { OperationScheduleService } from './schedules/operation-schedule.service';

/** Operations of resources: started and observed by alert rules, executed by agents. */
@Module({
  imports: [AuthorizationModule, WorkQueueModule, AccountsModule],
  // Literal paths come before those with names.
  controllers: [
    OperationDefinitionController,
    OperationHistoryController,
    OperationScheduleController,
    OperationDraftController,
  ],
  providers: [
    OperationDefinitionService,
    OperationDefinitionQueries,
    OperationDraftService,
    OperationDraftQueries,
    OperationHistoryService,
    OperationHistoryQueries,
    OperationExecution,
    OperationJobs,
    OperationRuns,
    OperationRunQueries,
    OperationScheduleService,
    OperationScheduleQueries,
  ],
  exports: [OperationExecution, OperationDefinitionService],
})
export class OperationModule {}
