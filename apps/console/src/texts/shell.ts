import { counted } from '@wardstone/units';

/** Texts of the frame around every page. */
export const shellTexts = {
  product: 'Wardstone',
  navigation: 'Navigation',
  toggleNavigation: 'Show or hide navigation',
  unresponsive: (service: 'compliance' | 'monitoring') =>
    `${{ compliance: 'Compliance', monitoring: 'Monitoring' }[service]} does not respond. Trying again.`,
  skip: 'Skip to content',
  areas: {
    overview: 'Overview',
    problems: 'Problems',
    inventory: 'Inventory',
    alerts: 'Alerts',
    explore: 'Explore',
    groups: 'Groups',
    compliance: 'Compliance',
    reports: 'Reports',
    errors: 'Errors',
    administration: 'Administration',
  },
  api: 'API',
  search: {
    label: 'Search everything',
    placeholder: 'Search (press /)',
    results: 'Search results',
    busy: 'Searching',
    nothing: 'No results',
    failed: (kinds: string) => `Search failed for: ${kinds}`,
    kinds: {
      resources: 'Hosts and resources',
      groups: 'Groups',
      definitions: 'Alert definitions',
      policies: 'Policies',
      rules: 'Rules',
      errors: 'Errors',
    },
  },
  account: (name: string) => `Account of ${name}`,
  bell: (count: number) => counted(count, 'firing problem'),
  ownName: {
    title: 'Change my name',
    name: 'Name',
    help: 'Shown beside your user name, e.g. in acknowledgements and on-call pages.',
    save: 'Save',
  },
  ownPassword: {
    title: 'Change my password',
    current: 'Current password',
    new: 'New password',
    help: 'At least 12 characters. Your other sessions end, and your tokens are revoked.',
    save: 'Save',
  },
  signOut: 'Sign out',
  signOutFailed: 'You are still signed in.',
  theme: 'Theme',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
  timeZone: 'Time zone',
  switchZone: (zone: string, other: string) => `Times are in ${zone}. Switch to ${other}.`,
  timeZones: { local: 'Local time', utc: 'UTC' },
  seenPart: {
    title: 'You see only the resources that your roles give you access to',
    body: 'Other resources are not counted here. To see more, ask an administrator to give your role access to a group.',
  },
  proof: {
    title: { ended: 'Your session has ended', recent: 'Confirm your identity' },
    body: {
      ended: 'Sign in again to continue. Nothing on this page is lost.',
      recent: 'Enter your password to continue. Nothing on this page is lost.',
    },
    atIssuer: {
      ended: 'Sign in with your organisation in a new tab, then return here. Nothing on this page is lost.',
      recent:
        'Confirm your password with your organisation in a new tab, then return here. Nothing on this page is lost.',
    },
    action: { ended: 'Sign in', recent: 'Confirm' },
    user: 'User name',
    password: 'Password',
    elsewhere: 'To use single sign-on or another account,',
    newTab: 'sign in in a new tab, then return here',
    other: (there: string, here: string) => `This browser is now signed in as ${there}. This page belongs to ${here}.`,
  },
  notFound: {
    title: 'Page not found',
    body: 'Check the address, or choose a page from the navigation.',
  },
  crashed: { title: 'This page failed', body: 'Other pages still work. Reload to try again.', reload: 'Reload' },
} as const;
