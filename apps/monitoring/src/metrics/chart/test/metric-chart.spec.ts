import fc from 'fast-check';
import type { Measure } from '@wardstone/units';
import { timeTicks, valueAxis } from '../axis';
import { type ChartInput, type ChartPoint, metricChart } from '../metric-chart';

const START = Date.UTC(2026, 0, 15, 4);
const STEP = 480_000;
const at = (index: number, value: number, spread = 0): ChartPoint => ({
  timeStamp: START + index * STEP,
  value,
  high: value + spread,
  low: value - spread,
});
const chart = (points: readonly ChartPoint[], over: Partial<ChartInput> = {}): string =>
  metricChart({
    points,
    step: STEP,
    start: points[0]?.timeStamp ?? START,
    end: points.at(-1)?.timeStamp ?? START,
    title: 'Free Memory',
    measure: { unit: 'CELSIUS' },
    ...over,
  })?.html ?? '';
const labels = (svg: string): string[] => [...svg.matchAll(/text-anchor="end">([^<]*)</g)].map(([, label]) => label!);
const count = (svg: string, element: string): number => svg.split(`<${element} `).length - 1;

/** Every coordinate lies on the canvas. */
function expectOnCanvas(svg: string): void {
  expect(svg).not.toMatch(/NaN|Infinity|undefined/);
  for (const [, name, value] of svg.matchAll(/ (c?[xy][12]?|width|height)="([-0-9.]+)"/g)) {
    expect([name, Number(value) >= 0 && Number(value) <= 960]).toEqual([name, true]);
  }
  for (const [, list] of svg.matchAll(/points="([^"]*)"/g)) {
    for (const pair of list!.split(' ')) {
      const [x, y] = pair.split(',').map(Number);
      expect(x! >= 0 && x! <= 960 && y! >= 0 && y! <= 320).toBe(true);
    }
  }
}

describe('metricChart', () => {
  it('draws a band, a line, the baseline, and axes with unit and time zone', () => {
    const points = Array.from({ length: 60 }, (_, i) => at(i, 50 + 10 * Math.sin(i / 5), 4));
    const svg = chart(points, { baseline: { min: 35, max: 65, mean: 50 } });
    expectOnCanvas(svg);
    expect([count(svg, 'polygon'), count(svg, 'polyline'), count(svg, 'rect'), count(svg, 'circle')]).toEqual([
      1, 1, 1, 0,
    ]);
    expect(svg).toContain('>°C</text>');
    expect(labels(svg)).toEqual(['UTC', '30', '40', '50', '60', '70']);
    expect(svg).toContain('>2026-01-15 04:00<');
    expect(svg).toContain('>06:00<');
    expect(svg).toContain('aria-label="Free Memory"');
    expect(svg).not.toMatch(/style=|<script/);
  });

  it('shows gaps as gaps, also when the empty parts are hidden', () => {
    const svg = chart([at(0, 1), at(1, 2), at(5, 3), at(6, 4), at(9, 5)]);
    expectOnCanvas(svg);
    expect([count(svg, 'polyline'), count(svg, 'circle')]).toEqual([2, 1]);
  });

  it('shows one value as a dot in the middle', () => {
    const svg = chart([at(0, 7)], { step: Infinity });
    expectOnCanvas(svg);
    expect(count(svg, 'circle')).toBe(1);
    expect(labels(svg)).toContain('7.0');
  });

  it.each([
    ['a constant', [at(0, 5), at(1, 5)], ['4.4', '4.6', '4.8', '5.0', '5.2', '5.4', '5.6']],
    ['zero', [at(0, 0), at(1, 0)], ['-1.0', '-0.5', '0.0', '0.5', '1.0']],
    ['negative values', [at(0, -40), at(1, -10)], ['-40', '-30', '-20', '-10']],
    ['values of both signs', [at(0, -1), at(1, 1)], ['-1.0', '-0.5', '0.0', '0.5', '1.0']],
    ['large values', [at(0, 1e12), at(1, 3e12)], ['1.0', '1.5', '2.0', '2.5', '3.0']],
    ['small values', [at(0, 1e-6), at(1, 3e-6)], ['1.0', '1.5', '2.0', '2.5', '3.0']],
    ['large values near each other', [at(0, 1e12), at(1, 1e12 + 4)], undefined],
  ])('labels %s', (_name, points, expected) => {
    const svg = chart(points);
    expectOnCanvas(svg);
    const [, ...shown] = labels(svg);
    expect(new Set(shown).size).toBe(shown.length);
    if (expected) expect(shown).toEqual(expected);
  });

  it('says by what power of ten the labels are multiplied', () => {
    expect(chart([at(0, 1e12), at(1, 3e12)])).toContain('>×10¹² °C</text>');
    expect(chart([at(0, 1e-6), at(1, 3e-6)], { measure: { unit: 'NONE' } })).toContain('>×10⁻⁶</text>');
  });

  it.each<[string, Measure, number[], string, string[]]>([
    ['percent', { unit: 'PERCENTAGE' }, [0.1, 0.5], '%', ['10', '20', '30', '40', '50']],
    ['sizes', { unit: 'BYTES' }, [1024 ** 3, 3 * 1024 ** 3], 'GiB', ['1.0', '1.5', '2.0', '2.5', '3.0']],
    ['lengths of time', { unit: 'MILLISECONDS' }, [60_000, 300_000], 'min', ['1', '2', '3', '4', '5']],
    ['rates', { unit: 'BYTES', isPerMinute: true }, [1024, 3072], 'KiB/min', ['1.0', '1.5', '2.0', '2.5', '3.0']],
  ])('has an axis in the unit that people use for %s', (_name, measure, [low = 0, high = 0], symbol, expected) => {
    const svg = chart([at(0, low), at(1, high)], { measure });
    expectOnCanvas(svg);
    expect(svg).toContain(`>${symbol}</text>`);
    expect(labels(svg)).toEqual(['UTC', ...expected]);
  });

  it('is none when nothing was measured', () => {
    expect(
      metricChart({ points: [], step: 1, start: 0, end: 0, title: '', measure: { unit: 'NONE' } }),
    ).toBeUndefined();
  });

  it('escapes what it shows', () => {
    expect(chart([at(0, 1)], { title: '"<x>&' })).not.toMatch(/<x>|>&/);
  });

  it('stays on the canvas whatever the values are', () => {
    const value = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e300, max: 1e300 });
    const points = fc.array(fc.tuple(fc.nat(60), value), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(points, (given) => {
        const sorted = [...new Map(given)].sort(([a], [b]) => a - b);
        expectOnCanvas(chart(sorted.map(([index, v]) => at(index, v))));
      }),
      { seed: 20260, numRuns: 300 },
    );
  });
});

describe('axes', () => {
  it.each([
    [0, 1],
    [0.1, 0.3],
    [-5, 95],
    [1e-300, 2e-300],
    [-1e300, 1e300],
    [3, 3],
  ])('hold %d to %d between 2 and 12 marks', (min, max) => {
    const { low, high, ticks } = valueAxis(min, max);
    expect(low).toBeLessThanOrEqual(min);
    expect(high).toBeGreaterThanOrEqual(max);
    expect(ticks.length).toBeGreaterThanOrEqual(2);
    expect(ticks.length).toBeLessThanOrEqual(12);
  });

  it.each([
    [2, ['2026-01-15 04:00:00.000', '04:00:00.001', '04:00:00.002']],
    [60_000, ['2026-01-15 04:00:00', '04:00:15', '04:00:30', '04:00:45', '04:01:00']],
    [3_600_000 * 48, ['2026-01-15 12:00', '2026-01-16 00:00', '12:00', '2026-01-17 00:00']],
    [86_400_000 * 365, undefined],
  ])('mark %d ms at round times', (span, expected) => {
    const ticks = timeTicks(START, START + span);
    expect(ticks.length).toBeLessThanOrEqual(7);
    if (expected) expect(ticks.map(({ label }) => label)).toEqual(expected);
  });
});
