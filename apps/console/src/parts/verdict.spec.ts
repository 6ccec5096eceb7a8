import { sharesOf, verdictOf } from './verdict';

describe('the verdict on a result', () => {
  it.each([
    [true, true, 90, 1, 'compliant'],
    [false, true, 50, 3, 'notCompliant'],
    [false, true, 0, 3, 'notCompliant'],
    [false, true, 0, 0, 'notApplicable'],
    [true, false, 90, 1, 'unsupported'],
  ])(
    'with compliant %s, supported %s, score %s and %s failed is %s',
    (compliant, supported, score, failed, expected) => {
      expect(verdictOf({ compliant, supported, score, failed_rule_count: failed })).toBe(expected);
    },
  );
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
