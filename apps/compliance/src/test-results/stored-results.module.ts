import { Module } from '@nestjs/common';
import { StoredResultsService } from './stored-results.service';

/** Apart from `TestResultsModule`, which needs the modules that need this one. */
@Module({ providers: [StoredResultsService], exports: [StoredResultsService] })
export class StoredResultsModule {}
