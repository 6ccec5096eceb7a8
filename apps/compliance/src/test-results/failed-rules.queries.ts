import { Injectable } from '@nestjs/common';
import { OrgDatabase } from '@wardstone/database';
import type { SystemFailedRuleRecord } from '@wardstone/dto/compliance';
import { type FilterColumns, toSql } from '@wardstone/filter-query';
import type { Page } from '../api/envelope';
import { findPage, type ListWindow } from '../api/paged-rows.sql';
import { convertValues } from '../systems/system-conditions.sql';
import { IS_FAILED } from '../verdicts/failed-rule.sql';
import { loweringInForce, waiverInForce } from '../verdicts/waived.sql';

/** A system that the caller sees, and the time of the request. */
interface FailedRuleScope {
  readonly systemId: string;
  readonly at: Date;
}

const FILTER: FilterColumns = {
  title: { column: 'r.title', type: 'text' },
  severity: { column: 'r.severity', type: 'text' },
  result: { column: 'rr.result', type: 'text' },
  policy_id: { column: 't.report_id', type: 'uuid' },
  file: (term, bind) => `r.named_files && ${bind(convertValues(term))}::text[]`,
};

const SORT_COLUMNS = { id: 'rr.id', severity: 'r.severity_rank', title: 'r.title', policy_title: 'p.title' };

@Injectable()
export class FailedRulesQueries {
  constructor(private readonly db: OrgDatabase) {}

  findPage(
    orgId: string,
    { systemId, at }: FailedRuleScope,
    { filter, ...window }: ListWindow,
  ): Promise<Page<SystemFailedRuleRecord>> {
    const params: unknown[] = [orgId, systemId, at];
    return findPage(this.db.scopedTo(orgId), {
      ...window,
      columns: `rr.id, 'failed_rule' AS type, r.ref_id, r.title, r.severity, rr.result, p.id AS policy_id,
        p.title AS policy_title, t.id AS test_result_id, ${waiverInForce('$1', '$3')} AS waiver_id,
        r.named_files AS files, ${loweringInForce('$1', '$3', 'severity')} AS lowered_severity`,
      from: `test_result t
        JOIN system s ON s.id = t.system_id
        JOIN policy p ON p.id = t.report_id
        JOIN rule_result rr ON rr.test_result_id = t.id
        JOIN rule r ON r.id = rr.rule_id`,
      // The time needs a type, because counting does not use it.
      where: [
        't.org_id = $1',
        't.system_id = $2::uuid',
        't.is_newest',
        '$3::timestamptz IS NOT NULL',
        IS_FAILED,
        ...(filter ? [toSql(filter, FILTER, params)] : []),
      ],
      params,
      sortColumns: SORT_COLUMNS,
    });
  }
}
