import type { OrgDatabase } from '@wardstone/database';

/** Whether the organisation has the policy, and with it the report with the same id. */
export function policyExists(db: OrgDatabase, orgId: string, id: string): Promise<boolean> {
  return db.hasRow(orgId, 'SELECT 1 FROM policy p WHERE p.org_id = $1 AND p.id = $2', [orgId, id]);
}
