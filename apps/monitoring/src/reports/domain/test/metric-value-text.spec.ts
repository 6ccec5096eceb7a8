import type { Unit } from '@wardstone/units';
import { metricValueText, percentText } from '../metric-value-text';

describe('values with units', () => {
  it.each<[number | null, Unit, string]>([
    [1536, 'BYTES', '1.5KB'],
    [0.256, 'PERCENTAGE', '25.6%'],
    [90, 'SECONDS', '1.5m'],
    [500, 'MILLISECONDS', '500.0ms'],
    [12, 'NONE', '12.0'],
    [null, 'BYTES', '--no data available--'],
    [NaN, 'NONE', '--no data available--'],
    [1024, 'BYTES', '1024.0B'],
    [1025, 'BYTES', '1.0KB'],
    [0.5, 'KILOBYTES', '512.0B'],
    [0.5, 'BYTES', '0.5B'],
    [-1536, 'BYTES', '-1.5KB'],
    [2 * 1024 ** 6, 'BYTES', '2048.0PB'],
    [2048, 'BITS', '2.0kb'],
    [0.5, 'NANOSECONDS', '0.5ns'],
    [1500, 'NANOSECONDS', '1.5us'],
    [3, 'DAYS', '3.0d'],
    [0.5, 'DAYS', '12.0h'],
    [86_400_000, 'MILLISECONDS', '24.0h'],
    [86_400_001, 'MILLISECONDS', '1.0d'],
    [90, 'JIFFYS', '90.0j'],
    [1_700_000_000, 'EPOCH_SECONDS', '1700000000.0'],
    [1e-10, 'KILOBYTES', '0.0KB'],
    [0, 'GIGABYTES', '0.0GB'],
    [0.25, 'NONE', '0.2'],
    [0.75, 'NONE', '0.8'],
    [21.5, 'CELSIUS', '21.5C'],
  ])('writes %s %s as %s', (value, unit, text) => {
    expect(metricValueText(value, unit)).toBe(text);
  });
});

describe('shares', () => {
  it.each([
    [0.12345, '12.34%'],
    [0.12355, '12.36%'],
    [0.5, '50%'],
    [1.2, '120%'],
    [0, '0%'],
    [0.71, '71%'],
    [12.345, '1234.5%'],
  ])('writes %s as %s', (share, text) => {
    expect(percentText(share)).toBe(text);
  });
});
