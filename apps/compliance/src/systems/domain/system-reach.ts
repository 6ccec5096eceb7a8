/** Systems of its organisation that a caller can see (rule compliance-28). */
export interface SystemReach {
  /** Only systems in one of these inventory groups; null for all. */
  readonly groupIds: readonly string[] | null;
  /** Also systems without a group; only relevant with `groupIds`. */
  readonly admitsUngrouped: boolean;
  /** Only systems of this owner: a host that logged in with its own certificate. */
  readonly ownerId: string | null;
  /** Only systems registered by, or assigned to, this subject: an agent. */
  readonly registeredBy: string | null;
  /** Only systems that are in this inventory group as well: what a request narrows itself to. */
  readonly withinGroup?: string;
}

export const isUnlimited = ({ groupIds, ownerId, registeredBy, withinGroup }: SystemReach): boolean =>
  groupIds === null && ownerId === null && registeredBy === null && withinGroup === undefined;

interface ReachingCaller {
  readonly inventoryGroups: readonly (string | null)[] | null;
  readonly systemCn?: string;
  readonly subject: string;
  readonly ownOnly?: true;
}

export function toSystemReach({ inventoryGroups, systemCn, subject, ownOnly }: ReachingCaller): SystemReach {
  return {
    groupIds: inventoryGroups && inventoryGroups.filter((group) => group !== null),
    admitsUngrouped: inventoryGroups?.includes(null) ?? true,
    ownerId: systemCn?.toLowerCase() ?? null,
    registeredBy: ownOnly ? subject : null,
  };
}

/** The systems of the reach that are in an inventory group, or all without one. */
export const narrowReach = (reach: SystemReach, groupId: string | undefined): SystemReach =>
  groupId === undefined ? reach : { ...reach, withinGroup: groupId };

/** Whether the caller may see and write a system registered by this login. */
export function isOwn({ registeredBy }: SystemReach, system: { readonly registered_by: string | null }): boolean {
  return registeredBy === null || registeredBy === system.registered_by;
}

/** Whether a system with these groups would be visible. */
export function reaches(
  { groupIds, admitsUngrouped, ownerId }: SystemReach,
  system: { readonly groups: readonly { readonly id: string }[]; readonly owner_id: string | null },
): boolean {
  const isHost = ownerId === null || ownerId === system.owner_id;
  if (groupIds === null) return isHost;
  const isAdmitted =
    system.groups.length === 0 ? admitsUngrouped : system.groups.some(({ id }) => groupIds.includes(id));
  return isHost && isAdmitted;
}
