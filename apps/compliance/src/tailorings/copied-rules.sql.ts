/**
 * Rules of the profile for the new tailoring `t` (rule compliance-23). The locks skip rules that a newer document of
 * the guide removes meanwhile. `$1` is the organisation.
 */
export const RULES_OF_PROFILE = `
              SELECT $1, t.id, r.id
                FROM t
                JOIN profile_rule pr ON pr.profile_id = t.profile_id
                JOIN rule r ON r.id = pr.rule_id
                 FOR KEY SHARE OF r`;
