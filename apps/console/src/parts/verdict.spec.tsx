import { compliantText, scoreOf, scoreText, sharesOf } from './verdict';

describe('the shares of a report', () => {
  it('count each system once', () => {
    const shares = sharesOf({
      assigned_system_count: 10,
      reported_system_count: 7,
      compliant_system_count: 3,
      unsupported_system_count: 1,
      not_applicable_system_count: 1,
      never_reported_system_count: 3,
    });

    expect(shares.map(({ part, count }) => [part, count])).toEqual([
      ['compliant', 3],
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
  it('is none where no rule was judged', () => {
    expect(scoreOf({ verdict: 'not_applicable', score: 0 })).toBeNull();
    expect(scoreOf({ verdict: 'not_compliant', score: 0 })).toBe(0);
  });
});

describe('the share of systems that comply', () => {
  it.each([
    [0, 0, 0, 'no systems'],
    [0, 2, 0, '–'],
    [0, 3, 3, '0 %'],
    [62, 50, 40, '62 %'],
  ])('of %d percent of %d systems, of which %d reported, reads "%s"', (percent, assigned, reported, expected) => {
    const counts = { assigned_system_count: assigned, reported_system_count: reported };
    expect(compliantText({ percent_compliant: percent, ...counts })).toBe(expected);
  });
});
