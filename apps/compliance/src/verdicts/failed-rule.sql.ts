/** Failed rule results `rr` (rule scap-4); an index contains only these. */
export const IS_FAILED = `rr.result IN ('fail', 'error', 'unknown', 'fixed')`;

/**
 * Whether one of the rules failed in a test result, in any version of its guide. The rules are looked up once.
 * @param resultId expression for the test result's id, e.g. `t.id`
 * @param refIds expression for the rules' reference ids, e.g. `$2`
 */
export const hasFailedRule = (resultId: string, refIds: string): string => `EXISTS (
  SELECT 1
    FROM rule_result rr
   WHERE rr.test_result_id = ${resultId} AND ${IS_FAILED}
     AND rr.rule_id = ANY (ARRAY (SELECT named.id FROM rule named WHERE named.ref_id = ANY (${refIds}::text[]))))`;
