import { Injectable } from '@nestjs/common';
import { OrgDatabase, type Transaction } from '@wardstone/database';
import type { SystemPolicyRecord } from '@wardstone/dto/compliance';
import type { SystemReach } from './domain/system-reach';
import { SYSTEM_COLUMNS, type SystemRow } from './system-row.sql';
import { SystemWriter, listPolicies } from './system-writer.queries';
import { isVisible } from './visible-system.sql';

@Injectable()
export class SystemsQueries {
  constructor(private readonly db: OrgDatabase) {}

  findVisible(orgId: string, id: string, reach: SystemReach): Promise<SystemRow | undefined> {
    const params: unknown[] = [orgId, id];
    return this.db.first<SystemRow>(
      orgId,
      `SELECT ${SYSTEM_COLUMNS} FROM system s
        WHERE s.id = $2 AND ${isVisible('$1', reach, (value) => `$${params.push(value)}`)}`,
      params,
    );
  }

  listPolicies(orgId: string, id: string): Promise<SystemPolicyRecord[]> {
    return listPolicies(this.db.scopedTo(orgId), id);
  }

  /** Runs `work` in one transaction. */
  write<T>(orgId: string, work: (systems: SystemWriter, transaction: Transaction) => Promise<T>): Promise<T> {
    return this.db.transaction(orgId, (transaction) => work(new SystemWriter(transaction, orgId), transaction));
  }
}
