import { Module } from '@nestjs/common';
import { AuthorizationModule } from '../authorization/authorization.module';
import { MetricStorageModule } from '../metrics/metric-storage.module';
import { ProblemModule } from '../problems/problem.module';
import { ResourceOverviewController } from './resource-overview.controller';
import { ResourceOverviewQueries } from './resource-overview.queries';
import { ResourceOverviewService } from './resource-overview.service';

/** Overview of a resource from several features. */
@Module({
  imports: [AuthorizationModule, MetricStorageModule, ProblemModule],
  controllers: [ResourceOverviewController],
  providers: [ResourceOverviewService, ResourceOverviewQueries],
})
export class OverviewModule {}
