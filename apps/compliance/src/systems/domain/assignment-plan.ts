import { isForeignFamily } from './os-family';

/** A system that is or may be assigned to the policy. */
export interface AssignableSystem {
  readonly id: string;
  readonly os_name: string | null;
  readonly os_major_version: number;
  readonly os_minor_version: number;
  readonly is_assigned: boolean;
  /** Whether it is assigned to another policy with the same profile ref_id. */
  readonly has_sibling: boolean;
}

/** Facts that decide whether a system fits a policy. */
export interface PolicyReach {
  readonly osMajorVersion: number;
  readonly guideRefId: string;
  /** Minors supported by the family of the policy's profile (rule compliance-25). */
  readonly supportedMinors: ReadonlySet<number>;
}

export interface AssignmentPlan {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Minors of the added systems, without duplicates. */
  readonly minors: readonly number[];
}

/**
 * Plans to replace the systems of a policy with `wantedIds` (rule compliance-19, AssignSystems). Assigned ones always
 * stay; others that do not fit are skipped silently.
 */
export function planAssignment(
  systems: readonly AssignableSystem[],
  wantedIds: readonly string[],
  policy: PolicyReach,
): AssignmentPlan {
  const wanted = new Set(wantedIds);
  const fits = (system: AssignableSystem): boolean =>
    system.os_major_version === policy.osMajorVersion &&
    !isForeignFamily(policy.guideRefId, system.os_name) &&
    policy.supportedMinors.has(system.os_minor_version) &&
    !system.has_sibling;
  const added = systems.filter((system) => wanted.has(system.id) && !system.is_assigned && fits(system));
  const removed = systems.filter(({ id, is_assigned }) => is_assigned && !wanted.has(id));
  return {
    added: added.map(({ id }) => id),
    removed: removed.map(({ id }) => id),
    minors: [...new Set(added.map(({ os_minor_version }) => os_minor_version))],
  };
}
