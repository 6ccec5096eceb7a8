import { Injectable } from '@nestjs/common';
import { OrgDatabase, parameters } from '@wardstone/database';
import { type FilterColumns, toSql } from '@wardstone/filter-query';
import type { Page } from '../api/envelope';
import { findPage, type ListWindow } from '../api/paged-rows.sql';
import { policyExists } from '../api/policy-exists.sql';
import { MAX_REQUEST_AGE } from '../offered-guides/guide-request.sql';
import { AGENT_HOST } from '../systems/agent-host.sql';
import type { SystemReach } from '../systems/domain/system-reach';
import { isVisible } from '../systems/visible-system.sql';
import type { ScanTiming, ScheduledSystem } from './domain/scan-moments';
import { SCAN_COLUMNS, SCAN_TABLES, type ScanRow } from './scan-row.sql';
import { findTargets, ScanWriter, type TargetRow } from './scan-writer.queries';

export interface ScheduleRow extends ScanTiming {
  readonly policy_id: string;
  readonly updated_at: Date;
}

/** A policy of a host with a schedule. */
export interface ScheduledRow extends ScheduleRow {
  readonly system_id: string;
  /** The last of these times: schedule set, system assigned, last scan. */
  readonly since: Date;
}

const SCHEDULE_COLUMNS = 'c.policy_id, c.interval_hours, c.cron, c.time_zone, c.spread_minutes, c.updated_at';

export type OpenScanRow = Pick<ScanRow, 'id' | 'policy_id' | 'state' | 'created_at' | 'started_at'>;

const SCAN_FILTER: FilterColumns = {
  policy_id: { column: 'c.policy_id', type: 'uuid' },
  system_id: { column: 'c.system_id', type: 'uuid' },
  state: { column: 'c.state', type: 'text' },
  newest: () => `NOT EXISTS (
    SELECT 1 FROM scan later
     WHERE later.policy_id = c.policy_id AND later.system_id = c.system_id
       AND (later.created_at, later.id) > (c.created_at, c.id))`,
};

const SCAN_SORT_COLUMNS = {
  id: 'c.id',
  created_at: 'c.created_at',
  display_name: 's.display_name',
  state: 'c.state',
};

export interface AgentHost {
  readonly id: string;
  readonly hasRequests: boolean;
}

@Injectable()
export class ScansQueries {
  constructor(private readonly db: OrgDatabase) {}

  findPage(orgId: string, reach: SystemReach, { filter, ...window }: ListWindow): Promise<Page<ScanRow>> {
    const { params, bind } = parameters(orgId);
    const where = [isVisible('$1', reach, bind)];
    if (filter) where.push(toSql(filter, SCAN_FILTER, params));
    return findPage(this.db.scopedTo(orgId), {
      ...window,
      columns: SCAN_COLUMNS,
      from: SCAN_TABLES,
      where,
      params,
      sortColumns: SCAN_SORT_COLUMNS,
    });
  }

  find(orgId: string, id: string, reach: SystemReach): Promise<ScanRow | undefined> {
    const { params, bind } = parameters(orgId, id);
    return this.db.first<ScanRow>(
      orgId,
      `SELECT ${SCAN_COLUMNS} FROM ${SCAN_TABLES}
        WHERE c.id = $2 AND ${isVisible('$1', reach, bind)}`,
      params,
    );
  }

  hasPolicy(orgId: string, id: string): Promise<boolean> {
    return policyExists(this.db, orgId, id);
  }

  findSchedule(orgId: string, policyId: string): Promise<ScheduleRow | undefined> {
    return this.db.first<ScheduleRow>(orgId, `SELECT ${SCHEDULE_COLUMNS} FROM scan_schedule c WHERE c.policy_id = $1`, [
      policyId,
    ]);
  }

  /** Undefined if the policy is deleted. */
  putSchedule(orgId: string, policyId: string, timing: ScanTiming, now: Date): Promise<ScheduleRow | undefined> {
    const { interval_hours, cron, time_zone, spread_minutes } = timing;
    return this.db.first<ScheduleRow>(
      orgId,
      `INSERT INTO scan_schedule AS c (policy_id, org_id, interval_hours, cron, time_zone, spread_minutes, updated_at)
       SELECT p.id, p.org_id, $3, $4, $5, $6, $7 FROM policy p WHERE p.org_id = $1 AND p.id = $2
       ON CONFLICT (policy_id) DO UPDATE
         SET interval_hours = $3, cron = $4, time_zone = $5, spread_minutes = $6, updated_at = $7
       RETURNING ${SCHEDULE_COLUMNS}`,
      [orgId, policyId, interval_hours, cron, time_zone, spread_minutes, now],
    );
  }

  removeSchedule(orgId: string, policyId: string): Promise<ScheduleRow | undefined> {
    return this.db.first<ScheduleRow>(
      orgId,
      `DELETE FROM scan_schedule c WHERE c.org_id = $1 AND c.policy_id = $2 RETURNING ${SCHEDULE_COLUMNS}`,
      [orgId, policyId],
    );
  }

  /** Visible systems of the policy that agents can scan. */
  listScannable(orgId: string, policyId: string, reach: SystemReach): Promise<ScheduledSystem[]> {
    const { params, bind } = parameters(orgId, policyId);
    return this.db.query<ScheduledSystem>(
      orgId,
      `SELECT ps.policy_id, ps.system_id FROM policy_system ps JOIN system s ON s.id = ps.system_id
        WHERE ps.policy_id = $2 AND s.agent_name IS NOT NULL
          AND ${isVisible('$1', reach, bind)}`,
      params,
    );
  }

  isVisible(orgId: string, systemId: string, reach: SystemReach): Promise<boolean> {
    const { params, bind } = parameters(orgId, systemId);
    return this.db.hasRow(orgId, `SELECT 1 FROM system s WHERE s.id = $2 AND ${isVisible('$1', reach, bind)}`, params);
  }

  /** Id of an agent's host. */
  /** The host of an agent, and whether guides of hosts are requested. */
  findHost(orgId: string, agentName: string, subject: string, at: Date): Promise<AgentHost | undefined> {
    return this.db.first<AgentHost>(
      orgId,
      `SELECT host.id, EXISTS (
                SELECT 1 FROM guide_request r
                 WHERE r.org_id = $1 AND r.problem IS NULL AND r.requested_at > $4::timestamptz - ${MAX_REQUEST_AGE}) AS "hasRequests"
         FROM (${AGENT_HOST}) host`,
      [orgId, agentName, subject, at],
    );
  }

  listScheduled(orgId: string, systemId: string): Promise<ScheduledRow[]> {
    return this.db.queryPrepared<ScheduledRow>(
      orgId,
      `SELECT ${SCHEDULE_COLUMNS}, ps.system_id,
              greatest(c.updated_at, ps.created_at, (
                SELECT max(done.created_at) FROM scan done
                 WHERE done.policy_id = ps.policy_id AND done.system_id = ps.system_id)) AS since
         FROM policy_system ps
         JOIN scan_schedule c ON c.policy_id = ps.policy_id
        WHERE ps.system_id = $1
        ORDER BY c.policy_id`,
      [systemId],
    );
  }

  listOpen(orgId: string, systemId: string): Promise<OpenScanRow[]> {
    return this.db.queryPrepared<OpenScanRow>(
      orgId,
      `SELECT c.id, c.policy_id, c.state, c.created_at, c.started_at FROM scan c
        WHERE c.system_id = $1 AND c.ended_at IS NULL ORDER BY c.created_at, c.id`,
      [systemId],
    );
  }

  listTargetsOfAgent(orgId: string, systemId: string): Promise<TargetRow[]> {
    return findTargets(this.db.scopedTo(orgId), 'ps.system_id = $1', [systemId]);
  }

  /** Runs `work` in one transaction. */
  write<T>(orgId: string, work: (scans: ScanWriter) => Promise<T>): Promise<T> {
    return this.db.transaction(orgId, (transaction) => work(new ScanWriter(transaction, orgId)));
  }
}
