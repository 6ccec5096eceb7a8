/** The address that the issuer stated for a user, else a login that is an e-mail address; null for none. */
export function issuedAddress(user: string): string {
  return `coalesce(${user}.email, CASE WHEN ${user}.login LIKE '%_@_%' THEN ${user}.login END)`;
}

/** FROM and WHERE of a user's contact methods `m`. A new account under the same login does not inherit the old one's. */
export function ownMethods(user: string): string {
  return `FROM contact_method m WHERE m.user_id = ${user}.id AND (m.subject IS NULL OR m.subject = ${user}.subject)`;
}

/** The same for verified methods. */
export function verifiedMethods(user: string): string {
  return `${ownMethods(user)} AND m.verified_ms IS NOT NULL`;
}

/** Whether a user can be reached: by a verified contact method, or at the address of the issuer. See rule alerts-55. */
export function isReachable(user: string): string {
  return `(EXISTS (SELECT 1 ${verifiedMethods(user)}) OR ${issuedAddress(user)} IS NOT NULL)`;
}
