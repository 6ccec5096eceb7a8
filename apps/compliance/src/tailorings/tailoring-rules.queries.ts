import { Injectable } from '@nestjs/common';
import { OrgDatabase, type Queryable, type Transaction } from '@wardstone/database';
import type { RuleRecord } from '@wardstone/dto/compliance';
import type { Page } from '../api/envelope';
import type { ListWindow } from '../api/paged-rows.sql';
import { RULE_ROWS, findParts } from '../guides/guide-parts.sql';
import type { RuleSelection } from './domain/rule-selection';
import { TailoringEntity } from './tailoring.entity';

function findPage(db: Queryable, orgId: string, tailoringId: string, window: ListWindow): Promise<Page<RuleRecord>> {
  const source = {
    from: 'tailoring_rule tr JOIN rule r ON r.id = tr.rule_id',
    where: 'tr.org_id = $1 AND tr.tailoring_id = $2',
    params: [orgId, tailoringId],
  };
  return findParts(db, RULE_ROWS, source, window);
}

/** The rules of one tailoring, locked during a transaction. */
export class TailoringRulesWriter {
  constructor(
    private readonly db: Transaction,
    private readonly orgId: string,
    private readonly tailoringId: string,
  ) {}

  /** Locks the rules against other writers. False if the tailoring was deleted. */
  async lock(): Promise<boolean> {
    const tailoring = await this.db.repository(TailoringEntity).findOne({
      select: { id: true },
      where: { org_id: this.orgId, id: this.tailoringId },
      lock: { mode: 'pessimistic_write' },
    });
    return tailoring !== null;
  }

  /** Replaces the rules with the selected ones; rules of other guides are skipped. */
  async replace(guideId: string, { by, values }: RuleSelection): Promise<void> {
    const isSelected = by === 'id' ? 'r.id = ANY($4::uuid[])' : 'r.ref_id = ANY($4::text[])';
    await this.db.query(
      `WITH wanted AS (SELECT r.id FROM rule r WHERE r.security_guide_id = $3 AND ${isSelected} FOR KEY SHARE),
            gone AS (
              DELETE FROM tailoring_rule
               WHERE org_id = $1 AND tailoring_id = $2 AND rule_id NOT IN (SELECT id FROM wanted))
       INSERT INTO tailoring_rule (org_id, tailoring_id, rule_id)
       SELECT $1, $2, wanted.id FROM wanted
       ON CONFLICT DO NOTHING`,
      [this.orgId, this.tailoringId, guideId, values],
    );
  }

  findPage(window: ListWindow): Promise<Page<RuleRecord>> {
    return findPage(this.db, this.orgId, this.tailoringId, window);
  }
}

@Injectable()
export class TailoringRulesQueries {
  constructor(private readonly db: OrgDatabase) {}

  findPage(orgId: string, tailoringId: string, window: ListWindow): Promise<Page<RuleRecord>> {
    return findPage(this.db.scopedTo(orgId), orgId, tailoringId, window);
  }

  /** Runs `work` in one transaction. */
  write<T>(orgId: string, tailoringId: string, work: (rules: TailoringRulesWriter) => Promise<T>): Promise<T> {
    return this.db.transaction(orgId, (transaction) => work(new TailoringRulesWriter(transaction, orgId, tailoringId)));
  }

  /** A rule of any guide. */
  async findRule(orgId: string, id: string): Promise<{ rule: RuleRecord; guideId: string } | undefined> {
    const [row] = await this.db.query<RuleRecord & { guide_id: string }>(
      orgId,
      `SELECT ${RULE_ROWS.columns}, r.security_guide_id AS guide_id FROM rule r WHERE r.id = $1`,
      [id],
    );
    if (!row) return undefined;
    const { guide_id: guideId, ...rule } = row;
    return { rule, guideId };
  }

  /** False if the tailoring already has the rule, or was deleted. */
  add(orgId: string, tailoringId: string, ruleId: string): Promise<boolean> {
    return this.db.hasRow(
      orgId,
      `INSERT INTO tailoring_rule (org_id, tailoring_id, rule_id)
       SELECT t.org_id, t.id, r.id
         FROM tailoring t CROSS JOIN rule r
        WHERE t.org_id = $1 AND t.id = $2 AND r.id = $3
          FOR KEY SHARE
       ON CONFLICT DO NOTHING
       RETURNING rule_id`,
      [orgId, tailoringId, ruleId],
    );
  }

  /** Returns the removed rule; undefined if the tailoring did not have it. */
  remove(orgId: string, tailoringId: string, ruleId: string): Promise<RuleRecord | undefined> {
    return this.db.first<RuleRecord>(
      orgId,
      `WITH gone AS (
              DELETE FROM tailoring_rule
               WHERE org_id = $1 AND tailoring_id = $2 AND rule_id = $3
              RETURNING rule_id)
       SELECT ${RULE_ROWS.columns} FROM gone JOIN rule r ON r.id = gone.rule_id`,
      [orgId, tailoringId, ruleId],
    );
  }
}
