/** A resource whose children are shown. */
export interface OpenBranch {
  id: number;
  /** Id of the parent; undefined for a platform. */
  parentId: number | undefined;
  /** Its position among its siblings. */
  index: number;
}

/** Number of children of a resource by id, undefined for the platforms; returns undefined while it is unknown. */
export type CountChildren = (parentId: number | undefined) => number | undefined;

/** Content of a row: an entry of a list, or a placeholder for a resource without loaded children. */
export interface TreeRow {
  parentId: number | undefined;
  index: number;
  depth: number;
  kind: 'entry' | 'empty' | 'loading';
}

/** Number of rows in the tree. Pure. */
export function countRows(open: readonly OpenBranch[], countOf: CountChildren, parentId?: number): number {
  const count = countOf(parentId);
  if (!count) return 1;
  return openIn(open, count, parentId).reduce((sum, { id }) => sum + countRows(open, countOf, id), count);
}

/** Content of a row of the tree; reads only the branches above it. Pure. */
export function rowAt(open: readonly OpenBranch[], countOf: CountChildren, row: number): TreeRow {
  return rowIn({ open, countOf }, row, undefined, 0);
}

function rowIn(
  tree: { open: readonly OpenBranch[]; countOf: CountChildren },
  row: number,
  parentId: number | undefined,
  depth: number,
): TreeRow {
  const { open, countOf } = tree;
  const count = countOf(parentId);
  if (!count) return { parentId, index: 0, depth, kind: count === 0 ? 'empty' : 'loading' };
  let shift = 0;
  for (const branch of openIn(open, count, parentId)) {
    const first = branch.index + shift + 1;
    if (row < first) break;
    const rows = countRows(open, countOf, branch.id);
    if (row < first + rows) return rowIn(tree, row - first, branch.id, depth + 1);
    shift += rows;
  }
  return { parentId, index: row - shift, depth, kind: 'entry' };
}

function openIn(open: readonly OpenBranch[], count: number, parentId: number | undefined): OpenBranch[] {
  return open
    .filter((branch) => branch.parentId === parentId && branch.index < count)
    .sort((one, other) => one.index - other.index);
}

/** Known children of a resource: ids by position. */
export type ChildIds = (parentId: number | undefined) => ReadonlyMap<number, number>;

/**
 * Moves open branches to the present positions of their resources; branches of missing resources are closed. The same
 * array if nothing moved. Pure.
 */
export function relocateBranches(open: readonly OpenBranch[], idsOf: ChildIds): readonly OpenBranch[] {
  const next = open.flatMap((branch) => {
    const ids = idsOf(branch.parentId);
    if (!ids.has(branch.index) || ids.get(branch.index) === branch.id) return [branch];
    const place = [...ids].find(([, id]) => id === branch.id)?.[0];
    return place === undefined ? [] : [{ ...branch, index: place }];
  });
  return next.length === open.length && next.every((branch, at) => branch === open[at]) ? open : next;
}
