import type { RuleResultRecord, TestResultRecord } from '@wardstone/dto/compliance';
import { type ApiError, ComplianceError } from '@wardstone/errors';
import { notFoundById } from '../api/record-errors';
import { remediationIssueId } from '../guides/domain/remediation-issue';
import type { RuleResultRow, TestResultFacts, TestResultRow } from './test-results.queries';

export const testResultNotFound = (givenId: string): ApiError =>
  notFoundById(ComplianceError.test_result_not_found, 'TestResult', givenId);

export function toTestResultRecord({ exceptions, ...row }: TestResultRow): TestResultRecord {
  const { not_checked_rule_count, informational_rule_count, not_selected_rule_count, ...known } = row;
  const { overruled_rule_count, ...excepted } = exceptions;
  return {
    ...known,
    ...excepted,
    not_checked_rule_count,
    informational_rule_count,
    not_selected_rule_count,
    overruled_rule_count,
    end_time: row.end_time.toISOString(),
    groups: row.groups.map(({ id, name }) => ({ id, name })),
    tags: row.tags.map(({ namespace, key, value }) => ({ namespace, key, value })),
  };
}

export function toRuleResultRecord(
  row: RuleResultRow,
  { system_id, profile_ref_id }: TestResultFacts,
): RuleResultRecord {
  return {
    id: row.id,
    result: row.result,
    rule_id: row.rule_id,
    type: 'rule_result',
    system_id,
    ref_id: row.ref_id,
    rule_group_id: row.rule_group_id,
    title: row.title,
    rationale: row.rationale,
    description: row.description,
    severity: row.severity,
    precedence: row.precedence,
    identifier: row.identifier,
    references: row.references,
    remediation_issue_id: remediationIssueId({
      guideRefId: row.guide_ref_id,
      guideVersion: row.guide_version,
      profileRefId: profile_ref_id,
      ruleRefId: row.ref_id,
      isRemediationAvailable: row.remediation_available,
    }),
    waiver_id: row.waiver_id,
    controls: row.controls,
    reviewed_result: row.reviewed_result,
    lowered_severity: row.lowered_severity,
    lowering_waiver_id: row.lowering_waiver_id,
  };
}
