/** Whether test result `t` has no evaluated rule, so that its score is meaningless (rule compliance-35). */
export const JUDGED_NOTHING = `(t.failed_rule_count = 0 AND t.passed_rule_count = 0)`;

/** Verdict of test result `t` on its system, by the threshold of its policy `p`. */
export const VERDICT = `CASE
  WHEN NOT t.supported THEN 'unsupported'
  WHEN ${JUDGED_NOTHING} THEN 'not_applicable'
  WHEN t.score >= p.compliance_threshold THEN 'compliant'
  ELSE 'not_compliant' END`;
