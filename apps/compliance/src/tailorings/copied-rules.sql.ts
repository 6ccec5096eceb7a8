/**
 * What the tailoring `t`, just made, gets of the rules of its profile (rule compliance-23). The locks pass over rules that
 * a newer document of the guide takes away meanwhile. `$1` is the organisation.
 */
export const RULES_OF_PROFILE = `
              SELECT $1, t.id, r.id
                FROM t
                JOIN profile_rule pr ON pr.profile_id = t.profile_id
                JOIN rule r ON r.id = pr.rule_id
                 FOR KEY SHARE OF r`;
