import type { RuleTreeNodeRecord } from '@wardstone/dto/compliance';
import fc from 'fast-check';
import { buildRuleTree, type TreeEntry } from './rule-tree';

const group = (id: string, precedence: number, parentId: string | null = null): TreeEntry => ({
  id,
  type: 'rule_group',
  precedence,
  parentId,
});
const rule = (id: string, precedence: number, parentId: string | null): TreeEntry => ({
  id,
  type: 'rule',
  precedence,
  parentId,
});

describe('buildRuleTree', () => {
  it('puts sub-groups before rules, each by precedence, whatever the order of the entries', () => {
    const entries = [
      rule('r2', 2, 'a'),
      group('b', 3),
      rule('r1', 1, 'a'),
      group('a2', 2, 'a'),
      group('a', 0),
      group('a1', 1, 'a'),
      rule('r0', 0, 'a2'),
    ];

    expect(buildRuleTree(entries)).toEqual([
      {
        id: 'a',
        type: 'rule_group',
        children: [
          { id: 'a1', type: 'rule_group', children: [] },
          { id: 'a2', type: 'rule_group', children: [{ id: 'r0', type: 'rule' }] },
          { id: 'r1', type: 'rule' },
          { id: 'r2', type: 'rule' },
        ],
      },
      { id: 'b', type: 'rule_group', children: [] },
    ]);
  });

  it('leaves out rules without a group and makes roots of groups whose parent is missing', () => {
    expect(buildRuleTree([rule('r', 0, null), rule('s', 1, 'gone'), group('a', 0, 'gone')])).toEqual([
      { id: 'a', type: 'rule_group', children: [] },
    ]);
    expect(buildRuleTree([])).toEqual([]);
  });

  it('holds every group and every grouped rule of a forest once, below its parent', () => {
    // Each group's parent is an earlier one or none, so that there are no circles.
    const forest = fc.array(fc.nat(), { maxLength: 30 }).chain((picks) => {
      const groups = picks.map((pick, index) =>
        group(`g${index}`, index, pick % (index + 1) === 0 ? null : `g${(pick % (index + 1)) - 1}`),
      );
      const rules = fc
        .array(fc.option(fc.nat({ max: 40 })), { maxLength: 40 })
        .map((homes) => homes.map((home, index) => rule(`r${index}`, index, home === null ? null : `g${home}`)));
      return rules.chain((all) => fc.shuffledSubarray([...groups, ...all], { minLength: groups.length + all.length }));
    });

    fc.assert(
      fc.property(forest, (entries) => {
        const seen = new Map<string, string | null>();
        const walk = (nodes: readonly RuleTreeNodeRecord[], parentId: string | null): void => {
          for (const node of nodes) {
            seen.set(node.id, parentId);
            if (node.type === 'rule_group') walk(node.children!, node.id);
          }
        };
        walk(buildRuleTree(entries), null);
        const groups = new Set(entries.filter(({ type }) => type === 'rule_group').map(({ id }) => id));
        const expected = entries.filter(
          ({ type, parentId }) => type === 'rule_group' || (parentId !== null && groups.has(parentId)),
        );

        expect([...seen].sort()).toEqual(expected.map(({ id, parentId }) => [id, parentId]).sort());
      }),
      { seed: 20260521, numRuns: 200 },
    );
  });
});
