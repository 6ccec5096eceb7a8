import { moveSelection } from './search-moves';

describe('keys of the search', () => {
  it.each([
    ['ArrowDown', undefined, 3, 0],
    ['ArrowDown', 0, 3, 1],
    ['ArrowDown', 2, 3, 0],
    ['ArrowUp', undefined, 3, 2],
    ['ArrowUp', 0, 3, 2],
    ['ArrowUp', 2, 3, 1],
    ['ArrowDown', undefined, 0, undefined],
    ['Home', 1, 3, undefined],
  ])('%s at %s of %i leads to %s', (key, active, count, expected) => {
    expect(moveSelection(key, active, count)).toBe(expected);
  });
});
