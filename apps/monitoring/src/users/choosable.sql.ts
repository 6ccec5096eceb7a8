/** Condition for the user `u`: a person with an active account. See rule alerts-61. */
export const IS_CHOOSABLE = `u.ended_at IS NULL AND (u.type IS NULL OR u.type = 'User') AND NOT u.roles && '{agent}'::text[]`;
