/** An object of a chart: what a manifest holds, with expressions for values and parts that depend on one. */
export type Node = string | number | boolean | null | Expression | When | Node[] | Fields;

export interface Fields {
  [field: string]: Node;
}

/** Text that Helm fills in. A block fills lines of its own and is indented. */
export class Expression {
  constructor(
    readonly text: string,
    readonly isBlock = false,
  ) {}
}

/** There only where a condition of Helm's templates holds; otherwise something else, or nothing. */
export class When {
  constructor(
    readonly condition: string,
    readonly node: Node,
    readonly otherwise?: Node,
  ) {}
}

export function isFields(node: Node | undefined): node is Fields {
  return typeof node === 'object' && node !== null && !isLeaf(node) && !Array.isArray(node);
}

function isLeaf(node: object): boolean {
  return node instanceof Expression || node instanceof When;
}

export function isSame(one: Node | undefined, other: Node | undefined): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, at) => isSame(item, other[at]));
  }
  if (isFields(one) && isFields(other)) {
    const names = Object.keys(one);
    return names.length === Object.keys(other).length && names.every((name) => isSame(one[name], other[name]));
  }
  if (one instanceof Expression && other instanceof Expression) return one.text === other.text;
  if (one instanceof When && other instanceof When) {
    return one.condition === other.condition && isSame(one.node, other.node) && isSame(one.otherwise, other.otherwise);
  }
  return one === other;
}

/**
 * `tree` with what a component changes, for the condition that it is chosen. `without` and `withIt` are the same object
 * rendered without the component and with it; `tree` is `without`, in which others have already been merged.
 */
export function mergeChange(tree: Node, without: Node, withIt: Node, condition: string): Node {
  if (isSame(without, withIt)) return tree;
  if (isFields(tree) && isFields(without) && isFields(withIt)) return mergeFields(tree, without, withIt, condition);
  if (Array.isArray(tree) && Array.isArray(without) && Array.isArray(withIt) && withIt.length >= without.length) {
    const merged = tree.map((node, at) =>
      at < without.length ? mergeChange(node, without[at]!, withIt[at]!, condition) : node,
    );
    return [...merged, ...withIt.slice(without.length).map((node) => new When(condition, node))];
  }
  return new When(condition, withIt, tree);
}

function mergeFields(tree: Fields, without: Fields, withIt: Fields, condition: string): Fields {
  const merged: Fields = {};
  for (const [name, node] of Object.entries(tree)) {
    if (!(name in without)) merged[name] = node;
    else if (!(name in withIt)) merged[name] = new When(`not (${condition})`, node);
    else merged[name] = mergeChange(node, without[name]!, withIt[name]!, condition);
  }
  for (const [name, node] of Object.entries(withIt)) {
    if (name in without) continue;
    if (name in merged) throw new Error(`two components add ${name}`);
    merged[name] = new When(condition, node);
  }
  return merged;
}
