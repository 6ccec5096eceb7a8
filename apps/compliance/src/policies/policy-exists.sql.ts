import type { OrgDatabase } from '@wardstone/database';

/** Whether the organisation has such a policy, and with it the report of the same id. */
export async function policyExists(db: OrgDatabase, orgId: string, id: string): Promise<boolean> {
  const rows = await db.query(orgId, 'SELECT 1 FROM policy p WHERE p.org_id = $1 AND p.id = $2', [orgId, id]);
  return rows.length > 0;
}
