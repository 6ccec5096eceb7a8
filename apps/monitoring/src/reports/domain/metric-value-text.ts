import { type Unit, unitSymbol } from '@wardstone/units';

const NO_DATA = '--no data available--';
/** Smaller values are not converted to another unit. */
const TINY = 1e-9;

/** Units of one kind, smallest first, with the factor to the next. */
const SCALES: readonly (readonly (readonly [Unit, number])[])[] = [
  sizes(['BYTES', 'KILOBYTES', 'MEGABYTES', 'GIGABYTES', 'TERABYTES', 'PETABYTES']),
  sizes(['BITS', 'KILOBITS', 'MEGABITS', 'GIGABITS', 'TERABITS', 'PETABITS']),
  [
    ['NANOSECONDS', 1000],
    ['MICROSECONDS', 1000],
    ['MILLISECONDS', 1000],
    ['SECONDS', 60],
    ['MINUTES', 60],
    ['HOURS', 24],
    ['DAYS', Infinity],
  ],
];

const ONE_DECIMAL = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  useGrouping: false,
  roundingMode: 'halfEven',
});

const PERCENT = new Intl.NumberFormat('en-US', {
  style: 'percent',
  maximumFractionDigits: 2,
  useGrouping: false,
  roundingMode: 'halfEven',
});

/**
 * Formats a value for display in the unit for its size, with one decimal. See rule reports-8. A larger unit needs a
 * value above 1, so that 1024 bytes stay 1024.0B.
 */
export function metricValueText(value: number | null, unit: Unit): string {
  if (value === null || Number.isNaN(value)) return NO_DATA;
  const [fitting, fittingUnit] = bestFit(value, unit);
  const shown = fittingUnit === 'PERCENTAGE' ? fitting * 100 : fitting;
  return ONE_DECIMAL.format(shown) + (fittingUnit === 'KILOBITS' ? 'kb' : unitSymbol(fittingUnit));
}

/** Formats a fraction in percent with at most two decimals, e.g. 0.12345 as `12.34%`. See rule reports-7. */
export function percentText(fraction: number): string {
  return PERCENT.format(fraction);
}

function bestFit(value: number, unit: Unit): [number, Unit] {
  const scale = SCALES.find((units) => units.some(([name]) => name === unit));
  if (!scale || !(Math.abs(value) >= TINY) || !Number.isFinite(value)) return [value, unit];
  let at = scale.findIndex(([name]) => name === unit);
  let fitting = value;
  for (; at < scale.length - 1 && Math.abs(fitting) / scale[at]![1] > 1; at += 1) fitting /= scale[at]![1];
  for (; at > 0 && Math.abs(fitting) < 1; at -= 1) fitting *= scale[at - 1]![1];
  return [fitting, scale[at]![0]];
}

function sizes(units: readonly Unit[]): [Unit, number][] {
  return units.map((unit) => [unit, 1024]);
}
