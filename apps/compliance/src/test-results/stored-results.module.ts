import { Module } from '@nestjs/common';
import { StoredResultsQueries } from './stored-results.queries';
import { StoredResultsService } from './stored-results.service';

/** Apart from `TestResultsModule`, which needs the modules that need this one. */
@Module({ providers: [StoredResultsService, StoredResultsQueries], exports: [StoredResultsService] })
export class StoredResultsModule {}
