/**
 * Identifies a rule across versions of its guide, because DISA appends a revision to its ids.
 * @param refId expression for its id
 */
export const ruleKey = (refId: string): string => `regexp_replace(${refId}, '(_?SV-[0-9]+)r[0-9]+_rule$', '\\1')`;
