import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '@wardstone/database';
import type { ProfileRecord } from '@wardstone/dto/compliance';
import { type FilterColumns, toSql } from '@wardstone/filter-query';
import type { Page } from '../api/envelope';
import { findPage, type ListWindow } from '../api/paged-rows.sql';

/** Of a profile `p`, in the contract's order of keys. */
const COLUMNS = `p.id, p.ref_id, p.title, coalesce(p.description, '') AS description, p.value_overrides,
  'profile' AS type`;

const FILTER: FilterColumns = {
  title: { column: 'p.title', type: 'text' },
  ref_id: { column: 'p.ref_id', type: 'text' },
};

const SORT_COLUMNS = { id: 'p.id', title: 'p.title' };

@Injectable()
export class ProfilesQueries {
  constructor(private readonly db: Database) {}

  findPage(guideId: string, { filter, ...window }: ListWindow): Promise<Page<ProfileRecord>> {
    const params: unknown[] = [guideId];
    const where = ['p.security_guide_id = $1', ...(filter ? [toSql(filter, FILTER, params)] : [])];
    return findPage(this.db, {
      ...window,
      columns: COLUMNS,
      from: 'profile p',
      where,
      params,
      sortColumns: SORT_COLUMNS,
    });
  }

  async findById(guideId: string, id: string): Promise<ProfileRecord | undefined> {
    const [row] = await this.db.query<ProfileRecord>(
      `SELECT ${COLUMNS} FROM profile p WHERE p.security_guide_id = $1 AND p.id = $2`,
      [guideId, id],
    );
    return row;
  }

  /** By ref_id with its dots written as dashes (rule compliance-17); of several that differ in nothing else, the first. */
  async findByDashedRefId(guideId: string, refId: string): Promise<ProfileRecord | undefined> {
    const [row] = await this.db.query<ProfileRecord>(
      `SELECT ${COLUMNS}
         FROM profile p
        WHERE p.security_guide_id = $1 AND replace(p.ref_id, '.', '-') = replace($2::text, '.', '-')
        ORDER BY p.ref_id = $2::text DESC, p.ref_id
        LIMIT 1`,
      [guideId, refId],
    );
    return row;
  }

  /** Makes `minors` the registered minor versions of one profile. */
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

  /** Adds `minors` to those of every profile of a guide. Returns, ascending, those that a profile did not have. */
  addMinorsOfGuide(tx: Transaction, guideId: string, minors: readonly number[]): Promise<number[]> {
    return addMinors(tx, 'p.security_guide_id = $1', guideId, minors);
  }
}

/** @param which condition of profiles `p` with $1 = `id` */
async function addMinors(tx: Transaction, which: string, id: string, minors: readonly number[]): Promise<number[]> {
  // In one order always: two registrations at once wait for each other instead of in a circle.
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
