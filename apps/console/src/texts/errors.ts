/** Words of the catalogue of errors. */
export const errorTexts = {
  title: 'Errors',
  search: 'Search',
  type: 'Type',
  status: 'Status',
  description: 'Description',
  causes: 'Causes',
  resolution: 'Resolution',
  empty: { title: 'No error types' },
} as const;
