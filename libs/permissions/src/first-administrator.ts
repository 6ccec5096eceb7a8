/** Name and organisation of the account that is made where there is none. */
export const FIRST_ADMINISTRATOR = { username: 'admin', orgId: 'default' };
