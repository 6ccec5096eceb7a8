/** Words of the administration. */
export const administrationTexts = {
  title: 'Administration',
  account: 'Account',
  type: 'Type',
  roles: 'Roles',
  empty: { title: 'No accounts' },
} as const;
