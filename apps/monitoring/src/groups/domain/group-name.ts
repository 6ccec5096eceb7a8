const PREFIX = 'DynaGroup - ';

/** Brackets around the pivot text in the name of a group. */
export const PIVOT_BRACKETS = [' ( ', ' )'] as const;

/** Common prefix of the names of a definition's groups. */
export function groupNamePrefix(definitionName: string): string {
  return PREFIX + definitionName;
}

/** Name of the group for a pivot text. See rule groups-9 step 4. */
export function generatedGroupName(definitionName: string, pivot: string): string {
  const [open, close] = PIVOT_BRACKETS;
  return groupNamePrefix(definitionName) + (pivot === '' ? '' : open + pivot + close);
}
