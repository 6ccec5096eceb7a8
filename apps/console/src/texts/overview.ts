/** Words of the overview. */
export const overviewTexts = {
  title: 'Overview',
  resources: 'Resources by availability',
  availability: 'Availability',
  count: 'Resources',
} as const;
