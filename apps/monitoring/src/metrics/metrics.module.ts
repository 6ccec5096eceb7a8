import { Module } from '@nestjs/common';
import { AuthorizationModule } from '../authorization/authorization.module';
import { CollectionSchedulesModule } from './schedules/collection-schedules.module';
import { BaselineController } from './baselines/baseline.controller';
import { BaselineQueries } from './baselines/baseline.queries';
import { BaselineService } from './baselines/baseline.service';
import { MetricChartController } from './charts/metric-chart.controller';
import { MetricChartQueries } from './charts/metric-chart.queries';
import { MetricChartService } from './charts/metric-chart.service';
import { MetricDataController } from './data/metric-data.controller';
import { MetricDataService } from './data/metric-data.service';
import { GroupMemberController, MetricGroupController } from './groups/metric-group.controller';
import { MetricGroupQueries } from './groups/metric-group.queries';
import { MetricGroupService } from './groups/metric-group.service';
import { MetricJobs } from './metric-jobs.service';
import {
  MetricDefinitionController,
  MetricScheduleController,
  ResourceSchedulesController,
} from './schedules/metric-schedule.controller';
import { MetricDefinitionQueries } from './schedules/metric-definition.queries';
import { MetricDefinitionService } from './schedules/metric-definition.service';
import { MetricScheduleQueries } from './schedules/metric-schedule.queries';
import { MetricScheduleService } from './schedules/metric-schedule.service';
import { MetricSchedules } from './schedules/metric-schedules';
import { MetricStorageModule } from './metric-storage.module';
import { MetricCompaction } from './storage/metric-compaction';
import { MetricPartitionQueries } from './storage/metric-partition.queries';
import { MetricRetentionQueries } from './storage/metric-retention.queries';
import { MetricRollUp } from './storage/metric-roll-up';
import { MetricRollUpQueries } from './storage/metric-roll-up.queries';
import { DirectSubmission } from './submission/direct-submission';
import { SubmissionController } from './submission/submission.controller';
import { SubmissionService } from './submission/submission.service';
import { TraitController } from './traits/trait.controller';
import { TraitService } from './traits/trait.service';

const UPKEEP = [MetricCompaction, MetricPartitionQueries, MetricRollUp, MetricRollUpQueries, MetricRetentionQueries];

/** Metrics: their schedules, values, traits and baselines. */
@Module({
  imports: [AuthorizationModule, CollectionSchedulesModule, MetricStorageModule],
  // Literal paths come before those with ids.
  controllers: [
    ResourceSchedulesController,
    MetricGroupController,
    GroupMemberController,
    MetricChartController,
    SubmissionController,
    MetricDataController,
    TraitController,
    BaselineController,
    MetricScheduleController,
    MetricDefinitionController,
  ],
  providers: [
    ...UPKEEP,
    MetricJobs,
    MetricScheduleService,
    MetricDefinitionQueries,
    MetricDefinitionService,
    MetricSchedules,
    MetricScheduleQueries,
    MetricDataService,
    MetricGroupService,
    MetricGroupQueries,
    MetricChartService,
    MetricChartQueries,
    SubmissionService,
    DirectSubmission,
    TraitService,
    BaselineService,
    BaselineQueries,
  ],
})
export class MetricsModule {}
