import type { Queryable } from '@wardstone/database';

/** Writes down, once, which waivers begin their last 14 days: `expires_soon` lists them, and who is to be told finds them. */
export async function noteExpiries(db: Queryable, orgId: string, at: Date): Promise<void> {
  await db.query(
    `UPDATE waiver
        SET expiry_noted_at = $2
      WHERE org_id = $1 AND decision = 'approved' AND withdrawn_at IS NULL AND expiry_noted_at IS NULL
        AND expires_at > $2 AND expires_at <= $2::timestamptz + interval '14 days'`,
    [orgId, at],
  );
}
