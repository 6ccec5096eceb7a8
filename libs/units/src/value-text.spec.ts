import { assert, constantFrom, double, property } from 'fast-check';
import { type Unit, UNITS } from './units';
import { axisUnit, boundText, comparedText, shareText, valueText } from './value-text';

describe('a measured value formatted for display', () => {
  it.each<[number | 'NaN' | null, Unit, string]>([
    [0.4104671, 'PERCENTAGE', '41 %'],
    [0.1967459, 'PERCENTAGE', '19.7 %'],
    [0, 'PERCENTAGE', '0 %'],
    [1.2345, 'PERCENTAGE', '123 %'],
    [12.345, 'PERCENTAGE', '1235 %'],
    [-0.05, 'PERCENTAGE', '-5 %'],
    [0, 'BYTES', '0 B'],
    [0, 'KILOBYTES', '0 KiB'],
    [0.5, 'BYTES', '0.5 B'],
    [1023, 'BYTES', '1023 B'],
    [1023.9999, 'KILOBYTES', '1 MiB'],
    [1024, 'BYTES', '1 KiB'],
    [1536, 'BYTES', '1.5 KiB'],
    [-1536, 'BYTES', '-1.5 KiB'],
    [16_777_216, 'KILOBYTES', '16 GiB'],
    [0.5, 'KILOBYTES', '512 B'],
    [2048, 'BITS', '2 Kibit'],
    [1e30, 'BYTES', '867361737988 EiB'],
    [0.5, 'MILLISECONDS', '500 µs'],
    [1234, 'MILLISECONDS', '1.23 s'],
    [59.99, 'SECONDS', '1 min'],
    [90.4, 'SECONDS', '1 min 30 s'],
    [119.7, 'SECONDS', '2 min'],
    [3599.7, 'SECONDS', '1 h'],
    [86_399.9, 'SECONDS', '1 d'],
    [90_000, 'SECONDS', '1 d 1 h'],
    [400, 'DAYS', '400 d'],
    [21.46, 'CELSIUS', '21.5 °C'],
    [70, 'FAHRENHEIGHT', '70 °F'],
    [293.15, 'KELVIN', '293 K'],
    [12, 'JIFFYS', '12 jiffies'],
    [1_763_800_000_000, 'EPOCH_MILLISECONDS', '2025-11-22T08:26:40.000Z'],
    [1_763_800_000, 'EPOCH_SECONDS', '2025-11-22T08:26:40.000Z'],
    [1e300, 'EPOCH_SECONDS', '1e300'],
    [0.4104671, 'NONE', '0.41'],
    [1234.56, 'NONE', '1235'],
    [12_345_678, 'NONE', '12345678'],
    [1.234e21, 'NONE', '1.23e21'],
    [1.5e-9, 'NONE', '1.5e-9'],
    ['NaN', 'BYTES', 'no data'],
    [null, 'NONE', 'no data'],
    [NaN, 'PERCENTAGE', 'no data'],
    [Infinity, 'PERCENTAGE', '∞ %'],
    [-Infinity, 'BYTES', '-∞ B'],
  ])('%p of %s is "%s"', (value, unit, text) => {
    expect(valueText(value, { unit })).toBe(text);
  });

  it.each<[number, Unit, string]>([
    [12, 'NONE', '12/min'],
    [1_572_864, 'BYTES', '1.5 MiB/min'],
    [90_000, 'MILLISECONDS', '90 s/min'],
    [0.05, 'PERCENTAGE', '5 %/min'],
    [-3, 'EPOCH_SECONDS', '-3/min'],
  ])('%p of %s per minute is "%s"', (value, unit, text) => {
    expect(valueText(value, { unit, isPerMinute: true })).toBe(text);
  });
});

describe('a share formatted for display', () => {
  it.each<[number, string]>([
    [0, '0 %'],
    [0.000_001_64, '< 0.01 %'],
    [0.000_049, '< 0.01 %'],
    [0.000_05, '0.01 %'],
    [0.123_456, '12.35 %'],
    [0.5, '50 %'],
    [0.9999, '99.99 %'],
    [0.999_949, '99.99 %'],
    [0.999_95, '> 99.99 %'],
    [0.999_999_99, '> 99.99 %'],
    [1, '100 %'],
  ])('%p is "%s"', (share, text) => {
    expect(shareText(share)).toBe(text);
  });

  it('is 0 % or 100 % only where it is exact', () => {
    assert(
      property(double({ min: 0, max: 1, noNaN: true }), (share) => {
        expect([shareText(share) === '0 %', shareText(share) === '100 %']).toEqual([share === 0, share === 1]);
      }),
    );
  });
});

describe('a threshold formatted for display', () => {
  it.each<[number, Unit, string]>([
    [0.9, 'PERCENTAGE', '90 %'],
    [0.07, 'PERCENTAGE', '7 %'],
    [0.99995, 'PERCENTAGE', '99.995 %'],
    [90, 'PERCENTAGE', '9000 %'],
    [1_073_741_824, 'BYTES', '1 GiB'],
    [1_000_000_000, 'BYTES', '953.674 MiB'],
    [-1_000_000_000, 'BYTES', '-953.674 MiB'],
    [1_234_567, 'BYTES', '1.17737 MiB'],
    [123_456, 'BYTES', '123456 B'],
    [1_000, 'KILOBYTES', '1000 KiB'],
    [90, 'SECONDS', '1 min 30 s'],
    [90.5, 'SECONDS', '90.5 s'],
    [3661, 'SECONDS', '61 min 1 s'],
    [250, 'MILLISECONDS', '250 ms'],
    [1234.5678, 'NONE', '1234.5678'],
    [Infinity, 'NONE', '∞'],
  ])('%p of %s is "%s"', (value, unit, text) => {
    expect(boundText(value, { unit })).toBe(text);
  });

  it('is distinguished from a value that is close to it', () => {
    expect(comparedText(0.93, { unit: 'PERCENTAGE' }, [0.9])).toBe('93 %');
    expect(comparedText(0.90004, { unit: 'PERCENTAGE' }, [0.9])).toBe('90.004 %');
    expect(comparedText(0.9, { unit: 'PERCENTAGE' }, [0.9])).toBe('90 %');
    expect(comparedText(60.0001, { unit: 'SECONDS' }, [60])).not.toBe('1 min');
    expect(comparedText(999_000_000, { unit: 'BYTES' }, [1_000_000_000])).toBe('952.7 MiB');
  });

  it('has the unit of the value beside it, where it is not round in its own', () => {
    const bytes = { unit: 'BYTES' } as const;
    const gib = 1024 ** 3;
    expect(boundText(1_000_000_000, bytes, 19.1 * gib)).toBe('0.931323 GiB');
    expect(boundText(1_000_000_000, bytes, 5)).toBe('953.674 MiB');
    expect(boundText(1_000_000_000, bytes, 1_000 * 1_000_000_000)).toBe('0.931323 GiB');
    expect(boundText(1_000_000_000, bytes, 1024 * 1024 * gib)).toBe('953.674 MiB');
    expect(boundText(512 * 1024 ** 2, bytes, 19.1 * gib)).toBe('512 MiB');
  });
});

const anyUnit = constantFrom(...UNITS);
const TIMELESS = UNITS.filter((unit) => !unit.startsWith('EPOCH'));
const anyNumber = double({ noNaN: true, noDefaultInfinity: true, min: -1e18, max: 1e18 });

describe('all values', () => {
  it('have a short text without words of the API', () => {
    assert(
      property(double(), anyUnit, constantFrom(true, false), (value, unit, isPerMinute) => {
        for (const text of [valueText(value, { unit, isPerMinute }), boundText(value, { unit, isPerMinute })]) {
          expect(text).not.toMatch(/NaN|Infinity|undefined|e\+|^-0( |$)|^\s|\s$/);
          expect(text.length).toBeLessThanOrEqual(32);
        }
      }),
    );
  });

  it('are the same with and without their sign', () => {
    assert(
      property(anyNumber, constantFrom(...TIMELESS), (value, unit) => {
        const positive = valueText(Math.abs(value), { unit });
        expect(valueText(-Math.abs(value), { unit })).toBe(value === 0 ? positive : `-${positive}`);
      }),
    );
  });

  it('mean what was measured, except for omitted digits', () => {
    assert(
      property(anyNumber, constantFrom(...TIMELESS), constantFrom(true, false), (value, unit, isPerMinute) => {
        const meant = meaning(valueText(value, { unit, isPerMinute }), unit);
        expect(Math.abs(meant - value)).toBeLessThanOrEqual(Math.abs(value) * 0.0084);
      }),
    );
  });

  it('mean exactly what was chosen, of bytes and bits except for omitted digits', () => {
    assert(
      property(anyNumber, constantFrom(...TIMELESS), (value, unit) => {
        const meant = meaning(boundText(value, { unit }), unit);
        const most = /BYTES|BITS/.test(unit) ? 5.1e-6 : 1e-11;
        expect(Math.abs(meant - value)).toBeLessThanOrEqual(Math.abs(value) * most);
      }),
    );
  });

  it('are in the order of the texts on an axis', () => {
    assert(
      property(anyNumber, constantFrom(...UNITS), (greatest, unit) => {
        const { factor, symbol } = axisUnit({ unit }, greatest);
        expect(factor).toBeGreaterThan(0);
        expect(symbol).not.toContain('undefined');
      }),
    );
  });
});

const SIZES: Readonly<Record<string, number>> = {
  '': 1,
  '%': 0.01,
  jiffies: 1,
  '°C': 1,
  '°F': 1,
  K: 1,
  B: 1,
  KiB: 1024,
  MiB: 1024 ** 2,
  GiB: 1024 ** 3,
  TiB: 1024 ** 4,
  PiB: 1024 ** 5,
  EiB: 1024 ** 6,
  bit: 1,
  Kibit: 1024,
  Mibit: 1024 ** 2,
  Gibit: 1024 ** 3,
  Tibit: 1024 ** 4,
  Pibit: 1024 ** 5,
  Eibit: 1024 ** 6,
  ns: 1,
  µs: 1e3,
  ms: 1e6,
  s: 1e9,
  min: 60e9,
  h: 3_600e9,
  d: 86_400e9,
};

/** Reads a text back into the unit that is stored. */
function meaning(text: string, unit: Unit): number {
  const sign = text.startsWith('-') ? -1 : 1;
  const parts = text
    .replace('/min', '')
    .replace(/^-/, '')
    .matchAll(/([0-9.]+(?:e-?[0-9]+)?) ?([^ 0-9]*)/g);
  const base = [...parts].reduce((sum, [, number, symbol]) => sum + Number(number) * SIZES[symbol!]!, 0);
  const own = axisUnit({ unit }, 0).symbol;
  return (sign * base) / (unit === 'PERCENTAGE' ? 1 : SIZES[own]!);
}
