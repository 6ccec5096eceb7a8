import { Injectable } from '@nestjs/common';
import { Database } from '@wardstone/database';
import type { ValueDefinitionRecord } from '@wardstone/dto/compliance';
import { type FilterColumns, toSql } from '@wardstone/filter-query';
import type { Page } from '../api/envelope';
import { findPage, type ListWindow } from '../api/paged-rows.sql';

const COLUMNS = `v.id, v.ref_id, v.title, v.description, v.value_type, v.default_value, 'value_definition' AS type`;

const FILTER: FilterColumns = {
  title: { column: 'v.title', type: 'text' },
  ref_id: { column: 'v.ref_id', type: 'text' },
};

const SORT_COLUMNS = { id: 'v.id', title: ['v.title_prefix', 'v.title'] };

@Injectable()
export class ValueDefinitionsQueries {
  constructor(private readonly db: Database) {}

  findPage(guideId: string, { filter, ...window }: ListWindow): Promise<Page<ValueDefinitionRecord>> {
    const params: unknown[] = [guideId];
    const where = ['v.security_guide_id = $1', ...(filter ? [toSql(filter, FILTER, params)] : [])];
    return findPage(this.db, {
      ...window,
      columns: COLUMNS,
      from: 'value_definition v',
      where,
      params,
      sortColumns: SORT_COLUMNS,
    });
  }

  async find(guideId: string, id: string): Promise<ValueDefinitionRecord | undefined> {
    const [row] = await this.db.query<ValueDefinitionRecord>(
      `SELECT ${COLUMNS} FROM value_definition v WHERE v.security_guide_id = $1 AND v.id = $2`,
      [guideId, id],
    );
    return row;
  }
}
