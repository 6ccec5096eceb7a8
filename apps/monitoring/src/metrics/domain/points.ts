/** Points of one series, column by column: times in ms since the epoch, ascending and distinct; values finite. */
export interface Points {
  readonly times: Float64Array;
  readonly values: Float64Array;
}

export const NO_POINTS: Points = { times: new Float64Array(0), values: new Float64Array(0) };

/**
 * Gathers points in the order they were stored, whatever their times. Of several points at one time the one added last
 * counts (inventory spec 8: a second submission replaces the value).
 */
export class PointCollector {
  private times: Float64Array<ArrayBuffer>;
  private values: Float64Array<ArrayBuffer>;
  private length = 0;
  private isAscending = true;

  constructor(capacity = 64) {
    this.times = new Float64Array(capacity);
    this.values = new Float64Array(capacity);
  }

  get size(): number {
    return this.length;
  }

  add(time: number, value: number): void {
    if (this.length === this.times.length) this.grow(this.length + 1);
    if (this.length > 0 && time <= this.times[this.length - 1]!) this.isAscending = false;
    this.times[this.length] = time;
    this.values[this.length] = value;
    this.length++;
  }

  addAll({ times, values }: Points): void {
    if (times.length === 0) return;
    if (this.length + times.length > this.times.length) this.grow(this.length + times.length);
    if (this.length > 0 && times[0]! <= this.times[this.length - 1]!) this.isAscending = false;
    this.times.set(times, this.length);
    this.values.set(values, this.length);
    this.length += times.length;
  }

  /** What was gathered, in the order of time. The collector may not be used afterwards. */
  toPoints(): Points {
    const times = this.times.subarray(0, this.length);
    const values = this.values.subarray(0, this.length);
    return this.isAscending ? { times, values } : sorted(times, values);
  }

  private grow(needed: number): void {
    const capacity = Math.max(needed, this.times.length * 2);
    const times = new Float64Array(capacity);
    const values = new Float64Array(capacity);
    times.set(this.times.subarray(0, this.length));
    values.set(this.values.subarray(0, this.length));
    this.times = times;
    this.values = values;
  }
}

/** Points in the order they were stored, whatever their times; of several at one time the last counts. */
export function inOrder(times: Float64Array, values: Float64Array): Points {
  for (let i = 1; i < times.length; i++) if (times[i]! <= times[i - 1]!) return sorted(times, values);
  return { times, values };
}

function sorted(times: Float64Array, values: Float64Array): Points {
  // Equal times keep their order, so that the last of them is the one stored last.
  const order = Uint32Array.from(times.keys()).sort((a, b) => times[a]! - times[b]! || a - b);
  const sortedTimes = new Float64Array(order.length);
  const sortedValues = new Float64Array(order.length);
  let length = 0;
  for (const index of order) {
    if (length > 0 && sortedTimes[length - 1] === times[index]) length--;
    sortedTimes[length] = times[index]!;
    sortedValues[length] = values[index]!;
    length++;
  }
  return { times: sortedTimes.subarray(0, length), values: sortedValues.subarray(0, length) };
}

/** Those of the points with start <= time < end. */
export function within({ times, values }: Points, start: number, end: number): Points {
  const from = firstAtOrAfter(times, start);
  const to = firstAtOrAfter(times, end);
  return from === 0 && to === times.length
    ? { times, values }
    : { times: times.subarray(from, to), values: values.subarray(from, to) };
}

/** Index of the first of the ascending times that is not before `time`; their number if all are. */
export function firstAtOrAfter(times: Float64Array, time: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (times[middle]! < time) low = middle + 1;
    else high = middle;
  }
  return low;
}
