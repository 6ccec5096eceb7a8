import { badge, durationText, factTable, readableName } from './value-markup';

it.each([
  [0, '0 ms'],
  [7, '7 ms'],
  [1500, '1 s 500 ms'],
  [60_000, '1 min'],
  [3_661_000, '1 h 1 min'],
  [86_400_000 * 400 + 5, '400 d'],
])('writes %i ms as %s', (durationMs, expected) => {
  expect(durationText(durationMs)).toBe(expected);
});

it('leaves out facts that have no value', () => {
  expect(
    factTable([
      ['a', null],
      ['b', undefined],
      ['c', 0],
    ]).html,
  ).toBe('<table class="facts"><tbody><tr><th scope="row">c</th><td>0</td></tr></tbody></table>');
});

it('escapes the word of a badge', () => {
  expect(badge('<UP>', 'good').html).toBe('<span class="badge good">&lt;UP&gt;</span>');
});

it.each([
  ['collectionInterval', 'Collection interval'],
  ['id', 'Id'],
])('reads the name %s as %s', (name, expected) => {
  expect(readableName(name)).toBe(expected);
});
