import { listSelections, parseQuery } from '@wardstone/promql';
import { groupIntoWaves } from '../rule-order';

function rule(group: string, text: string, record: string | null = null, file = '') {
  const grid = { start: 0, step: 0 as const, count: 1 };
  return { text, settings: { file, group, record }, selections: listSelections(parseQuery(text), { grid, end: 0 }) };
}

it('evaluates a rule after those of its group whose series it reads', () => {
  const rules = [
    rule('a', 'up', 'one'),
    rule('a', 'up == 0'),
    rule('a', 'one > 1', 'two'),
    rule('a', 'ALERTS{alertname="x"}'),
    rule('a', '{__name__=~"tw.*"}'),
    rule('b', 'one'),
    rule('a', 'one + 1', null, 'b.yaml'),
    rule('', 'ALERTS'),
    rule('a', '{job="x"}'),
  ];
  expect(groupIntoWaves(rules).map((wave) => wave.map(({ text }) => text))).toEqual([
    ['up', 'up == 0', 'one', 'one + 1', 'ALERTS'],
    ['one > 1', 'ALERTS{alertname="x"}'],
    ['{__name__=~"tw.*"}'],
    ['{job="x"}'],
  ]);
});

it('does not wait for later rules, nor for itself', () => {
  expect(groupIntoWaves([rule('a', 'two'), rule('a', 'up', 'two'), rule('a', 'three', 'three')])).toHaveLength(1);
});
