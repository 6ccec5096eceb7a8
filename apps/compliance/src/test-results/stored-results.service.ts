import { Inject, Injectable } from '@nestjs/common';
import type { Queryable } from '@wardstone/database';
import { StoredResultsQueries } from './stored-results.queries';

/** What happens to stored results when what they belong to goes; within the transaction of that. */
@Injectable()
export class StoredResultsService {
  constructor(@Inject(StoredResultsQueries) private readonly queries: StoredResultsQueries) {}

  /** The results of all systems, seen or not. */
  reportRemoved(transaction: Queryable, orgId: string, reportId: string): Promise<void> {
    return this.queries.removeOfReport(transaction, orgId, reportId);
  }

  systemRemoved(transaction: Queryable, orgId: string, systemId: string): Promise<void> {
    return this.queries.removeOfSystem(transaction, orgId, systemId);
  }
}
