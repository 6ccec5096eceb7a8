/** The address of a user, as the issuer gave it; a login that is an address stands for itself. Null for none. */
export function issuedAddress(user: string): string {
  return `coalesce(${user}.email, CASE WHEN ${user}.login LIKE '%_@_%' THEN ${user}.login END)`;
}

/** FROM and WHERE of the methods `m` of a user, as the account is now: another one of its login has none of them. */
export function ownMethods(user: string): string {
  return `FROM contact_method m WHERE m.user_id = ${user}.id AND (m.subject IS NULL OR m.subject = ${user}.subject)`;
}

/** The same of those that may be used. */
export function verifiedMethods(user: string): string {
  return `${ownMethods(user)} AND m.verified_ms IS NOT NULL`;
}

/** Whether a user can be reached: by a verified contact method, or at the address of the issuer. See rule alerts-55. */
export function isReachable(user: string): string {
  return `(EXISTS (SELECT 1 ${verifiedMethods(user)}) OR ${issuedAddress(user)} IS NOT NULL)`;
}
