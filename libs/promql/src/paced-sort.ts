import { type Budget, UNITS_PER_LOOK } from './budget';

/** Number of items sorted at once: about a millisecond of work. */
const BLOCK = 500;
/** Units of work for a comparison. */
const UNITS_PER_COMPARISON = 20;

/** Like `toSorted`, but yields to other work. */
export async function pacedSort<T>(items: readonly T[], compare: (a: T, b: T) => number, budget: Budget): Promise<T[]> {
  let runs: T[][] = [];
  for (let at = 0; at < items.length; at += BLOCK) {
    if (budget.tick(UNITS_PER_LOOK)) await budget.rest();
    runs.push(items.slice(at, at + BLOCK).sort(compare));
  }
  while (runs.length > 1) {
    const longer: T[][] = [];
    for (let at = 0; at < runs.length; at += 2)
      longer.push(await merge(runs[at]!, runs[at + 1] ?? [], compare, budget));
    runs = longer;
  }
  return runs[0] ?? [];
}

async function merge<T>(left: T[], right: T[], compare: (a: T, b: T) => number, budget: Budget): Promise<T[]> {
  if (right.length === 0) return left;
  // Skips the merge of halves that are already in order.
  if (compare(left.at(-1)!, right[0]!) <= 0) return [...left, ...right];
  const merged: T[] = [];
  let [l, r] = [0, 0];
  while (l < left.length && r < right.length) {
    merged.push(compare(left[l]!, right[r]!) <= 0 ? left[l++]! : right[r++]!);
    if (budget.tick(UNITS_PER_COMPARISON)) await budget.rest();
  }
  return [...merged, ...left.slice(l), ...right.slice(r)];
}
