/** Words of the inventory. */
export const inventoryTexts = {
  title: 'Inventory',
  search: 'Name',
  name: 'Name',
  type: 'Type',
  availability: 'Availability',
  empty: { title: 'No resources yet', body: 'Start an agent on a machine, and it reports here.' },
} as const;
