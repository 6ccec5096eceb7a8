import { readChartTime, overlappingDays, panRange } from './chart-time';

const NOW = 1_795_394_331_011;

describe('the time of charts', () => {
  it.each([
    ['', { start: 1_795_365_540_000, end: 1_795_394_340_000, span: '8h' }],
    ['span=1h', { start: 1_795_390_740_000, end: 1_795_394_340_000, span: '1h' }],
    ['span=9w', { start: 1_795_365_540_000, end: 1_795_394_340_000, span: '8h' }],
    ['start=5&end=7&span=1h', { start: 5, end: 7 }],
    ['start=7&end=5', { start: 1_795_365_540_000, end: 1_795_394_340_000, span: '8h' }],
  ])('of "%s" is %j', (query, expected) => {
    expect(readChartTime(new URLSearchParams(query), NOW)).toEqual(expected);
  });

  it('covers whole days', () => {
    const [noon, midnight] = [Date.UTC(2026, 10, 22, 12), Date.UTC(2026, 10, 24)];
    const whole = { from: '2026-11-22', to: '2026-11-23', start: Date.UTC(2026, 10, 22), end: midnight, count: 2 };
    expect(overlappingDays({ start: noon, end: midnight })).toEqual(whole);
    expect(overlappingDays({ start: noon, end: midnight - 60_000 })).toEqual(whole);
  });

  it('is panned by half of it, but not beyond now', () => {
    expect(panRange({ start: 100, end: 200 }, -1, 1000)).toEqual({ start: 50, end: 150 });
    expect(panRange({ start: 100, end: 200 }, 1, 1000)).toEqual({ start: 150, end: 250 });
    expect(panRange({ start: 100, end: 200 }, 1, 220)).toEqual({ start: 120, end: 220 });
    expect(panRange({ start: 100, end: 200 }, 1, 150)).toEqual({ start: 100, end: 200 });
  });
});
