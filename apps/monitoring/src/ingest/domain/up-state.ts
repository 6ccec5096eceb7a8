import type { ReportedType } from '@wardstone/dto/monitoring';

/** Samples of the series `up` of one target, in any order; of equal times the last counts. */
interface UpSamples {
  readonly times: readonly number[];
  /** 0 if the exporter could not be scraped; NaN if the series ended. */
  readonly values: readonly number[];
}

/** State of the target by the newest samples, and the start of this state. Requires at least one sample. */
export function getUpState({ times, values }: UpSamples): { type: ReportedType; sinceMs: number } {
  const order = [...times.keys()].sort((a, b) => times[a]! - times[b]! || a - b);
  const type = toType(values[order.at(-1)!]!);
  const before = order.findLastIndex((index) => toType(values[index]!) !== type);
  return { type, sinceMs: times[order[before + 1]!]! };
}

function toType(value: number): ReportedType {
  if (!Number.isFinite(value)) return 'UNKNOWN';
  return value > 0 ? 'UP' : 'DOWN';
}
