import { daysFrom, everyDay, type TrendPoint } from './trend';

const NOW = Date.UTC(2026, 4, 26, 23, 59);
const point = (day: string, reported: number): TrendPoint => ({
  day,
  reported,
  compliant: 0,
  unsupported: 0,
  not_applicable: 0,
  score: null,
  stale: null,
  compliant_with_exceptions: null,
  score_with_exceptions: null,
  stale_compliant: null,
  stale_compliant_with_exceptions: null,
});

describe('the days of a trend', () => {
  it.each<[{ from?: string; to?: string }, string, string]>([
    [{}, '2026-02-25', '2026-05-26'],
    [{ to: '2026-03-01' }, '2025-12-01', '2026-03-01'],
    [{ from: '2026-05-01' }, '2026-05-01', '2026-05-26'],
    [{ from: '1999-01-01' }, '2026-05-16', '2026-05-26'],
  ])('of %j are %s to %s', (given, from, to) => {
    const most = given.from === '1999-01-01' ? 10 : 731;
    expect(daysFrom(given, NOW, most)).toEqual({ from, to, today: '2026-05-26' });
  });

  it('end after they begin', () => {
    expect(daysFrom({ from: '2026-05-02', to: '2026-05-01' }, NOW, 731)).toBeUndefined();
  });
});

describe('everyDay', () => {
  const days = { from: '2026-02-27', to: '2026-03-03', today: '2026-03-02' };

  it('carries the last known day forward, across months, until today', () => {
    const known = [point('2026-02-20', 1), point('2026-03-01', 2)];

    expect(everyDay(known, days).map(({ day, reported }) => [day, reported])).toEqual([
      ['2026-02-27', 1],
      ['2026-02-28', 1],
      ['2026-03-01', 2],
      ['2026-03-02', 2],
    ]);
  });

  it('omits days before the first result', () => {
    expect(everyDay([point('2026-03-01', 0), point('2026-03-02', 1)], days).map(({ day }) => day)).toEqual([
      '2026-03-02',
    ]);
    expect(everyDay([], days)).toEqual([]);
  });
});
