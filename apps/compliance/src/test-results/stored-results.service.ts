import { Injectable } from '@nestjs/common';
import type { Transaction } from '@wardstone/database';
import { dayOf } from '../reports/domain/trend';
import { forgetDays, ResultDaysQueries } from './result-days.queries';
import { TestResultEntity } from './test-result.entity';

/** Changes of stored results when their system, policy or report is deleted, in that transaction, and when days end. */
@Injectable()
export class StoredResultsService {
  constructor(private readonly days: ResultDaysQueries) {}

  /** At the end of a day: stores the numbers of all reports of the organisation, also without new results. */
  async timePassed(orgId: string, since: Date, now: Date): Promise<void> {
    if (dayOf(since.getTime()) < dayOf(now.getTime())) await this.days.closeAll(orgId, now);
  }

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
