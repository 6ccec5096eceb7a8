import { Module } from '@nestjs/common';
import { ReportsModule } from '../reports/reports.module';
import { TestResultsController } from './test-results.controller';
import { TestResultsQueries } from './test-results.queries';
import { TestResultsService } from './test-results.service';

@Module({
  imports: [ReportsModule],
  controllers: [TestResultsController],
  providers: [TestResultsService, TestResultsQueries],
})
export class TestResultsModule {}
