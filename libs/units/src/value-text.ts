import type { Unit } from './units';

/** Unit of a metric's numbers. */
export interface Measure {
  readonly unit: Unit;
  /** Whether the numbers are rates per minute. */
  readonly isPerMinute?: boolean;
}

export const NO_UNIT: Measure = { unit: 'NONE' };
/** Displayed for a missing value. */
export const NO_VALUE = 'no data';

/** A displayed unit, and its size in the smallest unit of its kind. */
interface Step {
  readonly symbol: string;
  readonly size: number;
}

const BYTES: readonly Step[] = powersOf1024(['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB']);
const BITS: readonly Step[] = powersOf1024(['bit', 'Kibit', 'Mibit', 'Gibit', 'Tibit', 'Pibit', 'Eibit']);
const TIMES: readonly Step[] = [
  { symbol: 'ns', size: 1 },
  { symbol: 'µs', size: 1e3 },
  { symbol: 'ms', size: 1e6 },
  { symbol: 's', size: 1e9 },
  { symbol: 'min', size: 60e9 },
  { symbol: 'h', size: 3_600e9 },
  { symbol: 'd', size: 86_400e9 },
];
/** Index of the first step from which durations are written in two units. */
const MINUTE_AT = 4;

interface Kind {
  readonly steps: readonly Step[];
  /** Size of the stored unit in the smallest step. */
  readonly size: number;
}

const KINDS: Readonly<Partial<Record<Unit, Kind>>> = {
  ...getKinds(BYTES, ['BYTES', 'KILOBYTES', 'MEGABYTES', 'GIGABYTES', 'TERABYTES', 'PETABYTES']),
  ...getKinds(BITS, ['BITS', 'KILOBITS', 'MEGABITS', 'GIGABITS', 'TERABITS', 'PETABITS']),
  ...getKinds(TIMES, ['NANOSECONDS', 'MICROSECONDS', 'MILLISECONDS', 'SECONDS', 'MINUTES', 'HOURS', 'DAYS']),
};

/** Units displayed as stored, except percent, which is stored as a fraction. */
const SYMBOLS: Readonly<Partial<Record<Unit, string>>> = {
  PERCENTAGE: '%',
  JIFFYS: 'jiffies',
  CELSIUS: '°C',
  KELVIN: 'K',
  FAHRENHEIGHT: '°F',
};

/** Significant digits of a measured value; integers keep all digits. */
const DIGITS = 3;
/** Further digits are rounding errors. */
const MAX_DIGITS = 12;
/** A bound uses a larger unit only if it needs no more digits. */
const ROUND_DIGITS = 6;
/** Larger values would overflow, so they are displayed in their own unit. */
const MAX_CONVERTED = 1e200;

/** A measured value formatted for display, e.g. 0.4104671 of PERCENTAGE as `41 %`. */
export function valueText(value: number | 'NaN' | null, measure: Measure, digits = DIGITS): string {
  const number = Number(value ?? NaN);
  if (Number.isNaN(number)) return NO_VALUE;
  return withSign(number, measure, (amount, kind) => {
    if (!kind) return digitsText(scaled(amount, measure), digits);
    return measure.isPerMinute ? inOneUnit(amount, kind, digits) : inUnits(amount, kind, digits);
  });
}

/** Decimals of a share in percent. */
const SHARE_DECIMALS = 2;

/**
 * A fraction from 0 to 1, displayed in percent with at most two decimals. Never rounded to nothing or to all: `< 0.01
 * %`, `> 99.99 %`.
 */
export function shareText(share: number): string {
  const least = 10 ** -SHARE_DECIMALS;
  const percent = share * 100;
  const shown = Number(percent.toFixed(SHARE_DECIMALS));
  if (share > 0 && shown < least) return `< ${least} %`;
  if (share < 1 && shown === 100) return `> ${100 - least} %`;
  return `${shown} %`;
}

/**
 * A configured number, such as a threshold, without rounding; bytes and bits are shortened if a readable unit needs
 * many digits.
 * @param beside an adjacent value whose unit a shortened number uses, too
 */
export function boundText(value: number, measure: Measure, beside = value): string {
  if (Number.isNaN(value)) return NO_VALUE;
  return withSign(value, measure, (amount, kind) => {
    if (!kind) return digitsText(scaled(amount, measure), MAX_DIGITS);
    return exactly(amount, kind, measure) ?? shortened(amount, kind, measure, Math.abs(beside));
  });
}

/** A value next to the bounds that it was compared with, with enough digits to distinguish them. */
export function comparedText(value: number, measure: Measure, bounds: readonly number[]): string {
  const others = bounds.filter((bound) => bound !== value);
  for (let digits = DIGITS; digits <= MAX_DIGITS; digits += 1) {
    const text = valueText(value, measure, digits);
    if (others.every((bound) => isApart(value, bound, digits) && boundText(bound, measure, value) !== text))
      return text;
  }
  return boundText(value, measure);
}

/** The unit for an axis that ends at `greatest`, and the factor for its numbers. */
export function axisUnit(measure: Measure, greatest: number): { factor: number; symbol: string } {
  const rate = measure.isPerMinute ? '/min' : '';
  const kind = KINDS[measure.unit];
  // A value that cannot be converted is displayed as stored.
  if (Math.abs(greatest) >= MAX_CONVERTED) return { factor: 1, symbol: kind ? ownStep(kind).symbol + rate : rate };
  if (!kind) return { factor: scaled(1, measure), symbol: (SYMBOLS[measure.unit] ?? '') + rate };
  const { symbol, size } = kind.steps[stepFor(Math.abs(greatest) * kind.size, kind, measure)]!;
  return { factor: kind.size / size, symbol: symbol + rate };
}

function withSign(
  value: number,
  measure: Measure,
  magnitude: (amount: number, kind: Kind | undefined) => string,
): string {
  const date = measure.isPerMinute ? undefined : toDate(value, measure.unit);
  if (date !== undefined) return date;
  const sign = value < 0 ? '-' : '';
  const kind = KINDS[measure.unit];
  const amount = Math.abs(value);
  const fitting = kind && amount * kind.size < MAX_CONVERTED ? kind : undefined;
  const text = magnitude(amount, fitting);
  const symbol = kind ? ownStep(kind).symbol : (SYMBOLS[measure.unit] ?? '');
  const shown = fitting || symbol === '' ? text : `${text} ${symbol}`;
  return `${sign}${shown}${measure.isPerMinute ? '/min' : ''}`;
}

function toDate(value: number, unit: Unit): string | undefined {
  if (unit !== 'EPOCH_MILLISECONDS' && unit !== 'EPOCH_SECONDS') return undefined;
  const date = new Date(unit === 'EPOCH_SECONDS' ? value * 1000 : value);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

function scaled(amount: number, { unit }: Measure): number {
  return unit === 'PERCENTAGE' ? amount * 100 : amount;
}

/** The largest step not above the amount; the smallest step for less than one of it; zero keeps its unit. */
function stepFor(base: number, { steps, size }: Kind, { isPerMinute = false }: Measure): number {
  if (base === 0) return steps.findIndex((step) => step.size === size);
  // Minutes per minute are hard to read.
  const last = steps === TIMES && isPerMinute ? MINUTE_AT - 1 : steps.length - 1;
  let at = last;
  while (at > 0 && steps[at]!.size > base) at -= 1;
  return at;
}

function inOneUnit(amount: number, kind: Kind, digits: number): string {
  const base = amount * kind.size;
  const measure = { unit: 'NONE', isPerMinute: true } as const;
  let at = stepFor(base, kind, measure);
  const last = kind.steps === TIMES ? MINUTE_AT - 1 : kind.steps.length - 1;
  // A value that rounds up to the next unit is shown in that unit.
  if (at < last && rounded(base / kind.steps[at]!.size, digits) * kind.steps[at]!.size >= kind.steps[at + 1]!.size)
    at += 1;
  const { symbol, size } = kind.steps[at]!;
  return `${digitsText(base / size, digits)} ${symbol}`;
}

/** In one unit, except durations of a minute or more, which use two, e.g. `1 h 30 min`. */
function inUnits(amount: number, kind: Kind, digits: number): string {
  const base = amount * kind.size;
  if (kind.steps !== TIMES) return inOneUnit(amount, kind, digits);
  const minute = TIMES[MINUTE_AT]!;
  if (rounded(base / TIMES[MINUTE_AT - 1]!.size, digits) * TIMES[MINUTE_AT - 1]!.size < minute.size) {
    return inOneUnit(amount, kind, digits);
  }
  const large = Math.max(MINUTE_AT, stepFor(base, kind, NO_UNIT));
  const small = TIMES[large - 1]!;
  const count = Math.round(base / small.size);
  // Rounding may have completed one of the larger unit.
  const carried = large + 1 < TIMES.length && count * small.size >= TIMES[large + 1]!.size ? large + 1 : large;
  return twoUnits(Math.round((count * small.size) / TIMES[carried - 1]!.size), carried);
}

/** A count of the unit below `large`, written in both units. */
function twoUnits(count: number, large: number): string {
  const [first, second] = [TIMES[large]!, TIMES[large - 1]!];
  const ratio = first.size / second.size;
  const [whole, rest] = [Math.floor(count / ratio), count % ratio];
  const parts = [`${digitsText(whole, MAX_DIGITS)} ${first.symbol}`, ...(rest > 0 ? [`${rest} ${second.symbol}`] : [])];
  return parts.join(' ');
}

/** Whether the value, rounded to `digits`, stays on its side of the bound. */
function isApart(value: number, bound: number, digits: number): boolean {
  return Math.abs(value - bound) * 2 * 10 ** (digits - 1) >= Math.max(Math.abs(value), Math.abs(bound));
}

/** Undefined if bytes or bits would need many digits. */
function exactly(amount: number, kind: Kind, measure: Measure): string | undefined {
  const base = amount * kind.size;
  for (let at = stepFor(base, kind, measure); at > 0; at -= 1) {
    const { symbol, size } = kind.steps[at]!;
    if (kind.steps === TIMES && at >= MINUTE_AT) {
      const small = TIMES[at - 1]!.size;
      if (isWhole(base / small)) return twoUnits(Math.round(base / small), at);
    } else if (hasDigits(base / size, ROUND_DIGITS)) {
      return `${digitsText(base / size, MAX_DIGITS)} ${symbol}`;
    }
  }
  if (kind.steps !== TIMES && (amount >= 10 ** ROUND_DIGITS || !hasDigits(amount, ROUND_DIGITS))) return undefined;
  return `${digitsText(amount, MAX_DIGITS)} ${ownStep(kind).symbol}`;
}

/** A bound is displayed in its own unit if the value is more than this many times as large. */
const MAX_TIMES = 1000;

function shortened(amount: number, kind: Kind, measure: Measure, beside: number): string {
  const unitOf = beside > amount && beside <= amount * MAX_TIMES ? beside : amount;
  const { symbol, size } = kind.steps[stepFor(unitOf * kind.size, kind, measure)]!;
  return `${digitsText((amount * kind.size) / size, ROUND_DIGITS)} ${symbol}`;
}

function ownStep({ steps, size }: Kind): Step {
  return steps.find((step) => step.size === size)!;
}

function isWhole(number: number): boolean {
  return Math.abs(number - Math.round(number)) <= Math.abs(number) * 1e-12;
}

function hasDigits(number: number, digits: number): boolean {
  return Math.abs(number - Number(number.toPrecision(digits))) <= Math.abs(number) * 1e-12;
}

/** Larger numbers are written with an exponent. */
const HUGE = 1e15;
const TINY = 1e-6;

function digitsText(number: number, digits: number): string {
  if (number === Infinity) return '∞';
  if (number === 0 || (number < HUGE && number >= TINY)) return String(rounded(number, digits));
  return number.toExponential(digits - 1).replace(/(?:\.0+|(\.\d*[1-9])0+)?e\+?/, '$1e');
}

function rounded(number: number, digits: number): number {
  return number >= 10 ** digits && number < HUGE ? Math.round(number) : Number(number.toPrecision(digits));
}

function powersOf1024(symbols: readonly string[]): Step[] {
  return symbols.map((symbol, power) => ({ symbol, size: 1024 ** power }));
}

/** Units of one kind, the smallest first. */
function getKinds(steps: readonly Step[], units: readonly Unit[]): Partial<Record<Unit, Kind>> {
  return Object.fromEntries(units.map((unit, at) => [unit, { steps, size: steps[at]!.size }]));
}
