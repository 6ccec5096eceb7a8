import { IS_FAILED } from '../test-results/failed-rule.sql';
import { JUDGED_NOTHING } from '../test-results/verdict.sql';

/** Whether waiver `w` of the organisation counts at a time, also a past one. Both are placeholders, here and below. */
const counts = (org: string, at: string): string =>
  `w.org_id = ${org} AND w.decision = 'approved' AND w.decided_at <= ${at}::timestamptz
   AND w.expires_at > ${at}::timestamptz AND (w.withdrawn_at IS NULL OR w.withdrawn_at > ${at}::timestamptz)`;

/** Whether waiver `w` is for rule `r` in result `t` of system `s`. */
const COVERS = `w.rule_ref_id = r.ref_id
  AND (w.policy_id IS NULL OR w.policy_id = t.report_id)
  AND (w.system_ids IS NULL OR t.system_id = ANY (w.system_ids))
  AND (w.group_id IS NULL OR s.groups @> jsonb_build_array(jsonb_build_object('id', w.group_id)))`;

/** The waiver that counts longest of those for failed result `rr` of rule `r`, null without any. */
export const waiverOf = (org: string, at: string): string => `CASE WHEN ${IS_FAILED} THEN (
  SELECT w.id FROM waiver w WHERE ${counts(org, at)} AND ${COVERS} ORDER BY w.expires_at DESC, w.id LIMIT 1) END`;

/** Failed rules of result `t` of system `s` that are waived. Costs nothing where no waiver counts; rules are looked up once. */
const waivedRules = (org: string, at: string): string => `
  CASE WHEN t.failed_rule_count > 0 AND EXISTS (SELECT 1 FROM waiver w WHERE ${counts(org, at)}) THEN (
    SELECT count(*)::integer
      FROM rule_result rr
      JOIN rule r ON r.id = rr.rule_id
     WHERE rr.test_result_id = t.id AND ${IS_FAILED}
       AND rr.rule_id = ANY (ARRAY (
             SELECT named.id FROM rule named
              WHERE named.ref_id IN (SELECT w.rule_ref_id FROM waiver w WHERE ${counts(org, at)})))
       AND EXISTS (SELECT 1 FROM waiver w WHERE ${counts(org, at)} AND ${COVERS})) ELSE 0 END`;

/** The score if the waived rules had passed, each failed rule worth an equal share of what is missing (rule compliance-40). */
const score = (waived: string): string => `CASE
  WHEN t.failed_rule_count = 0 OR ${waived} = 0 THEN t.score
  WHEN ${waived} >= t.failed_rule_count THEN t.score + (100 - t.score)
  ELSE t.score + (100 - t.score) * ${waived} / t.failed_rule_count END`;

const verdict = (waived: string): string => `CASE
  WHEN NOT t.supported THEN 'unsupported'
  WHEN ${JUDGED_NOTHING} THEN 'not_applicable'
  WHEN ${score(waived)} >= p.compliance_threshold THEN 'compliant'
  ELSE 'not_compliant' END`;

/** Of result `t` of system `s` with policy `p`: its waived rules, counted once, its score and verdict. */
export const withExceptions = (org: string, at: string): string => `(
  SELECT json_build_object('score_with_exceptions', ${score('waived.count')},
                           'verdict_with_exceptions', ${verdict('waived.count')}, 'waived_rule_count', waived.count)
    FROM (SELECT ${waivedRules(org, at)} AS count OFFSET 0) waived)`;

export const verdictWithExceptions = (org: string, at: string): string =>
  `(SELECT ${verdict('waived.count')} FROM (SELECT ${waivedRules(org, at)} AS count OFFSET 0) waived)`;
