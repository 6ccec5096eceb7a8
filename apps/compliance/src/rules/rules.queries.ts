import { Injectable } from '@nestjs/common';
import { Database } from '@wardstone/database';
import type { RuleRecord } from '@wardstone/dto/compliance';
import type { Page } from '../api/envelope';
import type { ListWindow } from '../api/paged-rows.sql';
import { findRulePage, RULE_COLUMNS, type RuleSource } from './rule-page';

/** Where rules are looked for: in a whole guide, or in one of its profiles. */
export interface RuleScope {
  readonly guideId: string;
  readonly profileId?: string;
}

function sourceOf({ guideId, profileId }: RuleScope): RuleSource {
  if (profileId === undefined) return { from: 'rule r', where: 'r.security_guide_id = $1', params: [guideId] };
  return {
    from: 'profile_rule pr JOIN rule r ON r.id = pr.rule_id',
    where: 'r.security_guide_id = $1 AND pr.profile_id = $2',
    params: [guideId, profileId],
  };
}

@Injectable()
export class RulesQueries {
  constructor(private readonly db: Database) {}

  findPage(scope: RuleScope, window: ListWindow): Promise<Page<RuleRecord>> {
    return findRulePage(this.db, sourceOf(scope), window);
  }

  async findById(scope: RuleScope, id: string): Promise<RuleRecord | undefined> {
    const { from, where, params } = sourceOf(scope);
    const [row] = await this.db.query<RuleRecord>(
      `SELECT ${RULE_COLUMNS} FROM ${from} WHERE ${where} AND r.id = $${params.length + 1}`,
      [...params, id],
    );
    return row;
  }

  /** By ref_id with its dots written as dashes (rule compliance-17); of several that differ in nothing else, the first. */
  async findByDashedRefId(scope: RuleScope, refId: string): Promise<RuleRecord | undefined> {
    const { from, where, params } = sourceOf(scope);
    const given = `$${params.length + 1}::text`;
    const [row] = await this.db.query<RuleRecord>(
      `SELECT ${RULE_COLUMNS}
         FROM ${from}
        WHERE ${where} AND replace(r.ref_id, '.', '-') = replace(${given}, '.', '-')
        ORDER BY r.ref_id = ${given} DESC, r.ref_id
        LIMIT 1`,
      [...params, refId],
    );
    return row;
  }
}
