import { Injectable } from '@nestjs/common';
import { OrgDatabase, parameters, toColumns } from '@wardstone/database';
import type { HostGuide, OfferedGuideRecord } from '@wardstone/dto/compliance';
import { AGENT_HOST } from '../systems/agent-host.sql';
import type { SystemReach } from '../systems/domain/system-reach';
import { isVisible } from '../systems/visible-system.sql';
import { MAX_REQUEST_AGE } from './guide-request.sql';

export interface OfferedGuideRow extends Omit<OfferedGuideRecord, 'type' | 'requested_at'> {
  readonly requested_at: Date | null;
}

const MAX_LISTED = 100;
/** Another host is asked if the first one has sent nothing. */
const PATIENCE = `interval '5 minutes'`;

@Injectable()
export class OfferedGuidesQueries {
  constructor(private readonly db: OrgDatabase) {}

  async findHost(orgId: string, agentName: string, subject: string): Promise<string | undefined> {
    return (await this.db.first<{ id: string }>(orgId, AGENT_HOST, [orgId, agentName, subject]))?.id;
  }

  /** Replaces the guides of a host. */
  async report(orgId: string, systemId: string, guides: readonly HostGuide[]): Promise<void> {
    await this.db.query(
      orgId,
      `WITH given AS (
              SELECT * FROM unnest($3::text[], $4::text[], $5::integer[]) given (file_name, sha256, byte_count)),
            gone AS (
              DELETE FROM offered_guide o
               WHERE o.org_id = $1 AND o.system_id = $2 AND o.file_name NOT IN (SELECT file_name FROM given))
       INSERT INTO offered_guide (org_id, system_id, file_name, sha256, byte_count)
       SELECT DISTINCT ON (file_name) $1, $2::uuid, file_name, sha256, byte_count FROM given ORDER BY file_name
       ON CONFLICT (system_id, file_name) DO UPDATE SET sha256 = EXCLUDED.sha256, byte_count = EXCLUDED.byte_count`,
      [orgId, systemId, ...toColumns(guides, 'file_name', 'sha256', 'byte_count')],
    );
  }

  /** Guides on visible systems that were not imported; only the one with a digest if it is given. */
  list(orgId: string, reach: SystemReach, at: Date, sha256?: string): Promise<OfferedGuideRow[]> {
    const { params, bind } = parameters(orgId, at, sha256);
    return this.db.query<OfferedGuideRow>(
      orgId,
      `SELECT min(o.file_name) AS file_name, o.sha256, max(o.byte_count) AS byte_count,
              count(DISTINCT s.id)::integer AS system_count,
              (array_agg(s.display_name ORDER BY s.display_name, s.id))[1:5] AS system_names,
              CASE WHEN r.problem IS NOT NULL THEN 'failed' WHEN r.sha256 IS NOT NULL THEN 'requested' ELSE 'offered' END AS state,
              r.requested_at, r.requested_by_name AS requested_by, r.problem
         FROM offered_guide o
         JOIN system s ON s.id = o.system_id
         LEFT JOIN guide_request r ON r.org_id = $1 AND r.sha256 = o.sha256 AND r.requested_at > $2::timestamptz - ${MAX_REQUEST_AGE}
        WHERE o.org_id = $1 AND ($3::text IS NULL OR o.sha256 = $3) AND ${isVisible('$1', reach, bind)}
          AND NOT EXISTS (SELECT 1 FROM security_guide g WHERE g.content_sha256 = o.sha256)
        GROUP BY o.sha256, r.sha256, r.requested_at, r.requested_by_name, r.problem
        ORDER BY system_count DESC, file_name, o.sha256
        LIMIT ${MAX_LISTED}`,
      params,
    );
  }

  async request(orgId: string, sha256: string, at: Date, by: string): Promise<void> {
    await this.db.query(
      orgId,
      `INSERT INTO guide_request (org_id, sha256, requested_at, requested_by_name) VALUES ($1, $2, $3, $4)
       ON CONFLICT (org_id, sha256) DO UPDATE
          SET requested_at = $3, requested_by_name = $4, system_id = NULL, assigned_at = NULL, problem = NULL`,
      [orgId, sha256, at, by],
    );
  }

  /** Digests of requested guides that this host has to send: one host at a time sends each. */
  async assign(orgId: string, systemId: string, at: Date): Promise<string[]> {
    const rows = await this.db.query<{ sha256: string }>(
      orgId,
      `UPDATE guide_request r
          SET system_id = $2, assigned_at = CASE WHEN r.system_id = $2 THEN r.assigned_at ELSE $3 END
         FROM offered_guide o
        WHERE r.org_id = $1 AND o.org_id = $1 AND o.system_id = $2 AND o.sha256 = r.sha256 AND r.problem IS NULL
          AND r.requested_at > $3::timestamptz - ${MAX_REQUEST_AGE}
          AND (r.system_id IS NULL OR r.system_id = $2 OR r.assigned_at < $3::timestamptz - ${PATIENCE})
       RETURNING r.sha256`,
      [orgId, systemId, at],
    );
    return rows.map(({ sha256 }) => sha256);
  }

  /** Whether this host has to send the guide. */
  async isAssigned(orgId: string, systemId: string, sha256: string): Promise<boolean> {
    const row = await this.db.first(
      orgId,
      `SELECT 1 FROM guide_request r
        WHERE r.org_id = $1 AND r.system_id = $2 AND r.sha256 = $3 AND r.problem IS NULL`,
      [orgId, systemId, sha256],
    );
    return row !== undefined;
  }

  /** @param problem why it was not imported; without one the request is done */
  async end(orgId: string, sha256: string, problem?: string): Promise<void> {
    const statement =
      problem === undefined
        ? 'DELETE FROM guide_request r WHERE r.org_id = $1 AND r.sha256 = $2'
        : 'UPDATE guide_request r SET problem = $3 WHERE r.org_id = $1 AND r.sha256 = $2';
    await this.db.query(orgId, statement, problem === undefined ? [orgId, sha256] : [orgId, sha256, problem]);
  }
}
