import { axisUnit, type Measure } from '@wardstone/units';

const ROUND = [1, 2, 5, 10];
/** For rounding errors of divisions, in steps. */
const TOLERANCE = 1e-6;

/**
 * Axis ticks that are round in the displayed unit, e.g. 1 GiB and 2 GiB.
 * @param most approximate number of ticks that fit
 */
export function axisTicks(low: number, high: number, measure: Measure, most: number): number[] {
  const { factor } = axisUnit(measure, Math.max(Math.abs(low), Math.abs(high)));
  const wanted = ((high - low) * factor) / most;
  if (!(wanted > 0) || !Number.isFinite(wanted)) return [low];
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = power * ROUND.find((round) => round * power >= wanted * (1 - TOLERANCE))!;
  const first = Math.ceil((low * factor) / step - TOLERANCE);
  const last = Math.floor((high * factor) / step + TOLERANCE);
  return Array.from({ length: last - first + 1 }, (_split, at) => ((first + at) * step) / factor);
}

/** Texts for the ticks of an axis, in one unit. Pure. */
export function axisTexts(splits: readonly number[], measure: Measure, greatest: number): string[] {
  const { factor, symbol } = axisUnit(measure, greatest);
  return splits.map((split) => `${Number((split * factor).toPrecision(6))}${symbol === '' ? '' : ` ${symbol}`}`);
}
