import { factTable, readableName } from './value-markup';

it('leaves out facts that have no value', () => {
  expect(
    factTable([
      ['a', null],
      ['b', undefined],
      ['c', 0],
    ]).html,
  ).toBe('<table class="facts"><tbody><tr><th scope="row">c</th><td>0</td></tr></tbody></table>');
});

it.each([
  ['collectionInterval', 'Collection interval'],
  ['id', 'Id'],
])('reads the name %s as %s', (name, expected) => {
  expect(readableName(name)).toBe(expected);
});
