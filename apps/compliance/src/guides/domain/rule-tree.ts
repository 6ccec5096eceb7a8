import type { RuleTreeNodeRecord } from '@wardstone/dto/compliance';

/** A group or a rule with its enclosing group; entries without one are roots. */
export interface TreeEntry {
  readonly id: string;
  readonly type: 'rule_group' | 'rule';
  /** Position among its kind in the guide. */
  readonly precedence: number;
  readonly parentId: string | null;
}

/**
 * The groups of a guide with their rules as a forest (rule compliance-21). Entries may be in any order. Each group
 * occurs once, even if empty; siblings are sorted by precedence, sub-groups before rules. A rule without a known group
 * is omitted; a group with an unknown parent is a root.
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
