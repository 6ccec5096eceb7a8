/** Words of the groups. */
export const groupTexts = {
  title: 'Groups',
  search: 'Name',
  name: 'Name',
  category: 'Kind',
  members: 'Members',
  empty: { title: 'No groups yet', body: 'A group shows many resources as one.' },
} as const;
