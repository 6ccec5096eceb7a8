import { Injectable } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import {
  type AllPoints,
  type EncodedRows,
  firstAtOrAfter,
  HISTOGRAM,
  HISTOGRAM_CODE,
  HOUR_MS,
  MAX_LEAD_MS,
  type Points,
  toSpecialSeriesId,
  type TierPart,
  tierParts,
  type TierRow,
  type TimeWindow,
  toValue,
  withSpecial,
} from '@wardstone/metric-points';
import {
  type Budget,
  type FoundSeries,
  type Kept,
  type Notes,
  type Selection,
  type StoredPoints,
  tooManySamples,
  UNITS_PER_SERIES,
} from '@wardstone/promql';
import type { LatestValue } from '@wardstone/series-formats';
import { Pace } from '@wardstone/turns';
import { BucketReader } from '../metrics/data/bucket-reader';
import { HistogramStore, type StoredHistograms } from '../metrics/storage/histogram-store';
import { type BegunRead, MetricReader, type NewestPoint } from '../metrics/storage/metric-reader';

/** Number of schedules whose roll-ups are read at once, so that an excess is detected early. */
const SCHEDULES_AT_A_TIME = 1_000;
/** Samples of several selections that are read together; a selection with more is read alone. */
const MAX_TOGETHER = 500_000;
/** Decoded samples kept for selections that share series, 16 bytes each. */
const MAX_DECODED = 1_000_000;
/** A stored bucket takes about two bytes, and as much memory as a sample when it is read. */
const BYTES_PER_SAMPLE = 2;
const ROLLED_UP =
  'values older than 7 days are averages, minima and maxima of 1 h, older than 14 days of 6 h, than 31 days of 24 h';
const GONE =
  'values older than 7 days are missing: of those only averages, minima and maxima are kept, which plain selectors, ' +
  'avg_over_time, min_over_time, max_over_time, first_over_time, last_over_time, present_over_time and absent_over_time read';

/** The points that one of several selections reads. */
export interface WantedPoints extends Pick<Selection, 'from' | 'to'> {
  readonly series: readonly FoundSeries[];
}

type FindPoints = (scheduleId: number) => StoredPoints;

/** Reads stored values, and roll-ups of deleted ones. See rule prometheus-8. */
@Injectable()
export class PrometheusPoints {
  constructor(
    private readonly reader: MetricReader,
    private readonly histograms: HistogramStore,
    private readonly buckets: BucketReader,
    private readonly clock: Clock,
  ) {}

  /** Starts a read whose series are not yet known. */
  begin(): BegunRead {
    return this.reader.begin();
  }

  /** @throws PromqlError when there are more points than the budget has room for */
  async read(
    begun: BegunRead,
    series: readonly Pick<FoundSeries, 'scheduleId' | 'isReceived'>[],
    { from, to, kept }: Pick<Selection, 'from' | 'to' | 'kept'>,
    { budget, notes: { warnings, infos } }: { budget: Budget; notes: Notes },
  ): Promise<FindPoints> {
    const now = this.clock.now();
    const scheduleIds = series.map(({ scheduleId }) => scheduleId);
    const special = getSpecialIds(series);
    const parts = tierParts(toWindow(from, to, now), now);
    const rolledOf: ((scheduleId: number) => Slice[])[] = [];
    let toPoints: FindPoints = () => NO_POINTS;
    for (const part of parts) {
      if (part.tier === 'raw') {
        const ids = [...scheduleIds, ...special];
        let found = await this.reader.readSeriesUpTo(budget.room, ids, part, begun);
        if (!found && budget.isLight) {
          await budget.takeTurn();
          found = await this.reader.readSeriesUpTo(budget.room, ids, part);
        }
        if (!found) throw tooManySamples();
        toPoints = await this.readSpecial(found, series, part, budget);
      } else if (kept) {
        const rows = await this.readRolled(part, scheduleIds, budget);
        if (rows.size > 0) infos.add(ROLLED_UP);
        rolledOf.push((id) => toSlices(rows.get(id)?.decode() ?? [], kept, part.sliceMs));
      } else warnings.add(GONE);
    }
    return (id) =>
      withSlices(
        rolledOf.flatMap((slices) => slices(id)),
        toPoints(id),
      );
  }

  /**
   * Reads the points of several selections with one statement for those that need the same hours. Undefined for
   * selections that need roll-ups, native histograms or too many samples; these are read separately.
   */
  async readTogether(begun: BegunRead, wanted: readonly WantedPoints[]): Promise<(FindPoints | undefined)[]> {
    const now = this.clock.now();
    const found = wanted.map((): FindPoints | undefined => undefined);
    const byHours = new Map<string, WindowedPoints[]>();
    for (const [at, { series, from, to }] of wanted.entries()) {
      const [part, ...more] = tierParts(toWindow(from, to, now), now);
      if (part?.tier !== 'raw' || more.length > 0) continue;
      const hours = `${Math.floor(part.start / HOUR_MS)} ${Math.ceil(part.end / HOUR_MS)}`;
      const same = byHours.get(hours) ?? [];
      same.push({ at, series, window: part });
      byHours.set(hours, same);
    }
    for (const same of byHours.values()) await this.readSame(begun, same, found);
    return found;
  }

  /** Splits the series in half when together they are too many. */
  private async readSame(
    begun: BegunRead,
    wanted: readonly WindowedPoints[],
    found: (FindPoints | undefined)[],
  ): Promise<void> {
    const ids = new Set(
      wanted.flatMap(({ series }) => [...series.map((one) => one.scheduleId), ...getSpecialIds(series)]),
    );
    const window = {
      start: Math.min(...wanted.map((one) => one.window.start)),
      end: Math.max(...wanted.map((one) => one.window.end)),
    };
    const read = await this.reader.readSeriesUpTo(MAX_TOGETHER, [...ids], window, begun);
    if (read) {
      const special = new Map<number, Points>();
      const pace = new Pace();
      for (const id of ids) {
        if (id > 0) continue;
        if (pace.isDue) await pace.rest();
        const points = read(id);
        if (points.times.length > 0) special.set(-id, points);
      }
      const readPoints = remembered((id) => withSpecial(read(id), special.get(id) ?? NO_POINTS));
      for (const { at, series, window: own } of wanted) {
        // Native histograms are read by their own query, which is limited.
        if (series.some(({ scheduleId }) => hasHistograms(special.get(scheduleId)))) continue;
        found[at] = (id) => between(readPoints(id), own);
      }
    } else if (wanted.length > 1) {
      const middle = wanted.length >> 1;
      await this.readSame(begun, wanted.slice(0, middle), found);
      await this.readSame(begun, wanted.slice(middle), found);
    }
  }

  /** Adds special values and native histograms to the points of series. */
  private async readSpecial(
    read: (seriesId: number) => Points,
    series: readonly Pick<FoundSeries, 'scheduleId' | 'isReceived'>[],
    window: TimeWindow,
    budget: Budget,
  ): Promise<FindPoints> {
    const special = new Map<number, Points>();
    for (const { scheduleId, isReceived } of series) {
      if (!isReceived) continue;
      const points = read(toSpecialSeriesId(scheduleId));
      if (points.times.length > 0) special.set(scheduleId, points);
      if (budget.tick(UNITS_PER_SERIES)) await budget.rest();
    }
    const withAny = [...special].flatMap(([id, points]) => (hasHistograms(points) ? [id] : []));
    const readPoints = (id: number): AllPoints => withSpecial(read(id), special.get(id) ?? NO_POINTS);
    if (withAny.length === 0) return readPoints;
    const histograms = await this.histograms.read(withAny, window, async (bytes) => {
      budget.spend(Math.ceil(bytes / BYTES_PER_SAMPLE));
      if (budget.room < 0) await budget.takeTurn();
      budget.check();
    });
    return (id) => withHistograms(readPoints(id), histograms.get(id));
  }

  /** The newest value of each series within its look-back. */
  async readLatest(series: readonly FoundSeries[]): Promise<LatestValue[]> {
    const now = this.clock.now();
    if (series.length === 0) return [];
    const ids = [...series.map(({ scheduleId }) => scheduleId), ...getSpecialIds(series)];
    const newest = await this.reader.readLatest(ids, { start: now - longestLookback(series), end: now + 1 });
    return series.flatMap(({ scheduleId, lookbackMs, labels }) => {
      const point = pickNewer(newest.get(scheduleId), newest.get(toSpecialSeriesId(scheduleId)));
      return point && point.time > now - lookbackMs ? [{ labels, ...point }] : [];
    });
  }

  /** The slices of a part, including the one that contains its start. */
  private async readRolled(
    { tier, sliceMs, start, end }: TierPart,
    scheduleIds: readonly number[],
    budget: Budget,
  ): Promise<Map<number, EncodedRows>> {
    await budget.takeTurn();
    const window = { start: Math.floor(start / sliceMs) * sliceMs, end };
    const found = new Map<number, EncodedRows>();
    let count = 0;
    for (let at = 0; at < scheduleIds.length; at += SCHEDULES_AT_A_TIME) {
      const ids = scheduleIds.slice(at, at + SCHEDULES_AT_A_TIME);
      for (const [id, rows] of await this.buckets.readRowsOfEach(tier as Exclude<typeof tier, 'raw'>, ids, window)) {
        found.set(id, rows);
        count += rows.count;
      }
      budget.requireRoom(count);
      budget.check();
    }
    return found;
  }
}

export function longestLookback(series: readonly FoundSeries[]): number {
  return series.reduce((longest, { lookbackMs }) => Math.max(longest, lookbackMs), 0);
}

interface WindowedPoints extends Pick<WantedPoints, 'series'> {
  /** Its place among the selections. */
  readonly at: number;
  readonly window: TimeWindow;
}

function toWindow(from: number, to: number, now: number): TimeWindow {
  // Later there is nothing.
  return { start: from, end: Math.min(to + 1, now + MAX_LEAD_MS + HOUR_MS) };
}

/** Decodes the points of a series once for several readers, as far as there is room. */
function remembered(decode: (scheduleId: number) => AllPoints): (scheduleId: number) => AllPoints {
  const known = new Map<number, AllPoints>();
  let room = MAX_DECODED;
  return (id) => {
    const before = known.get(id);
    if (before) return before;
    const points = decode(id);
    room -= points.times.length;
    if (room > 0) known.set(id, points);
    return points;
  };
}

function hasHistograms(special: Points | undefined): boolean {
  return special?.values.includes(HISTOGRAM_CODE) === true;
}

/** Adds the histograms of the times at which the series has one. */
function withHistograms(points: AllPoints, stored: StoredHistograms | undefined): StoredPoints {
  if (!stored) return points;
  const times = points.times.filter((time, i) => points.kinds?.[i] === HISTOGRAM && stored.has(time));
  return { ...points, histograms: { times, values: Array.from(times, (time) => stored.get(time)!) } };
}

function between({ times, values, kinds }: AllPoints, { start, end }: TimeWindow): AllPoints {
  const from = firstAtOrAfter(times, start);
  const to = firstAtOrAfter(times, end);
  const points = { times: times.subarray(from, to), values: values.subarray(from, to) };
  return kinds ? { ...points, kinds: kinds.subarray(from, to) } : points;
}

function getSpecialIds(series: readonly Pick<FoundSeries, 'scheduleId' | 'isReceived'>[]): number[] {
  return series.flatMap(({ scheduleId, isReceived }) => (isReceived ? [toSpecialSeriesId(scheduleId)] : []));
}

/** Undefined where the series has ended. */
function pickNewer(finite: NewestPoint | undefined, special: NewestPoint | undefined): NewestPoint | undefined {
  if (!special || (finite && finite.time >= special.time)) return finite;
  const value = toValue(special.value);
  return value === null ? undefined : { time: special.time, value };
}

const NO_POINTS: Points = { times: new Float64Array(), values: new Float64Array() };

interface Slice {
  readonly time: number;
  readonly span: number;
  readonly value: number;
}

/** A slice does not count at its own start, which still belongs to the previous one. */
function toSlices(rows: readonly TierRow[], kept: Kept, sliceMs: number): Slice[] {
  return rows
    .map((row) => ({ time: row.start + 1, span: sliceMs - 1, value: row[kept] }))
    .sort((a, b) => a.time - b.time);
}

function withSlices(slices: readonly Slice[], points: StoredPoints): StoredPoints {
  const { times, values, kinds, histograms } = points;
  if (slices.length === 0) return points;
  const count = slices.length + times.length;
  const all = { times: new Float64Array(count), values: new Float64Array(count) };
  slices.forEach(({ time, value }, i) => {
    all.times[i] = time;
    all.values[i] = value;
  });
  all.times.set(times, slices.length);
  all.values.set(values, slices.length);
  const spans = Float64Array.from(slices, ({ span }) => span);
  if (!kinds) return { ...all, spans };
  const allKinds = new Uint8Array(count);
  allKinds.set(kinds, slices.length);
  return { ...all, spans, kinds: allKinds, ...(histograms && { histograms }) };
}
