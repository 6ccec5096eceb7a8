/** A rule that is either only in the tailoring or only in its profile. */
export interface ChangedRule {
  readonly refId: string;
  readonly precedence: number;
  /** In the tailoring, not in its profile; the other way round otherwise. */
  readonly isAdded: boolean;
  /** Ids of the groups that hold the rule, from the root; empty for a rule without a group. */
  readonly groupPath: readonly string[];
}

export interface TailoredGroup {
  readonly id: string;
  readonly refId: string;
  readonly precedence: number;
}

/** Changes of a tailoring to its profile, as XCCDF ids by precedence. */
export interface TailoringChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Groups of added rules with all their ancestors: a scanner skips rules in a group that is off. */
  readonly groups: readonly string[];
}

/**
 * Sorts out the differences between a tailoring and its profile (rule scap-5).
 *
 * @param groups at least the groups of all added rules; a group of a path that is not among them is passed over.
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
