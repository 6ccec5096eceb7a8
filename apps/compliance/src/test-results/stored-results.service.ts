import { Injectable } from '@nestjs/common';
import type { Transaction } from '@wardstone/database';
import { forgetDays } from './result-days.queries';
import { TestResultEntity } from './test-result.entity';

/** What happens to stored results when what they belong to goes; within the transaction of that. */
@Injectable()
export class StoredResultsService {
  /** The results of all systems, seen or not. */
  async reportRemoved(transaction: Transaction, orgId: string, reportId: string): Promise<void> {
    await transaction.repository(TestResultEntity).delete({ org_id: orgId, report_id: reportId });
    await forgetDays(transaction, orgId, { reportId });
  }

  async systemRemoved(transaction: Transaction, orgId: string, systemId: string): Promise<void> {
    await transaction.repository(TestResultEntity).delete({ org_id: orgId, system_id: systemId });
    await forgetDays(transaction, orgId, { systemId });
  }
}
