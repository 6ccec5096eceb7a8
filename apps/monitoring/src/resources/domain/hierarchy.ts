/** A resource as a node of the tree. */
export interface Node {
  id: number;
  parentId: number | null;
}

export interface Tree<T> {
  node: T;
  children: Tree<T>[];
}

/**
 * The tree below `rootId`. Siblings keep their order; nodes that are not connected to the root are omitted.
 * @throws RangeError when the root is not among the nodes: a defect of the caller.
 */
export function toTree<T extends Node>(rootId: number, nodes: readonly T[]): Tree<T> {
  const trees = new Map<number, Tree<T>>(nodes.map((node) => [node.id, { node, children: [] }]));
  const root = trees.get(rootId);
  if (!root) throw new RangeError(`no node ${rootId}`);
  for (const node of nodes) {
    if (node.id === rootId || node.parentId === null) continue;
    trees.get(node.parentId)?.children.push(trees.get(node.id)!);
  }
  return root;
}

/** The nodes of a tree, parents first. */
export function preOrder<T>(tree: Tree<T>): T[] {
  const nodes: T[] = [];
  const open = [tree];
  for (let next = open.pop(); next; next = open.pop()) {
    nodes.push(next.node);
    for (let index = next.children.length - 1; index >= 0; index--) open.push(next.children[index]!);
  }
  return nodes;
}
