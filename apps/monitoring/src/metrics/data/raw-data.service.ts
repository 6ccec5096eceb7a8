import { Injectable } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import type { NumericDataPoint, RawWindowQuery } from '@wardstone/dto/monitoring';
import { type Parsed, StreamedRecords, valueOf } from '@wardstone/media-types';
import type { Viewer } from '../../authorization/viewer';
import { HOUR_MS, type TimeWindow } from '../domain/time-window';
import { MetricSchedules } from '../schedules/metric-schedules';
import { MetricReader } from '../storage/metric-reader';
import { rawWindowOf } from './window-query';

/** Read at a time, so that a week takes no more memory than this. */
const PIECE_MS = 6 * HOUR_MS;
const POINTS_PER_BLOCK = 1_000;

/** See rule metrics-8. */
@Injectable()
export class RawDataService {
  constructor(
    private readonly schedules: MetricSchedules,
    private readonly reader: MetricReader,
    private readonly clock: Clock,
  ) {}

  /** @throws schedule_not_found, resource_forbidden, metric_not_numeric, invalid_query */
  async read(id: number, window: Parsed<RawWindowQuery>, viewer: Viewer): Promise<StreamedRecords<NumericDataPoint>> {
    await this.schedules.requireNumeric(id, viewer);
    const now = this.clock.now();
    return new StreamedRecords(this.pieces(id, rawWindowOf(valueOf(window), now), now));
  }

  private async *pieces(id: number, window: TimeWindow, now: number): AsyncGenerator<NumericDataPoint[]> {
    for (const piece of piecesOf(window, now)) {
      const { times, values } = await this.reader.readPoints(id, piece);
      for (let from = 0; from < times.length; from += POINTS_PER_BLOCK) {
        const length = Math.min(POINTS_PER_BLOCK, times.length - from);
        yield Array.from({ length }, (_, i) => ({
          scheduleId: id,
          timeStamp: times[from + i]!,
          value: values[from + i]!,
        }));
      }
    }
  }
}

/** The future, in which there is little, is one piece however long it is. */
export function* piecesOf({ start, end }: TimeWindow, now: number): Generator<TimeWindow> {
  const past = Math.min(end, now + PIECE_MS);
  let from = start;
  for (; from < past; from += PIECE_MS) yield { start: from, end: Math.min(from + PIECE_MS, past) };
  const future = Math.max(start, past);
  if (future < end) yield { start: future, end };
}
