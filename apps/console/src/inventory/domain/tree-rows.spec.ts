import { type CountChildren, type OpenBranch, relocateBranches, rowAt, countRows, type TreeRow } from './tree-rows';

const counts = (known: Record<string, number>): CountChildren => {
  return (parentId) => known[String(parentId)];
};
const all = (open: readonly OpenBranch[], countOf: CountChildren): TreeRow[] =>
  Array.from({ length: countRows(open, countOf) }, (_row, at) => rowAt(open, countOf, at));
const short = (rows: readonly TreeRow[]): string[] =>
  rows.map(({ parentId = 'top', index, depth, kind }) => `${'>'.repeat(depth)}${parentId}:${index} ${kind}`);

describe('the rows of the tree', () => {
  it('are the platforms while none is open', () => {
    expect(short(all([], counts({ undefined: 2 })))).toEqual(['top:0 entry', 'top:1 entry']);
  });

  it('hold the parts of open branches below them, at any depth', () => {
    const open = [
      { id: 20, parentId: undefined, index: 1 },
      { id: 10, parentId: undefined, index: 0 },
      { id: 11, parentId: 10, index: 1 },
    ];
    expect(short(all(open, counts({ undefined: 3, 10: 3, 11: 1, 20: 0 })))).toEqual([
      'top:0 entry',
      '>10:0 entry',
      '>10:1 entry',
      '>>11:0 entry',
      '>10:2 entry',
      'top:1 entry',
      '>20:0 empty',
      'top:2 entry',
    ]);
  });

  it('have one row in place of parts whose number is not known', () => {
    const open = [{ id: 10, parentId: undefined, index: 0 }];
    expect(short(all([], counts({})))).toEqual(['top:0 loading']);
    expect(short(all(open, counts({ undefined: 2 })))).toEqual(['top:0 entry', '>10:0 loading', 'top:1 entry']);
  });

  it('forget open branches beyond the end of a list that became shorter', () => {
    const open = [{ id: 10, parentId: undefined, index: 5 }];
    expect(countRows(open, counts({ undefined: 2, 10: 100 }))).toBe(2);
  });

  it('move with their resources, and are closed when those leave the list', () => {
    const open = [
      { id: 10, parentId: undefined, index: 0 },
      { id: 20, parentId: undefined, index: 1 },
      { id: 90, parentId: undefined, index: 900 },
    ];
    const ids = (...known: number[]) => new Map(known.map((id, at) => [at, id]));

    expect(relocateBranches(open, () => ids(10, 20, 30))).toBe(open);
    expect(relocateBranches(open, () => ids(5, 10, 30))).toEqual([{ ...open[0], index: 1 }, open[2]]);
  });

  it('are found among 200,000', () => {
    const open = [{ id: 10, parentId: undefined, index: 500 }];
    const countOf = counts({ undefined: 100_000, 10: 100_000 });
    expect(countRows(open, countOf)).toBe(200_000);
    expect(rowAt(open, countOf, 100_500)).toEqual({ parentId: 10, index: 99_999, depth: 1, kind: 'entry' });
    expect(rowAt(open, countOf, 100_501)).toEqual({ parentId: undefined, index: 501, depth: 0, kind: 'entry' });
  });
});
