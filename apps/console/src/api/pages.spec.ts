import { sortByOf } from './pages';

describe('the order of a list', () => {
  it.each([
    [undefined, undefined],
    ['title', 'title'],
    ['-score', 'score:desc'],
    ['result,-severity', 'result,severity:desc'],
  ])('%s is sent as %s', (sort, expected) => {
    expect(sortByOf(sort)).toBe(expected);
  });
});
