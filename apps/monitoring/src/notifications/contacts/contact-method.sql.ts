/** The address that the issuer stated for a user, otherwise a login that is an e-mail address; null for none. */
export function issuedAddress(user: string): string {
  return `coalesce(${user}.email, CASE WHEN ${user}.login LIKE '%_@_%' THEN ${user}.login END)`;
}

/**
 * FROM and WHERE of a user's contact methods `m`. A new account with the same login does not inherit those of the old
 * one.
 */
export function ownMethods(user: string): string {
  return `FROM contact_method m WHERE m.user_id = ${user}.id AND (m.subject IS NULL OR m.subject = ${user}.subject)`;
}

/** Like `ownMethods`, for verified methods. */
export function verifiedMethods(user: string): string {
  return `${ownMethods(user)} AND m.verified_ms IS NOT NULL`;
}

/**
 * Whether a user can be reached: by a verified contact method, or at the address from the issuer. See rule alerts-55.
 */
export function isReachable(user: string): string {
  return `(EXISTS (SELECT 1 ${verifiedMethods(user)}) OR ${issuedAddress(user)} IS NOT NULL)`;
}
