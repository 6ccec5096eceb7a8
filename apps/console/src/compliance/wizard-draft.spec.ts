import { getMinors } from './wizard-draft';

describe('minor versions of a new policy', () => {
  it.each([
    [[], undefined, []],
    [[], [4], [4]],
    [[0], [], [0]],
    [
      [10, 4, 10],
      [4, 6],
      [4, 6, 10],
    ],
  ])('of systems with %j and a profile for %j are %j', (ofSystems, registered, expected) => {
    const systems = new Map(ofSystems.map((minor, at) => [String(at), minor]));
    expect(getMinors({ systems }, { registered })).toEqual(expected);
  });
});
