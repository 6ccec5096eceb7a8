import { renderCsv } from '@wardstone/media-types';
import type { EvidenceHead, EvidenceRule, ReadSystems } from './evidence';

const OF_SYSTEM = ['policy', 'system', 'system_id', 'os_version', 'verdict'];
const OF_RESULT = ['verdict_with_exceptions', 'score', 'score_with_exceptions', 'freshness', 'scanned'];
const OF_RULE = ['rule', 'rule_title', 'severity', 'result'];
const DIGESTS = ['result_sha256', 'guide_version', 'guide_sha256', 'tailoring_sha256'];
const OF_EXCEPTION = ['exception_reason', 'exception_requested_by', 'exception_approved_by', 'exception_expires'];
const OF_REVIEW = ['review_result', 'review_reason', 'reviewed_by', 'review_approved_by', 'review_expires'];
const OF_LOWERING = [
  'lowered_severity',
  'lowering_reason',
  'lowering_requested_by',
  'lowering_approved_by',
  'lowering_expires',
];
const REST = [...OF_RESULT, ...OF_RULE, ...DIGESTS, ...OF_EXCEPTION, ...OF_REVIEW, ...OF_LOWERING];

/** One line for each rule of each system, and one for a system that has never reported or without evaluated rules. */
export async function* writeCsv(head: EvidenceHead, readSystems: ReadSystems): AsyncIterable<string> {
  yield renderCsv([[...OF_SYSTEM, ...REST]]);
  const tailorings = new Map(head.tailorings.map((tailoring) => [tailoring.id, tailoring]));
  for await (const { result, ...system } of readSystems('all')) {
    const start = [head.policy.title, system.display_name, system.id, system.os_version];
    if (!result) {
      yield renderCsv([[...start, 'never_reported', ...REST.map(() => null)]]);
      continue;
    }
    const { guide_version = null, guide_sha256 = null, sha256 = null } = tailorings.get(result.tailoring_id) ?? {};
    const rules = result.rules.length > 0 ? result.rules : [null];
    const digests = [result.sha256, guide_version, guide_sha256, sha256];
    const { verdict, verdict_with_exceptions, score, score_with_exceptions, freshness, end_time } = result;
    const scored = [verdict, verdict_with_exceptions, score, score_with_exceptions, freshness, end_time.toISOString()];
    yield renderCsv(
      rules.map((rule) => [
        ...start,
        ...scored,
        ...ruleCells(rule),
        ...digests,
        ...waiverCells(rule),
        ...reviewCells(rule),
        ...loweringCells(rule),
      ]),
    );
  }
}

const ruleCells = (rule: EvidenceRule | null): (string | null)[] =>
  rule ? [rule.ref_id, rule.title, rule.severity, rule.result] : OF_RULE.map(() => null);

const waiverCells = (rule: EvidenceRule | null): (string | null)[] => {
  if (!rule?.waiver) return OF_EXCEPTION.map(() => null);
  const { reason, requested_by, approved_by, expires_at } = rule.waiver;
  return [reason, requested_by, approved_by, expires_at.toISOString()];
};

const reviewCells = (rule: EvidenceRule | null): (string | null)[] => {
  if (!rule?.review) return OF_REVIEW.map(() => null);
  const { result, reason, requested_by, approved_by, expires_at } = rule.review;
  return [result, reason, requested_by, approved_by, expires_at.toISOString()];
};

const loweringCells = (rule: EvidenceRule | null): (string | null)[] => {
  if (!rule?.lowering) return OF_LOWERING.map(() => null);
  const { severity, reason, requested_by, approved_by, expires_at } = rule.lowering;
  return [severity, reason, requested_by, approved_by, expires_at.toISOString()];
};
