/** Properties that determine a group's category. */
export interface GroupTypes {
  /** Set on creation; resources of other types cannot become members. */
  declared_type_id: number | null;
  /** Lowest and highest type of the explicit members in inventory; null without members. */
  lowest_type_id: number | null;
  highest_type_id: number | null;
}

export type GroupCategory = 'COMPATIBLE' | 'MIXED';

/** The type of a group; null if it has several or none. */
export function typeOfGroup(group: GroupTypes): number | null {
  if (group.declared_type_id !== null) return group.declared_type_id;
  return hasSeveralTypes(group) ? null : group.lowest_type_id;
}

/** A group without a type is MIXED, even while it is empty. */
export function getCategory(group: GroupTypes): GroupCategory {
  return typeOfGroup(group) === null ? 'MIXED' : 'COMPATIBLE';
}

/**
 * Whether the group has members of several types, so that definitions for its single type are removed. An empty group
 * is MIXED but keeps them, because its members may return.
 */
export function hasSeveralTypes({ declared_type_id, lowest_type_id, highest_type_id }: GroupTypes): boolean {
  return declared_type_id === null && lowest_type_id !== highest_type_id;
}
