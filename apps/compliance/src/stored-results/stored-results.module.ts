import { Module } from '@nestjs/common';
import { ResultDaysQueries } from './result-days.queries';
import { StoredResultsService } from './stored-results.service';

/** Separate from `TestResultsModule`, whose dependencies need this one. */
@Module({ providers: [StoredResultsService, ResultDaysQueries], exports: [StoredResultsService] })
export class StoredResultsModule {}
