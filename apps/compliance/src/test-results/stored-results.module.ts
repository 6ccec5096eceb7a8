import { Module } from '@nestjs/common';
import { ResultDaysQueries } from './result-days.queries';
import { StoredResultsService } from './stored-results.service';

/** Apart from `TestResultsModule`, which needs the modules that need this one. */
@Module({ providers: [StoredResultsService, ResultDaysQueries], exports: [StoredResultsService] })
export class StoredResultsModule {}
