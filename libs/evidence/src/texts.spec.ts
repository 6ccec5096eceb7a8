import { shareText, trendLines } from './texts';

const point = (day: number, compliant: number, excepted: number | null, stale: number | null = 0) => ({
  day: `2026-01-0${day}`,
  reported: 4,
  compliant,
  unsupported: 0,
  not_applicable: 0,
  score: 50,
  stale,
  compliant_with_exceptions: excepted,
  score_with_exceptions: null,
});

describe('the picture of a trend', () => {
  it('has a line with exceptions beside the one without, broken where they are not known', () => {
    const days = [point(1, 1, 2), point(2, 1, 4), point(3, 1, null), point(4, 2, 2), point(5, 4, 4)];

    expect(trendLines(days, 40, 100)).toEqual({
      plain: [
        [0, 75],
        [10, 75],
        [20, 75],
        [30, 50],
        [40, 0],
      ],
      excepted: [
        [
          [0, 50],
          [10, 0],
        ],
        [
          [30, 50],
          [40, 0],
        ],
      ],
    });
  });

  it('has one line where exceptions were worth nothing', () => {
    expect(trendLines([point(1, 1, 1), point(2, 2, null)], 40, 100).excepted).toEqual([]);
  });

  it('says of a day what is known', () => {
    expect(shareText(point(1, 1, 2, 3))).toBe(
      '1 of 4 reporting systems compliant, 2 with exceptions, 3 with stale results',
    );
    expect(shareText(point(1, 1, null, null))).toBe('1 of 4 reporting systems compliant');
  });
});
