const PREFIX = 'DynaGroup - ';

/** What the pivot text of a group stands between. */
export const PIVOT_BRACKETS = [' ( ', ' )'] as const;

/** What the names of all groups of a definition begin with. */
export function groupNamePrefix(definitionName: string): string {
  return PREFIX + definitionName;
}

/** Name of the group of one pivot text. See rule groups-9 step 4. */
export function generatedGroupName(definitionName: string, pivot: string): string {
  const [open, close] = PIVOT_BRACKETS;
  return groupNamePrefix(definitionName) + (pivot === '' ? '' : open + pivot + close);
}
