import { Queries, type Transaction } from '@wardstone/database';

export class ProfilesQueries extends Queries {
  /** Replaces the registered minor versions of one profile. */
  async registerMinors(profileId: string, minors: readonly number[]): Promise<void> {
    await this.db.transaction(async (tx) => {
      await addMinors(tx, 'p.id = $1', profileId, minors);
      await tx.query(
        `DELETE FROM profile_os_minor_version m
          WHERE m.profile_id = $1 AND m.os_minor_version <> ALL($2::integer[])`,
        [profileId, minors],
      );
    });
  }

  /** Adds `minors` to every profile of a guide; returns new ones, ascending. */
  addMinorsOfGuide(tx: Transaction, guideId: string, minors: readonly number[]): Promise<number[]> {
    return addMinors(tx, 'p.security_guide_id = $1', guideId, minors);
  }
}

/** @param which condition on profiles `p`, with $1 = `id` */
async function addMinors(tx: Transaction, which: string, id: string, minors: readonly number[]): Promise<number[]> {
  // Always in the same order, so that concurrent registrations cannot deadlock.
  await tx.query(`SELECT p.id FROM profile p WHERE ${which} ORDER BY p.id FOR NO KEY UPDATE`, [id]);
  const rows = await tx.query<{ minor: number }>(
    `WITH added AS (
       INSERT INTO profile_os_minor_version (profile_id, os_minor_version)
       SELECT p.id, minor FROM profile p CROSS JOIN unnest($2::integer[]) minor WHERE ${which}
       ON CONFLICT DO NOTHING
       RETURNING os_minor_version AS minor)
     SELECT DISTINCT minor FROM added ORDER BY minor`,
    [id, minors],
  );
  return rows.map(({ minor }) => minor);
}
