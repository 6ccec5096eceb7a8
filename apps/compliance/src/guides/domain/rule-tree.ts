import type { RuleTreeNodeRecord } from '@wardstone/dto/compliance';

/** A group or a rule with the group that holds it; groups without one are roots. */
export interface TreeEntry {
  readonly id: string;
  readonly type: 'rule_group' | 'rule';
  /** Place among its kind in the guide. */
  readonly precedence: number;
  readonly parentId: string | null;
}

/**
 * The groups of a guide with their rules as a forest (rule compliance-21).
 *
 * Shape: entries in any order. Each group comes exactly once, also an empty one; siblings by precedence, in a group its
 * sub-groups before its rules.
 * Edges: a rule without a group is left out; a group whose parent is not among the entries counts as a root, a rule
 *        whose group is not is left out.
 */
export function buildRuleTree(entries: readonly TreeEntry[]): RuleTreeNodeRecord[] {
  const inOrder = (type: TreeEntry['type']): TreeEntry[] =>
    entries.filter((entry) => entry.type === type).sort((a, b) => a.precedence - b.precedence);
  const groups = inOrder('rule_group');
  const branches = new Map(
    groups.map(({ id }) => [id, { id, type: 'rule_group' as const, children: [] as RuleTreeNodeRecord[] }]),
  );
  const roots: RuleTreeNodeRecord[] = [];
  for (const { id, parentId } of groups) {
    const siblings = (parentId === null ? undefined : branches.get(parentId))?.children ?? roots;
    siblings.push(branches.get(id)!);
  }
  for (const { id, parentId } of inOrder('rule')) {
    if (parentId !== null) branches.get(parentId)?.children.push({ id, type: 'rule' });
  }
  return roots;
}
