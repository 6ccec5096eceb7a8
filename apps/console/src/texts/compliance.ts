/** Words of compliance. */
export const complianceTexts = {
  title: 'Compliance',
  policy: 'Policy',
  profile: 'Profile',
  systems: 'Systems',
  compliant: 'Compliant',
  empty: { title: 'No reports yet', body: 'A policy has a report once a system was assigned to it and scanned.' },
} as const;
