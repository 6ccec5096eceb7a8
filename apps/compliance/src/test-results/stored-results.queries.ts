import { Injectable } from '@nestjs/common';
import type { Queryable } from '@wardstone/database';

@Injectable()
export class StoredResultsQueries {
  async removeOfReport(transaction: Queryable, orgId: string, reportId: string): Promise<void> {
    const sql = 'DELETE FROM test_result t WHERE t.org_id = $1 AND t.report_id = $2';
    await transaction.query(sql, [orgId, reportId]);
  }

  async removeOfSystem(transaction: Queryable, orgId: string, systemId: string): Promise<void> {
    const sql = 'DELETE FROM test_result t WHERE t.org_id = $1 AND t.system_id = $2';
    await transaction.query(sql, [orgId, systemId]);
  }
}
