import { findNewMinors } from './new-minors';

it('minor versions to register are those of chosen systems that no profile supports, each once', () => {
  const chosen = new Map([
    ['a', 10],
    ['b', 2],
    ['c', 2],
    ['d', 4],
    // Assigned before it was chosen.
    ['e', undefined],
  ]);

  expect(findNewMinors(chosen, [4])).toEqual([2, 10]);
  expect(findNewMinors(new Map(), [])).toEqual([]);
});
