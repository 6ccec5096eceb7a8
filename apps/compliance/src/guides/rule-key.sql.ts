/** What a rule is called in all versions of its guide: the DISA appends a revision to its ids. @param refId expression */
export const ruleKey = (refId: string): string => `regexp_replace(${refId}, '(_?SV-[0-9]+)r[0-9]+_rule$', '\\1')`;
