import { compliantText, getScore, scoreText, toShares } from '../verdict';

describe('the shares of a report', () => {
  it('count each system once', () => {
    const shares = toShares({
      assigned_system_count: 10,
      reported_system_count: 7,
      compliant_system_count: 3,
      stale_compliant_system_count: 1,
      unsupported_system_count: 1,
      not_applicable_system_count: 1,
      never_reported_system_count: 3,
    });

    expect(shares.map(({ part, count }) => [part, count])).toEqual([
      ['compliant', 2],
      ['stale', 1],
      ['not_compliant', 2],
      ['not_applicable', 1],
      ['unsupported', 1],
      ['never', 3],
    ]);
  });
});

describe('the text of a score', () => {
  it.each([
    [100, '100 %'],
    [28.125, '28.1 %'],
    [94.99, '94.9 %'],
    [0.3, '0.3 %'],
    [0, '0 %'],
    [null, 'none'],
  ])('of %s is %s', (score, expected) => {
    expect(scoreText(score)).toBe(expected);
  });
});

describe('the score of a result', () => {
  it('is absent if no rule was evaluated', () => {
    expect(getScore({ verdict: 'not_applicable', score: 0 })).toBeNull();
    expect(getScore({ verdict: 'not_compliant', score: 0 })).toBe(0);
  });
});

describe('the share of compliant systems', () => {
  it.each([
    [0, 0, 0, 0, 0, 'no systems'],
    [0, 0, 2, 0, 0, '–'],
    [0, 0, 2, 1, 1, '–'],
    [0, 0, 3, 3, 1, '0 %'],
    [31, 0, 50, 40, 0, '62 %'],
    [31, 30, 50, 40, 0, '2 %'],
    [199, 0, 200, 200, 0, '99 %'],
  ])('compliant %d (stale results: %d), systems %d (reported %d, no applicable rule %d): "%s"', (...given) => {
    const [compliant, stale, assigned, reported, notApplicable, expected] = given;
    const report = {
      compliant_system_count: compliant,
      stale_compliant_system_count: stale,
      assigned_system_count: assigned,
      reported_system_count: reported,
      not_applicable_system_count: notApplicable,
    };
    expect(compliantText(report)).toBe(expected);
  });
});
