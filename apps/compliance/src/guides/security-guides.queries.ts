import { Queries } from '@wardstone/database';
import type { SecurityGuideRecord, SupportedProfileRecord } from '@wardstone/dto/compliance';
import { type CheckedFilter, type FilterColumn, type FilterColumns, toSql } from '@wardstone/filter-query';
import type { Page } from '../api/envelope';
import { findPage, type ListWindow } from '../api/paged-rows.sql';
import { convertValues } from '../systems/system-conditions.sql';
import type { SupportedProfileValue } from './domain/guide-fields';

/** Columns of a guide `g`, in the order of rule compliance-16. */
export const GUIDE_COLUMNS = `g.id, g.ref_id, g.title, g.version, g.description, g.os_major_version,
  'security_guide' AS type`;

const FOREIGN_KEY_VIOLATION = '23503';
const MAX_INTEGER = 2_147_483_647n;

const PROFILE_REF_ID: FilterColumn = (term, bind) => `EXISTS (
  SELECT 1 FROM profile p WHERE p.security_guide_id = g.id AND p.ref_id = ${bind(convertValues(term)[0])}::text)`;

const SUPPORTED_PROFILE: FilterColumn = (term, bind) => {
  const { refId, minor } = convertValues(term)[0] as SupportedProfileValue;
  if (BigInt(minor) > MAX_INTEGER) return 'FALSE';
  return `EXISTS (
    SELECT 1
      FROM profile p
      JOIN profile_os_minor_version m ON m.profile_id = p.id
     WHERE p.security_guide_id = g.id AND p.ref_id = ${bind(refId)}::text AND m.os_minor_version = ${bind(minor)}::integer)`;
};

const GUIDE_FILTER: FilterColumns = {
  title: { column: 'g.title', type: 'text' },
  version: { column: 'g.version', type: 'text' },
  ref_id: { column: 'g.ref_id', type: 'text' },
  os_major_version: { column: 'g.os_major_version', type: 'bigint' },
  profile_ref_id: PROFILE_REF_ID,
  supported_profile: SUPPORTED_PROFILE,
};

const GUIDE_SORT_COLUMNS = {
  id: 'g.id',
  title: 'g.title',
  version: 'g.version_sort_key',
  os_major_version: 'g.os_major_version',
};

/**
 * A row for each family of profiles that supports any minor (rule compliance-25), with the profile of the newest guide
 * version that registers one.
 */
const FAMILIES = `(
  SELECT (array_agg(p.id ORDER BY g.version_sort_key DESC))[1] AS newest_profile_id,
         array_agg(DISTINCT m.os_minor_version ORDER BY m.os_minor_version DESC) AS os_minor_versions
    FROM profile_os_minor_version m
    JOIN profile p ON p.id = m.profile_id
    JOIN security_guide g ON g.id = p.security_guide_id
   GROUP BY p.ref_id, g.ref_id, g.os_major_version) family
  JOIN profile p ON p.id = family.newest_profile_id
  JOIN security_guide g ON g.id = p.security_guide_id`;

const FAMILY_COLUMNS = `p.id, p.title, coalesce(p.description, '') AS description, p.ref_id,
  g.id AS security_guide_id, g.version AS security_guide_version, g.os_major_version, family.os_minor_versions,
  'supported_profile' AS type`;

const FAMILY_FILTER: FilterColumns = {
  os_major_version: { column: 'g.os_major_version', type: 'bigint' },
  title: { column: 'p.title', type: 'text' },
  ref_id: { column: 'p.ref_id', type: 'text' },
};

const FAMILY_SORT_COLUMNS = {
  id: 'p.id',
  title: 'p.title',
  os_major_version: 'g.os_major_version',
  os_minor_versions: 'family.os_minor_versions',
};

export class SecurityGuidesQueries extends Queries {
  findPage({ filter, ...window }: ListWindow): Promise<Page<SecurityGuideRecord>> {
    const params: unknown[] = [];
    return findPage(this.db, {
      ...window,
      columns: GUIDE_COLUMNS,
      from: 'security_guide g',
      where: filter ? [toSql(filter, GUIDE_FILTER, params)] : [],
      params,
      sortColumns: GUIDE_SORT_COLUMNS,
    });
  }

  findSupportedProfiles({ filter, ...window }: ListWindow): Promise<Page<SupportedProfileRecord>> {
    const params: unknown[] = [];
    return findPage(this.db, {
      ...window,
      columns: FAMILY_COLUMNS,
      from: FAMILIES,
      where: filter ? [toSql(filter, FAMILY_FILTER, params)] : [],
      params,
      sortColumns: FAMILY_SORT_COLUMNS,
    });
  }

  /** Distinct major versions, ascending. */
  async findOsMajorVersions(filter: CheckedFilter | undefined): Promise<number[]> {
    const params: unknown[] = [];
    const rows = await this.db.query<{ os_major_version: number }>(
      `SELECT DISTINCT g.os_major_version
         FROM security_guide g
        WHERE ${filter ? toSql(filter, GUIDE_FILTER, params) : 'TRUE'}
        ORDER BY g.os_major_version`,
      params,
    );
    return rows.map((row) => row.os_major_version);
  }

  find(id: string): Promise<SecurityGuideRecord | undefined> {
    return this.db.first<SecurityGuideRecord>(`SELECT ${GUIDE_COLUMNS} FROM security_guide g WHERE g.id = $1`, [id]);
  }

  /**
   * Returns the deleted guide with its content; `in use` if something depends on it. Dependents belong to organisations
   * that are invisible here, so the foreign keys decide.
   */
  async remove(id: string): Promise<SecurityGuideRecord | 'in use' | undefined> {
    try {
      return await this.db.first<SecurityGuideRecord>(
        `DELETE FROM security_guide g WHERE g.id = $1 RETURNING ${GUIDE_COLUMNS}`,
        [id],
      );
    } catch (error) {
      if ((error as { code?: string }).code === FOREIGN_KEY_VIOLATION) return 'in use';
      throw error;
    }
  }
}
