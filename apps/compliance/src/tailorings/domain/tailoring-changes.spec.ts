import fc from 'fast-check';
import { type ChangedRule, type TailoredGroup, tailoringChanges } from './tailoring-changes';

describe('tailoringChanges', () => {
  const groups: TailoredGroup[] = [
    { id: '3', refId: 'leaf', precedence: 2 },
    { id: '1', refId: 'root', precedence: 0 },
    { id: '2', refId: 'branch', precedence: 1 },
    { id: '4', refId: 'other', precedence: 3 },
  ];

  it('sorts by precedence and names the groups of added rules with all their ancestors', () => {
    const rules: ChangedRule[] = [
      { refId: 'r9', precedence: 9, isAdded: true, groupPath: ['1', '2', '3'] },
      { refId: 'r2', precedence: 2, isAdded: true, groupPath: ['1', '2'] },
      { refId: 'r7', precedence: 7, isAdded: false, groupPath: ['4'] },
      { refId: 'r1', precedence: 1, isAdded: false, groupPath: [] },
    ];

    expect(tailoringChanges(rules, groups)).toEqual({
      added: ['r2', 'r9'],
      removed: ['r1', 'r7'],
      groups: ['root', 'branch', 'leaf'],
    });
  });

  it('needs no group for rules that are removed or in none', () => {
    const rules: ChangedRule[] = [
      { refId: 'r1', precedence: 1, isAdded: true, groupPath: [] },
      { refId: 'r2', precedence: 2, isAdded: false, groupPath: ['4'] },
    ];

    expect(tailoringChanges(rules, groups).groups).toEqual([]);
  });

  it('turns the profile into the tailoring, with every group on the way to an added rule', () => {
    // A guide of 12 groups, each below an earlier one, and 30 rules; which of them are in the profile and the tailoring.
    const guide = fc.record({
      parents: fc.array(fc.nat(), { minLength: 12, maxLength: 12 }),
      homes: fc.array(fc.option(fc.nat({ max: 11 })), { minLength: 30, maxLength: 30 }),
      inProfile: fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }),
      inTailoring: fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }),
      order: fc.shuffledSubarray([...Array(30).keys()], { minLength: 30 }),
    });

    fc.assert(
      fc.property(guide, ({ parents, homes, inProfile, inTailoring, order }) => {
        const toPath = (index: number): string[] => {
          const parent = parents[index]! % (index + 1);
          return [...(parent === 0 ? [] : toPath(parent - 1)), `g${index}`];
        };
        const all = homes.map((home, index) => ({
          refId: `r${index}`,
          precedence: index,
          isAdded: inTailoring[index]!,
          groupPath: home === null ? [] : toPath(home),
        }));
        const changed = order.filter((index) => inProfile[index] !== inTailoring[index]).map((index) => all[index]!);
        const guideGroups = parents.map((_parent, index) => ({
          id: `g${index}`,
          refId: `G${index}`,
          precedence: index,
        }));
        const { added, removed, groups: held } = tailoringChanges(changed, guideGroups);

        const profile = all.filter((_rule, index) => inProfile[index]).map(({ refId }) => refId);
        const tailored = new Set([...profile.filter((refId) => !removed.includes(refId)), ...added]);
        expect([...tailored].sort()).toEqual(
          all
            .filter(({ isAdded }) => isAdded)
            .map(({ refId }) => refId)
            .sort(),
        );
        expect(added.filter((refId) => profile.includes(refId))).toEqual([]);
        expect(removed.filter((refId) => !profile.includes(refId))).toEqual([]);
        const byNumber = (refIds: readonly string[]): string[] =>
          [...refIds].sort((a, b) => Number(a.slice(1)) - Number(b.slice(1)));
        expect([added, removed, held]).toEqual([byNumber(added), byNumber(removed), byNumber(held)]);
        const needed = new Set(
          changed.filter(({ isAdded }) => isAdded).flatMap(({ groupPath }) => groupPath.map((id) => id.toUpperCase())),
        );
        expect(new Set(held)).toEqual(needed);
        expect(held).toHaveLength(needed.size);
      }),
      { seed: 20260522, numRuns: 200 },
    );
  });
});
