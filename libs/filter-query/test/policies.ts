import type { FilterRow } from '@wardstone/testing';

/** The six policies of rule filter-6; `os_minor_version` holds the minors of the family. */
export const POLICIES: readonly { readonly name: string; readonly row: FilterRow }[] = [
  { name: 'P1', row: { title: 'Alpha', os_major_version: 7, os_minor_version: [6, 7] } },
  { name: 'P2', row: { title: 'Beta policy', os_major_version: 8, os_minor_version: [4, 5, 6, 7] } },
  { name: 'P3', row: { title: 'gamma "quoted"', os_major_version: 8, os_minor_version: [4, 5, 6, 7] } },
  { name: 'P4', row: { title: '100% sure_thing', os_major_version: 9, os_minor_version: [0, 1, 7] } },
  { name: 'P5', row: { title: "O'Neil, Ltd (EU)", os_major_version: 8, os_minor_version: [] } },
  { name: 'P6', row: { title: 'alpha', os_major_version: 9, os_minor_version: [0, 1, 7] } },
];
