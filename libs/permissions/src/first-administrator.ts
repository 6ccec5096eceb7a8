/** Name and organisation of the account that is created if there is none. */
export const FIRST_ADMINISTRATOR = { username: 'admin', orgId: 'default' };
