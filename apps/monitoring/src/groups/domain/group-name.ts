const PREFIX = 'DynaGroup - ';

/** What the names of all groups of a definition begin with. */
export function groupNamePrefix(definitionName: string): string {
  return PREFIX + definitionName;
}

/** Name of the group of one pivot text. See rule groups-9 step 4. */
export function generatedGroupName(definitionName: string, pivot: string): string {
  return groupNamePrefix(definitionName) + (pivot === '' ? '' : ` ( ${pivot} )`);
}
