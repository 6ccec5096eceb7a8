/** A rule that is only in the tailoring or only in its profile. */
export interface ChangedRule {
  readonly refId: string;
  readonly precedence: number;
  /** Whether it is in the tailoring and not in the profile, instead of the reverse. */
  readonly isAdded: boolean;
  /** Ids of the groups that contain the rule, starting at the root; empty for a rule without a group. */
  readonly groupPath: readonly string[];
}

export interface TailoredGroup {
  readonly id: string;
  readonly refId: string;
  readonly precedence: number;
}

/** Differences between a tailoring and its profile, as XCCDF ids by precedence. */
export interface TailoringChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Groups of added rules with all of their ancestors, because a scanner skips rules in an unselected group. */
  readonly groups: readonly string[];
}

/**
 * Computes the differences between a tailoring and its profile (rule scap-5).
 * @param groups at least the groups of all added rules; missing groups of a path are skipped
 */
export function tailoringChanges(rules: readonly ChangedRule[], groups: readonly TailoredGroup[]): TailoringChanges {
  const added = rules.filter(({ isAdded }) => isAdded);
  const removed = rules.filter(({ isAdded }) => !isAdded);
  const touched = new Set(added.flatMap(({ groupPath }) => groupPath));
  return {
    added: refIdsByPrecedence(added),
    removed: refIdsByPrecedence(removed),
    groups: refIdsByPrecedence(groups.filter(({ id }) => touched.has(id))),
  };
}

function refIdsByPrecedence(items: readonly { refId: string; precedence: number }[]): string[] {
  return [...items].sort((a, b) => a.precedence - b.precedence).map(({ refId }) => refId);
}
