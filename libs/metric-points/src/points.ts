/** Points of one series, column by column: times in ms since the epoch, ascending and distinct; values finite. */
export interface Points {
  readonly times: Float64Array;
  readonly values: Float64Array;
}

/**
 * Collects points in the order they were stored. Of points with equal times the last counts (rule metrics-9: a second
 * submission replaces the value).
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

  /** The collected points in order of time; the collector must not be used afterwards. */
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

/** Sorts points by time. They are given in the order they were stored; of equal times the last counts. */
export function sortPoints(times: Float64Array, values: Float64Array): Points {
  for (let i = 1; i < times.length; i++) if (times[i]! <= times[i - 1]!) return sorted(times, values);
  return { times, values };
}

/**
 * Maximum moves per point for which insertion is faster than a sort: points of several connections overtake each other
 * slightly.
 */
const FEW_MOVES = 8;

function sorted(times: Float64Array, values: Float64Array): Points {
  return lastOfEqual(byInsertion(times, values) ?? bySort(times, values));
}

/** Stable sort by time; undefined if it takes many moves. */
function byInsertion(times: Float64Array, values: Float64Array): Points | undefined {
  const sortedTimes = times.slice();
  const sortedValues = values.slice();
  let movesLeft = FEW_MOVES * times.length;
  for (let i = 1; i < sortedTimes.length; i++) {
    const time = sortedTimes[i]!;
    if (sortedTimes[i - 1]! <= time) continue;
    const value = sortedValues[i]!;
    let at = i;
    for (; at > 0 && sortedTimes[at - 1]! > time; at--) {
      sortedTimes[at] = sortedTimes[at - 1]!;
      sortedValues[at] = sortedValues[at - 1]!;
    }
    sortedTimes[at] = time;
    sortedValues[at] = value;
    movesLeft -= i - at;
    if (movesLeft < 0) return undefined;
  }
  return { times: sortedTimes, values: sortedValues };
}

function bySort(times: Float64Array, values: Float64Array): Points {
  const order = Uint32Array.from(times.keys()).sort((a, b) => times[a]! - times[b]! || a - b);
  return {
    times: Float64Array.from(order, (index) => times[index]!),
    values: Float64Array.from(order, (index) => values[index]!),
  };
}

/** Keeps the last value of each time, which was stored last. Works in place. */
function lastOfEqual({ times, values }: Points): Points {
  let length = 0;
  for (let i = 0; i < times.length; i++) {
    if (length > 0 && times[length - 1] === times[i]) length--;
    times[length] = times[i]!;
    values[length] = values[i]!;
    length++;
  }
  return { times: times.subarray(0, length), values: values.subarray(0, length) };
}

/** Points with start <= time < end. */
export function slicePoints({ times, values }: Points, start: number, end: number): Points {
  const from = firstAtOrAfter(times, start);
  const to = firstAtOrAfter(times, end);
  return from === 0 && to === times.length
    ? { times, values }
    : { times: times.subarray(from, to), values: values.subarray(from, to) };
}

/** Index of the first time that is not before `time`; the number of times if all are before it. Times are ascending. */
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
