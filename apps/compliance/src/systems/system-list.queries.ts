import { Injectable } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import { OrgDatabase, parameters, type Transaction } from '@wardstone/database';
import { type SystemPolicyRecord } from '@wardstone/dto/compliance';
import { type CheckedFilter, toSql } from '@wardstone/filter-query';
import { type TagCondition } from '@wardstone/pagination';
import { type Page } from '../api/envelope';
import { findPage, type ListWindow } from '../api/paged-rows.sql';
import { policyExists } from '../api/policy-exists.sql';
import { type SystemReach } from './domain/system-reach';
import { SYSTEM_SORT_COLUMNS, systemFilterAt } from './system-conditions.sql';
import { SYSTEM_COLUMNS, type SystemRow } from './system-row.sql';
import { listPolicies, SystemWriter } from './system-writer.queries';
import { tagConditions } from './tag-conditions';
import { isVisible } from './visible-system.sql';

/** Visible systems of a caller: all of them, or those assigned to one policy. */
export interface SystemScope {
  readonly reach: SystemReach;
  readonly policyId?: string;
}

export interface SystemWindow extends ListWindow {
  readonly tags: readonly TagCondition[];
}

interface Matches {
  readonly from: string;
  readonly where: readonly string[];
  readonly params: unknown[];
}

function toMatches(
  orgId: string,
  { reach, policyId }: SystemScope,
  filter: CheckedFilter | undefined,
  at: Date,
  tags: readonly TagCondition[] = [],
): Matches {
  const { params, bind } = parameters(orgId);
  const where = [isVisible('$1', reach, bind)];
  if (policyId !== undefined) where.push(`ps.policy_id = ${bind(policyId)}::uuid`);
  where.push(...tagConditions(tags, bind));
  if (filter) where.push(toSql(filter, systemFilterAt(at), params));
  const from = policyId === undefined ? 'system s' : 'policy_system ps JOIN system s ON s.id = ps.system_id';
  return { from, where, params };
}

@Injectable()
export class SystemListQueries {
  constructor(
    private readonly db: OrgDatabase,
    private readonly clock: Clock,
  ) {}

  findPage(orgId: string, scope: SystemScope, { filter, tags, ...window }: SystemWindow): Promise<Page<SystemRow>> {
    return findPage(this.db.scopedTo(orgId), {
      ...window,
      ...toMatches(orgId, scope, filter, this.now(), tags),
      columns: SYSTEM_COLUMNS,
      sortColumns: SYSTEM_SORT_COLUMNS,
    });
  }

  /** Distinct versions such as `8.4`, in numeric order. */
  async findOsVersions(orgId: string, scope: SystemScope, filter: CheckedFilter | undefined): Promise<string[]> {
    const { from, where, params } = toMatches(orgId, scope, filter, this.now());
    const rows = await this.db.query<{ version: string }>(
      orgId,
      `SELECT s.os_major_version || '.' || s.os_minor_version AS version
         FROM ${from}
        WHERE ${where.join(' AND ')}
        GROUP BY s.os_major_version, s.os_minor_version
        ORDER BY s.os_major_version, s.os_minor_version`,
      params,
    );
    return rows.map(({ version }) => version);
  }

  find(orgId: string, scope: SystemScope, id: string): Promise<SystemRow | undefined> {
    const { from, where, params } = toMatches(orgId, scope, undefined, this.now());
    return this.db.first<SystemRow>(
      orgId,
      `SELECT ${SYSTEM_COLUMNS} FROM ${from} WHERE ${where.join(' AND ')} AND s.id = $${params.push(id)}`,
      params,
    );
  }

  /** Policies by system, sorted by title. */
  async findPolicies(orgId: string, systemIds: readonly string[]): Promise<ReadonlyMap<string, SystemPolicyRecord[]>> {
    const rows = await this.db.query<SystemPolicyRecord & { system_id: string }>(
      orgId,
      `SELECT ps.system_id, p.id, p.title
         FROM policy_system ps
         JOIN policy p ON p.id = ps.policy_id
        WHERE ps.system_id = ANY ($1::uuid[])
        ORDER BY p.title, p.id`,
      [systemIds],
    );
    const bySystem = new Map<string, SystemPolicyRecord[]>(systemIds.map((id) => [id, []]));
    for (const { system_id, ...policy } of rows) bySystem.get(system_id)?.push(policy);
    return bySystem;
  }

  hasPolicy(orgId: string, id: string): Promise<boolean> {
    return policyExists(this.db, orgId, id);
  }

  private now(): Date {
    return new Date(this.clock.now());
  }
}

@Injectable()
export class SystemsQueries {
  constructor(private readonly db: OrgDatabase) {}

  findVisible(orgId: string, id: string, reach: SystemReach): Promise<SystemRow | undefined> {
    const { params, bind } = parameters(orgId, id);
    return this.db.first<SystemRow>(
      orgId,
      `SELECT ${SYSTEM_COLUMNS} FROM system s
        WHERE s.id = $2 AND ${isVisible('$1', reach, bind)}`,
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
