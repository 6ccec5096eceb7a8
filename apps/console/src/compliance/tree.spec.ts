import type { RuleTreeNodeRecord } from '@wardstone/client/compliance';
import { countsBelow, rulesBelow } from './tree';

const rule = (id: string): RuleTreeNodeRecord => ({ id, type: 'rule' });
const group = (id: string, ...children: RuleTreeNodeRecord[]): RuleTreeNodeRecord => ({
  id,
  type: 'rule_group',
  children,
});

describe('a tree of rules', () => {
  const tree = [group('services', group('ssh', rule('idle'), rule('root')), rule('cron')), group('empty')];

  it('has rules at every depth', () => {
    expect(rulesBelow(tree)).toEqual(['idle', 'root', 'cron']);
  });

  it('counts those that are selected', () => {
    expect(countsBelow(tree, new Set(['root', 'elsewhere']))).toEqual({ all: 3, selected: 1 });
    expect(countsBelow([], new Set())).toEqual({ all: 0, selected: 0 });
  });
});
