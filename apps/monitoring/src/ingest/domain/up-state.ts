import type { ReportedType } from '@wardstone/dto/monitoring';

/** Samples of the series `up` of one target, in any order; of several at one time the last counts. */
interface UpSamples {
  readonly times: readonly number[];
  /** 0 where the exporter could not be read; NaN where the series ended. */
  readonly values: readonly number[];
}

/** State of the target by the newest samples, and its uninterrupted start. Requires at least one sample. */
export function upStateOf({ times, values }: UpSamples): { type: ReportedType; sinceMs: number } {
  const order = [...times.keys()].sort((a, b) => times[a]! - times[b]! || a - b);
  const type = toType(values[order.at(-1)!]!);
  const before = order.findLastIndex((index) => toType(values[index]!) !== type);
  return { type, sinceMs: times[order[before + 1]!]! };
}

function toType(value: number): ReportedType {
  if (!Number.isFinite(value)) return 'UNKNOWN';
  return value > 0 ? 'UP' : 'DOWN';
}
