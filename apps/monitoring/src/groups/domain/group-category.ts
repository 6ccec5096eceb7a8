/** Facts that decide a group's category. */
export interface GroupTypes {
  /** Given on creation; members of other types are refused. */
  declared_type_id: number | null;
  /** Lowest and highest type of the explicit members in inventory; null when there are none. */
  lowest_type_id: number | null;
  highest_type_id: number | null;
}

export type GroupCategory = 'COMPATIBLE' | 'MIXED';

/** The one type of a group; null when it has several, or none. */
export function typeOfGroup(group: GroupTypes): number | null {
  if (group.declared_type_id !== null) return group.declared_type_id;
  return hasSeveralTypes(group) ? null : group.lowest_type_id;
}

/** A group without a type is MIXED too, even while it is empty. */
export function categoryOf(group: GroupTypes): GroupCategory {
  return typeOfGroup(group) === null ? 'MIXED' : 'COMPATIBLE';
}

/**
 * Whether members of several types have met in the group, which ends what was defined for its one type. An empty group
 * is MIXED but keeps it: its members may come back.
 */
export function hasSeveralTypes({ declared_type_id, lowest_type_id, highest_type_id }: GroupTypes): boolean {
  return declared_type_id === null && lowest_type_id !== highest_type_id;
}
