import { Queries } from '@wardstone/database';
import type { Page } from '../api/envelope';
import type { ListWindow } from '../api/paged-rows.sql';
import { findParts, type PartRows, type PartSource } from './guide-parts.sql';

/** Scope of parts: a guide or, for rules, one of its profiles. */
export interface PartScope {
  readonly guideId: string;
  readonly profileId?: string;
}

function getSource<R>({ table, alias }: PartRows<R>, { guideId, profileId }: PartScope): PartSource {
  if (profileId === undefined) {
    return { from: `${table} ${alias}`, where: `${alias}.security_guide_id = $1`, params: [guideId] };
  }
  return {
    from: 'profile_rule pr JOIN rule r ON r.id = pr.rule_id',
    where: 'r.security_guide_id = $1 AND pr.profile_id = $2',
    params: [guideId, profileId],
  };
}

/** Reads the parts of guides: profiles, rules, groups, value definitions. */
export class GuidePartsQueries extends Queries {
  findPage<R extends { id: string }>(part: PartRows<R>, scope: PartScope, window: ListWindow): Promise<Page<R>> {
    return findParts(this.db, part, getSource(part, scope), window);
  }

  findById<R extends object>(part: PartRows<R>, scope: PartScope, id: string): Promise<R | undefined> {
    const { from, where, params } = getSource(part, scope);
    return this.db.first<R>(
      `SELECT ${part.columns} FROM ${from} WHERE ${where} AND ${part.alias}.id = $${params.length + 1}`,
      [...params, id],
    );
  }

  /**
   * Finds a record by its ref_id with dashes for dots (rule compliance-17); of several that differ only in this, the
   * first.
   */
  findByDashedRefId<R extends object>(part: PartRows<R>, scope: PartScope, refId: string): Promise<R | undefined> {
    const { from, where, params } = getSource(part, scope);
    const column = `${part.alias}.ref_id`;
    const given = `$${params.length + 1}::text`;
    return this.db.first<R>(
      `SELECT ${part.columns}
         FROM ${from}
        WHERE ${where} AND replace(${column}, '.', '-') = replace(${given}, '.', '-')
        ORDER BY ${column} = ${given} DESC, ${column}
        LIMIT 1`,
      [...params, refId],
    );
  }
}
