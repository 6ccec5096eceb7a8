import { Injectable } from '@nestjs/common';
import type { Transaction } from '@wardstone/database';
import { toUtcDay } from './domain/days';
import type { SelectedReport } from './domain/selected-report';
import { addDay, forgetDays, ResultDaysQueries, type Retention } from './result-days.queries';
import { TestResultEntity } from './test-result.entity';

/** Reacts to events of results: a new one, the removal of their system, policy or report, and the end of a day. */
@Injectable()
export class StoredResultsService {
  constructor(private readonly days: ResultDaysQueries) {}

  /** At the end of a day: stores the numbers of all reports of the organisation, even without new results. */
  async timePassed(orgId: string, since: Date, now: Date): Promise<void> {
    if (toUtcDay(since.getTime()) < toUtcDay(now.getTime())) await this.days.closeAll(orgId, now);
  }

  /** Closes past days before a result of the report is stored; runs outside of its transaction. */
  reportAwaitsResult(orgId: string, now: Date, report: SelectedReport): Promise<void> {
    return this.days.close(orgId, now, report);
  }

  /** A result became the newest of its system and policy. */
  async resultStored(transaction: Transaction, orgId: string, resultId: string, retention: Retention): Promise<void> {
    await addDay(transaction, orgId, resultId, retention);
  }

  /** The results of all systems, visible or not. */
  async reportRemoved(transaction: Transaction, orgId: string, reportId: string): Promise<void> {
    await transaction.repository(TestResultEntity).delete({ org_id: orgId, report_id: reportId });
    await forgetDays(transaction, orgId, { reportId });
  }

  async systemRemoved(transaction: Transaction, orgId: string, systemId: string): Promise<void> {
    await transaction.repository(TestResultEntity).delete({ org_id: orgId, system_id: systemId });
    await forgetDays(transaction, orgId, { systemId });
  }
}
