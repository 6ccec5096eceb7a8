/** Words of the reports. */
export const reportTexts = {
  title: 'Reports',
  name: 'Report',
  file: 'CSV',
  empty: { title: 'No reports' },
} as const;
