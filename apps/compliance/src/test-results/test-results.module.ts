import { Module } from '@nestjs/common';
import { FactsModule } from '../facts/facts.module';
import { ReportsModule } from '../reports/reports.module';
import { StoredResultsModule } from '../stored-results/stored-results.module';
import { SystemsModule } from '../systems/systems.module';
import { FailedRulesController } from './failed-rules.controller';
import { FailedRulesQueries } from './failed-rules.queries';
import { FailedRulesService } from './failed-rules.service';
import { ResultHistoryController } from './result-history.controller';
import { ResultHistoryService } from './result-history.service';
import { ResultIngestController } from './result-ingest.controller';
import { ResultIngestQueries } from './result-ingest.queries';
import { ResultIngestService } from './result-ingest.service';
import { TestResultsController } from './test-results.controller';
import { TestResultsQueries } from './test-results.queries';
import { TestResultsService } from './test-results.service';

@Module({
  imports: [FactsModule, ReportsModule, StoredResultsModule, SystemsModule],
  controllers: [TestResultsController, ResultHistoryController, ResultIngestController, FailedRulesController],
  providers: [
    TestResultsService,
    TestResultsQueries,
    ResultHistoryService,
    ResultIngestService,
    ResultIngestQueries,
    FailedRulesService,
    FailedRulesQueries,
  ],
})
export class TestResultsModule {}
