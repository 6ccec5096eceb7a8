import { dayText, summaryFigures, percentText, summaryText, trendLines } from './texts';

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
  stale_compliant: null as number | null,
  stale_compliant_with_exceptions: null as number | null,
});

describe('the chart of a trend', () => {
  it('has a line with exceptions beside the one without, broken where they are unknown', () => {
    const days = [point(1, 1, 2), point(2, 1, 4), point(3, 1, null), point(4, 2, 2), point(5, 4, 4)];

    expect(trendLines(days, 40, 100)).toEqual({
      most: 4,
      reported: [0, 10, 20, 30, 40].map((x) => [x, 0]),
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

  it('has one line where exceptions changed nothing', () => {
    expect(trendLines([point(1, 1, 1), point(2, 2, null)], 40, 100).excepted).toEqual([]);
  });

  it('shows the known figures of a day', () => {
    expect(dayText(point(1, 1, 2, 3))).toBe('1 compliant, 2 with exceptions, 4 reported, 3 with stale results');
    const stale = { ...point(1, 3, 4, 2), stale_compliant: 2, stale_compliant_with_exceptions: 2 };
    expect(dayText(stale)).toBe('1 compliant, 2 with exceptions, 4 reported, 2 with stale results');
    expect(trendLines([stale], 40, 100)).toMatchObject({ plain: [[0, 75]] });
    expect(dayText(point(1, 1, null, null))).toBe('1 compliant, 4 reported');
  });

  it('has one scale for days with different numbers of systems', () => {
    const days = [{ ...point(1, 1, null), reported: 2 }, point(2, 1, null)];

    expect(trendLines(days, 10, 100)).toMatchObject({
      reported: [
        [0, 50],
        [10, 0],
      ],
      plain: [
        [0, 75],
        [10, 75],
      ],
    });
  });
});

describe('the summary', () => {
  const FIGURES = {
    assigned: 1500,
    reported: 1350,
    compliant: 996,
    stale_compliant: 40,
    compliant_with_exceptions: 1000,
    stale_compliant_with_exceptions: 44,
    not_applicable: 10,
    unsupported: 5,
    stale: 586,
  };

  it('counts stale results separately, as a share of the assigned systems, rounded down', () => {
    expect(summaryText(FIGURES)).toBe('956 of 1,500 assigned systems compliant (63 %), 40 more with stale results');
    expect(summaryText({ ...FIGURES, stale_compliant: 0 })).toBe('996 of 1,500 assigned systems compliant (66 %)');
  });

  it('has each system once, from compliant to never reported', () => {
    const counts = Object.fromEntries(summaryFigures(FIGURES).map(({ name, count }) => [name, count]));

    expect(counts['Compliant with exceptions']).toBe(956);
    expect(counts).toMatchObject({ Assigned: 1500, 'Non-compliant': 339, 'Never reported': 150, 'Stale results': 586 });
    const parts = ['Compliant', 'Compliant, stale', 'Non-compliant', 'Not applicable', 'Unsupported', 'Never reported'];
    expect(parts.reduce((sum, name) => sum + counts[name]!, 0)).toBe(1500);
  });

  it('has no percentage without systems', () => {
    const none = Object.fromEntries(Object.keys(FIGURES).map((key) => [key, 0])) as unknown as typeof FIGURES;

    expect(summaryText(none)).toBe('0 of 0 assigned systems compliant (–)');
  });

  it('rounds no score up to a threshold that it misses', () => {
    expect(percentText(89.97)).toBe('89.9 %');
    expect(percentText(28.1)).toBe('28.1 %');
  });
});
