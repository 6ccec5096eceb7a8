import type { Measure } from '@wardstone/units';
import { axisTexts, axisTicks } from './chart-axis';

const GIB = 1024 ** 3;
const texts = (low: number, high: number, measure: Measure): string[] =>
  axisTexts(axisTicks(low, high, measure, 5), measure, Math.max(Math.abs(low), Math.abs(high)));

describe('the axis of values', () => {
  it.each<[number, number, Measure['unit'], string[]]>([
    [0, 8.2 * GIB, 'BYTES', ['0 GiB', '2 GiB', '4 GiB', '6 GiB', '8 GiB']],
    [12.7 * GIB, 19.8 * GIB, 'BYTES', ['14 GiB', '16 GiB', '18 GiB']],
    [0, 1, 'PERCENTAGE', ['0 %', '20 %', '40 %', '60 %', '80 %', '100 %']],
    [0, 0.5, 'HOURS', ['0 min', '10 min', '20 min', '30 min']],
    [-5, 5, 'NONE', ['-4', '-2', '0', '2', '4']],
    [3, 3, 'NONE', ['3']],
  ])('from %d to %d in %s has the ticks %j', (low, high, unit, expected) => {
    expect(texts(low, high, { unit })).toEqual(expected);
  });
});
