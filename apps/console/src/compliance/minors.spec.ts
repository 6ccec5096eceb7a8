import { readMinors, excludeMinors } from './minors';

describe('minor versions', () => {
  it.each([
    ['', []],
    ['4', [4]],
    [' 10, 0 4,4 ', [0, 4, 10]],
    ['4.1', undefined],
    ['-1', undefined],
    ['all', undefined],
  ])('of "%s" are %j', (text, expected) => {
    expect(readMinors(text)).toEqual(expected);
  });

  it('of one list without those of another', () => {
    expect(excludeMinors([0, 4, 10], [4, 5])).toEqual([0, 10]);
  });
});
