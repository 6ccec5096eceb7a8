import {
  HISTOGRAM_CODE,
  isSpecial,
  MAX_LEAD_MS,
  RAW_RETENTION_MS,
  toSpecialSeriesId,
  toCode,
} from '@wardstone/metric-points';
import { type IncomingHistogram, type IncomingSeries, RefusedSeries } from '@wardstone/series-formats';
import type { HistogramRow } from '../metrics/storage/histogram-store';
import type { PointBatch } from '../metrics/storage/log-segment';

/** Prometheus' default number of samples in a request. */
const USUAL_SAMPLES = 2_000;

/** Valid samples to be stored in the log. See rule prometheus-9. */
export class SampleColumns {
  tooOld = 0;
  tooNew = 0;
  /** Native histograms that must not be stored. */
  readonly refused: RefusedSeries[] = [];
  /** Native histograms; the batch has the times at which there is one. */
  readonly histograms: HistogramRow[] = [];
  /** Number of points of the batch that come from native histograms. */
  ofHistograms = 0;
  histogramBytes = 0;
  private readonly oldest: number;
  private readonly newest: number;
  private scheduleIds = new Int32Array(USUAL_SAMPLES);
  private times = new Float64Array(USUAL_SAMPLES);
  private values = new Float64Array(USUAL_SAMPLES);
  private length = 0;

  constructor(nowMs: number) {
    this.oldest = nowMs - RAW_RETENTION_MS;
    this.newest = nowMs + MAX_LEAD_MS;
  }

  add(
    scheduleId: number,
    { times, values, histograms }: Pick<IncomingSeries, 'times' | 'values' | 'histograms'>,
  ): void {
    if (histograms) this.addHistograms(scheduleId, histograms);
    if (this.length + times.length > this.times.length) this.grow(this.length + times.length);
    for (let i = 0; i < times.length; i++) {
      const [time, value] = [times[i]!, values[i] ?? null];
      if (time < this.oldest) this.tooOld++;
      else if (time > this.newest) this.tooNew++;
      else if (value === null || isSpecial(value)) this.put(toSpecialSeriesId(scheduleId), time, toCode(value));
      else this.put(scheduleId, time, value);
    }
  }

  private addHistograms(scheduleId: number, histograms: readonly IncomingHistogram[]): void {
    if (this.length + histograms.length > this.times.length) this.grow(this.length + histograms.length);
    for (const { timeMs, bytes } of histograms) {
      if (bytes instanceof RefusedSeries) this.refused.push(bytes);
      else if (timeMs < this.oldest) this.tooOld++;
      else if (timeMs > this.newest) this.tooNew++;
      else {
        this.ofHistograms++;
        this.put(toSpecialSeriesId(scheduleId), timeMs, bytes ? HISTOGRAM_CODE : toCode(null));
        if (!bytes) continue;
        this.histograms.push({ scheduleId, timeMs, bytes });
        this.histogramBytes += bytes.length;
      }
    }
  }

  private put(seriesId: number, time: number, value: number): void {
    this.scheduleIds[this.length] = seriesId;
    this.times[this.length] = time;
    this.values[this.length++] = value;
  }

  toBatch(): PointBatch {
    return {
      scheduleIds: this.scheduleIds.slice(0, this.length),
      times: this.times.slice(0, this.length),
      values: this.values.slice(0, this.length),
    };
  }

  private grow(needed: number): void {
    const capacity = Math.max(needed, this.times.length * 2);
    const { scheduleIds, times, values } = this;
    this.scheduleIds = new Int32Array(capacity);
    this.times = new Float64Array(capacity);
    this.values = new Float64Array(capacity);
    this.scheduleIds.set(scheduleIds);
    this.times.set(times);
    this.values.set(values);
  }
}
