import type { RuleTreeNodeRecord } from '@wardstone/client/compliance';

/** The ids of all rules below the nodes. Pure. */
export function rulesBelow(nodes: readonly RuleTreeNodeRecord[]): readonly string[] {
  return nodes.flatMap((node) => (node.type === 'rule' ? [node.id] : rulesBelow(node.children ?? [])));
}

/** Numbers of rules, and of selected rules, below the nodes. Pure. */
export function countsBelow(
  nodes: readonly RuleTreeNodeRecord[],
  selected: ReadonlySet<string>,
): { all: number; selected: number } {
  const rules = rulesBelow(nodes);
  return { all: rules.length, selected: rules.filter((id) => selected.has(id)).length };
}
