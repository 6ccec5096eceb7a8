import { isSpecial, MAX_LEAD_MS, RAW_RETENTION_MS, toSpecialSeriesId, toCode } from '@wardstone/metric-points';
import type { IncomingSeries } from '@wardstone/series-formats';
import type { PointBatch } from '../metrics/storage/log-segment';

/** Prometheus' default number of samples in a request. */
const USUAL_SAMPLES = 2_000;

/** Valid samples to be stored in the log. See rule prometheus-9. */
export class SampleColumns {
  tooOld = 0;
  tooNew = 0;
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

  add(scheduleId: number, { times, values }: Pick<IncomingSeries, 'times' | 'values'>): void {
    if (this.length + times.length > this.times.length) this.grow(this.length + times.length);
    for (let i = 0; i < times.length; i++) {
      const [time, value] = [times[i]!, values[i] ?? null];
      if (time < this.oldest) this.tooOld++;
      else if (time > this.newest) this.tooNew++;
      else if (value === null || isSpecial(value)) this.put(toSpecialSeriesId(scheduleId), time, toCode(value));
      else this.put(scheduleId, time, value);
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
