import { firstAtOrAfter, type Points } from './points';

/**
 * Non-finite values: NaN, infinities, and null for the end of a series (a staleness marker). Aggregates use only finite
 * values, so these are stored separately: as codes in a series whose id is the negated id of the schedule. JavaScript
 * keeps no bits that distinguish NaNs. Another code says that a native histogram is stored for the time.
 */
export type SpecialValue = number | null;

const CODES: readonly SpecialValue[] = [null, NaN, Infinity, -Infinity];

/** Code of the times at which a series has a native histogram. */
export const HISTOGRAM_CODE = CODES.length;

export function isSpecial(value: SpecialValue): boolean {
  return value === null || !Number.isFinite(value);
}

/** Id of the series with the special values of a schedule. */
export function toSpecialSeriesId(scheduleId: number): number {
  return -scheduleId;
}

/** Whether a series contains the finite values of a schedule. */
export function isOfSchedule(seriesId: number): boolean {
  return seriesId > 0;
}

export function toCode(value: SpecialValue): number {
  return CODES.findIndex((known) => Object.is(known, value));
}

export function toValue(code: number): SpecialValue {
  return CODES[code] ?? null;
}

/** Meaning of a time at which a series has no number. */
const NUMBER = 0;
export const END = 1;
export const HISTOGRAM = 2;

/** Points of a series including special values; where there is no number, the value is NaN and does not count. */
export interface AllPoints extends Points {
  /** `NUMBER`, `END` or `HISTOGRAM` at each time; absent if all are numbers. */
  readonly kinds?: Uint8Array;
}

/** Merges both in order of time; of equal times the finite value counts. */
export function withSpecial(finite: Points, special: Points): AllPoints {
  if (special.times.length === 0) return finite;
  const most = finite.times.length + special.times.length;
  const times = new Float64Array(most);
  const values = new Float64Array(most);
  const kinds = new Uint8Array(most);
  let [length, next] = [0, 0];
  const takeFinite = (upTo: number): void => {
    times.set(finite.times.subarray(next, upTo), length);
    values.set(finite.values.subarray(next, upTo), length);
    length += upTo - next;
    next = upTo;
  };
  special.times.forEach((time, i) => {
    takeFinite(firstAtOrAfter(finite.times, time));
    if (finite.times[next] === time) return;
    const code = special.values[i]!;
    const value = toValue(code);
    times[length] = time;
    values[length] = value ?? NaN;
    kinds[length++] = value !== null ? NUMBER : code === HISTOGRAM_CODE ? HISTOGRAM : END;
  });
  takeFinite(finite.times.length);
  return { times: times.subarray(0, length), values: values.subarray(0, length), kinds: kinds.subarray(0, length) };
}

/** Only the numbers of a series. */
export function onlyNumbers<P extends AllPoints>(points: P): Omit<P, 'kinds'> {
  const { kinds, ...rest } = points;
  if (!kinds?.some((kind) => kind !== NUMBER)) return rest;
  const isKept = (_value: number, i: number): boolean => kinds[i] === NUMBER;
  return { ...rest, times: points.times.filter(isKept), values: points.values.filter(isKept) };
}
