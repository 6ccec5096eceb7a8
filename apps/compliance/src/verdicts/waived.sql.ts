import { IS_FAILED } from './failed-rule.sql';
import { JUDGED_NOTHING } from './verdict.sql';

/**
 * Whether waiver `w` of the organisation is in force at a time, which may be in the past. Both are placeholders, here
 * and below.
 */
const isInForce = (org: string, at: string): string =>
  `w.org_id = ${org} AND w.decision = 'approved' AND w.decided_at <= ${at}::timestamptz
   AND w.expires_at > ${at}::timestamptz AND (w.withdrawn_at IS NULL OR w.withdrawn_at > ${at}::timestamptz)`;

/** Whether waiver `w` decides whether a rule fails, instead of lowering its severity. */
export const DECIDES = `w.result IS DISTINCT FROM 'lowered'`;

/** Whether waiver `w` is in force and decides whether a rule fails. */
const counts = (org: string, at: string): string => `${isInForce(org, at)} AND ${DECIDES}`;

/** Whether waiver `w` applies to rule `r` in result `t` of system `s`. */
export const COVERS = `w.rule_ref_id = r.ref_id
  AND (w.policy_id IS NULL OR w.policy_id = t.report_id)
  AND (w.system_ids IS NULL OR t.system_id = ANY (w.system_ids))
  AND (w.group_id IS NULL OR s.groups @> jsonb_build_array(jsonb_build_object('id', w.group_id)))`;

/** An exception, or a review that makes the rule pass or not applicable. */
const EXCEPTS = `w.result IS DISTINCT FROM 'fail'`;
const FAILS = `w.result = 'fail'`;

/** Reviews `w` in force. */
export const countingReviews = (org: string, at: string): string => `${counts(org, at)} AND w.result IS NOT NULL`;

/** Waivers `w` in force that make a failed rule count as passed or not applicable. */
export const countingExceptions = (org: string, at: string): string => `${counts(org, at)} AND ${EXCEPTS}`;

/** Whether any waiver is in force. */
export const countWaivers = (org: string, at: string): string =>
  `EXISTS (SELECT 1 FROM waiver w WHERE ${counts(org, at)})`;

/** Whether any review in force makes a rule fail, which may contradict a scan. */
export const countFailures = (org: string, at: string): string =>
  `EXISTS (SELECT 1 FROM waiver w WHERE ${counts(org, at)} AND ${FAILS})`;

const countReviews = (org: string, at: string): string =>
  `EXISTS (SELECT 1 FROM waiver w WHERE ${countingReviews(org, at)})`;

/**
 * The waiver in force for result `rr` of rule `r`, or null: an exception or a review for a failed rule, a review for
 * others. A review that makes it fail comes first, then the one that lasts longest.
 */
export const waiverInForce = (org: string, at: string, column: 'id' | 'result' = 'id'): string => `(
  SELECT w.${column} FROM waiver w
   WHERE (${IS_FAILED} OR ${countReviews(org, at)})
     AND ${counts(org, at)} AND ${COVERS} AND (w.result IS NOT NULL OR ${IS_FAILED})
   ORDER BY coalesce(${FAILS}, FALSE) DESC, w.expires_at DESC, w.id LIMIT 1)`;

const RANK = `CASE w.severity WHEN 'medium' THEN 2 WHEN 'low' THEN 1 ELSE 0 END`;

/**
 * The waiver in force that lowers the severity of rule `r` in result `t` of system `s`, or null. Of several, the one
 * with the lowest severity, then the one that lasts longest.
 */
export function loweringInForce(org: string, at: string, column: 'id' | 'severity' | 'reason' = 'id'): string {
  const lowers = `${isInForce(org, at)} AND w.result = 'lowered'`;
  return `(
  SELECT w.${column} FROM waiver w
   WHERE EXISTS (SELECT 1 FROM waiver w WHERE ${lowers}) AND ${lowers} AND ${COVERS} AND ${RANK} < r.severity_rank
   ORDER BY ${RANK}, w.expires_at DESC, w.id LIMIT 1)`;
}

/**
 * Whether rule number `given` of result `t` of system `s` has a waiver of a kind. A statement builds hash tables of all
 * waivers in force by scope: looked up in the table, each failed rule would read all waivers for other systems. Waivers
 * for a group and something else are rare, and are looked up.
 */
function isWaived(org: string, at: string, kind: string): string {
  const waivers = (columns: string, condition: string): string => `(
    SELECT n.number${columns}
      FROM waiver w
      JOIN rule r ON r.ref_id = w.rule_ref_id
      JOIN rule_number n ON n.rule_id = r.id
     WHERE ${counts(org, at)} AND ${kind} AND ${condition})`;
  const ofPolicy = 'w.policy_id IS NOT NULL AND w.group_id IS NULL';
  return `(
    (given.number, t.report_id) IN ${waivers(', w.policy_id', `${ofPolicy} AND w.system_ids IS NULL`)}
    OR (given.number, t.system_id) IN ${waivers(
      ', unnest(w.system_ids)',
      'num_nonnulls(w.policy_id, w.group_id) = 0 AND w.system_ids IS NOT NULL',
    )}
    OR (given.number, t.report_id, t.system_id) IN ${waivers(
      ', w.policy_id, unnest(w.system_ids)',
      `${ofPolicy} AND w.system_ids IS NOT NULL`,
    )}
    OR (SELECT bool_or((given.number, own->>'id') IN ${waivers(
      ', w.group_id',
      'w.group_id IS NOT NULL AND num_nonnulls(w.policy_id, w.system_ids) = 0',
    )}) FROM jsonb_array_elements(s.groups) own)
    OR given.number IN ${waivers('', 'w.group_id IS NOT NULL AND num_nonnulls(w.policy_id, w.system_ids) > 0')}
      AND EXISTS (
        SELECT 1 FROM rule_number n JOIN rule r ON r.id = n.rule_id JOIN waiver w ON ${counts(org, at)} AND ${kind} AND ${COVERS}
         WHERE n.number = given.number))`;
}

/** Rules that a review makes fail: most rules of a result have no such review and need no other check. */
const failingRules = (org: string, at: string): string => `(
    SELECT n.number
      FROM waiver w
      JOIN rule r ON r.ref_id = w.rule_ref_id
      JOIN rule_number n ON n.rule_id = r.id
     WHERE ${counts(org, at)} AND ${FAILS})`;

/** Whether any waiver was approved until a time; otherwise exceptions have had no effect. */
export const wasAnyApproved = (org: string, at: string): string =>
  `EXISTS (SELECT 1 FROM waiver w WHERE w.org_id = ${org} AND w.decision = 'approved' AND ${DECIDES} AND w.decided_at <= ${at})`;

/**
 * For result `t` of system `s`: the `count` of failed rules that are waived, and of `overruled` ones that fail only by
 * a review. Of contradicting reviews the failing one counts. Costs nothing without active waivers.
 */
export const waivedRules = (org: string, at: string): string => `
  SELECT count(*) FILTER (WHERE ${IS_FAILED} AND NOT review.fails AND ${isWaived(org, at, EXCEPTS)})::integer AS count,
         count(*) FILTER (WHERE NOT ${IS_FAILED} AND review.fails)::integer AS overruled
    FROM rule_outcome rr
   CROSS JOIN unnest(rr.rule_numbers) given (number)
   CROSS JOIN LATERAL (
     SELECT ${countFailures(org, at)} AND given.number IN ${failingRules(org, at)}
            AND coalesce(${isWaived(org, at, FAILS)}, FALSE) AS fails OFFSET 0) review
   WHERE ${countWaivers(org, at)} AND (t.failed_rule_count > 0 OR ${countFailures(org, at)})
     AND rr.test_result_id = t.id AND (${IS_FAILED} OR ${countFailures(org, at)})`;

/**
 * The score if waived rules had passed, each worth an equal share of the missing points, and overruled rules had
 * failed, each worth an equal share of the score (rule compliance-40).
 * @param waived row with both numbers
 */
export const score = (waived: string): string => `CASE
  WHEN t.score IS NULL OR ${waived}.count = 0 AND ${waived}.overruled = 0 THEN t.score
  ELSE greatest(0, CASE
         WHEN ${waived}.count = 0 THEN t.score
         WHEN ${waived}.count >= t.failed_rule_count THEN t.score + (100 - t.score)
         ELSE t.score + (100 - t.score) * ${waived}.count / t.failed_rule_count END
       - t.score * ${waived}.overruled / greatest(t.passed_rule_count, 1)) END`;

const verdict = (waived: string): string => `CASE
  WHEN NOT t.supported THEN 'unsupported'
  WHEN ${JUDGED_NOTHING} AND ${waived}.overruled = 0 THEN 'not_applicable'
  WHEN ${score(waived)} >= p.compliance_threshold THEN 'compliant'
  ELSE 'not_compliant' END`;

/** For result `t` of system `s` with policy `p`: the waived rules, counted once, with score and verdict. */
export const withExceptions = (org: string, at: string): string => `(
  SELECT json_build_object('score_with_exceptions', ${score('waived')}, 'verdict_with_exceptions', ${verdict('waived')},
                           'waived_rule_count', waived.count, 'overruled_rule_count', waived.overruled)
    FROM (${waivedRules(org, at)} OFFSET 0) waived)`;

export const verdictWithExceptions = (org: string, at: string): string =>
  `(SELECT ${verdict('waived')} FROM (${waivedRules(org, at)} OFFSET 0) waived)`;
