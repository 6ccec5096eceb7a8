import { getMinors, titleFor } from './wizard-draft';

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

describe('the title of a new policy', () => {
  const profiles = [
    { id: 'a', title: 'CIS Level 1' },
    { id: 'b', title: 'STIG' },
  ];
  it.each([
    ['that of the profile at first', { title: '', profileId: '' }, 'CIS Level 1'],
    ['that of the other profile when it was not changed', { title: 'STIG', profileId: 'b' }, 'CIS Level 1'],
    ['kept when it was entered', { title: 'Web servers', profileId: 'b' }, 'Web servers'],
  ])('is %s', (_case, draft, expected) => expect(titleFor(draft, profiles, 'a')).toBe(expected));
});
