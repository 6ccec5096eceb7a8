/** Words of the problems. */
export const problemTexts = {
  title: 'Problems',
  empty: { title: 'No resource is down', body: 'Nothing needs you now.' },
  name: 'Name',
  type: 'Type',
  availability: 'Availability',
} as const;
