import { sharesOf, verdictOf } from './verdict';

describe('the verdict on a result', () => {
  it.each([
    [true, true, 'compliant'],
    [false, true, 'notCompliant'],
    [true, false, 'unsupported'],
  ])('with compliant %s and supported %s is %s', (compliant, supported, expected) => {
    expect(verdictOf({ compliant, supported })).toBe(expected);
  });
});

describe('the shares of a report', () => {
  it('count each system once', () => {
    const shares = sharesOf({
      assigned_system_count: 10,
      reported_system_count: 7,
      compliant_system_count: 4,
      unsupported_system_count: 1,
      never_reported_system_count: 3,
    });

    expect(shares.map(({ part, count }) => [part, count])).toEqual([
      ['compliant', 4],
      ['notCompliant', 2],
      ['unsupported', 1],
      ['never', 3],
    ]);
  });
});
