import { firstAtOrAfter, type Points } from './points';

/**
 * Non-finite values: NaN, infinities, and null for the end of a series (a staleness marker). Aggregates use only finite
 * values, so these are stored separately: as codes in a series whose id is the negated id of the schedule. JavaScript
 * keeps no bits that distinguish NaNs.
 */
export type SpecialValue = number | null;

const CODES: readonly SpecialValue[] = [null, NaN, Infinity, -Infinity];

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

/** Points of a series including special values; at its end the value is NaN and does not count. */
export interface AllPoints extends Points {
  /** 1 where the series ends; absent if it never does. */
  readonly ends?: Uint8Array;
}

/** Merges both in order of time; of equal times the finite value counts. */
export function withSpecial(finite: Points, special: Points): AllPoints {
  if (special.times.length === 0) return finite;
  const most = finite.times.length + special.times.length;
  const times = new Float64Array(most);
  const values = new Float64Array(most);
  const ends = new Uint8Array(most);
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
    const value = toValue(special.values[i]!);
    times[length] = time;
    values[length] = value ?? NaN;
    ends[length++] = Number(value === null);
  });
  takeFinite(finite.times.length);
  return { times: times.subarray(0, length), values: values.subarray(0, length), ends: ends.subarray(0, length) };
}

/** Removes the ends of the series, which are no values. */
export function withoutEnds<P extends AllPoints>(points: P): Omit<P, 'ends'> {
  const { ends, ...rest } = points;
  if (!ends?.includes(1)) return rest;
  const isKept = (_value: number, i: number): boolean => ends[i] === 0;
  return { ...rest, times: points.times.filter(isKept), values: points.values.filter(isKept) };
}
