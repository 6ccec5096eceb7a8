import { Injectable } from '@nestjs/common';
import { Database } from '@wardstone/database';
import type { RuleGroupRecord } from '@wardstone/dto/compliance';
import { type FilterColumns, toSql } from '@wardstone/filter-query';
import type { Page } from '../api/envelope';
import { findPage, type ListWindow } from '../api/paged-rows.sql';

const COLUMNS = `rg.id, rg.ref_id, rg.title, rg.rationale, rg.description, rg.precedence, 'rule_group' AS type`;

const FILTER: FilterColumns = {
  title: { column: 'rg.title', type: 'text' },
  ref_id: { column: 'rg.ref_id', type: 'text' },
};

const SORT_COLUMNS = { id: 'rg.id', precedence: 'rg.precedence' };

@Injectable()
export class RuleGroupsQueries {
  constructor(private readonly db: Database) {}

  findPage(guideId: string, { filter, ...window }: ListWindow): Promise<Page<RuleGroupRecord>> {
    const params: unknown[] = [guideId];
    const where = ['rg.security_guide_id = $1', ...(filter ? [toSql(filter, FILTER, params)] : [])];
    return findPage(this.db, {
      ...window,
      columns: COLUMNS,
      from: 'rule_group rg',
      where,
      params,
      sortColumns: SORT_COLUMNS,
    });
  }

  async find(guideId: string, id: string): Promise<RuleGroupRecord | undefined> {
    const [row] = await this.db.query<RuleGroupRecord>(
      `SELECT ${COLUMNS} FROM rule_group rg WHERE rg.security_guide_id = $1 AND rg.id = $2`,
      [guideId, id],
    );
    return row;
  }
}
