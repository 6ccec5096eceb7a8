export { BucketAccumulator, type EncodedRows, type PointStatistics, type TierRow } from './buckets';
export { type CallTime, type CallTimeSum, sumCallTimes } from './call-times';
export { decodePoints, encodePoints } from './point-codec';
export {
  type BucketCounts,
  CUSTOM_SCHEMA,
  decodeHistogram,
  encodeHistogram,
  isStorable,
  MAX_BUCKETS,
  MAX_SCHEMA,
  mergeBuckets,
  MIN_SCHEMA,
  type NativeHistogram,
  NO_BUCKETS,
  RESET_HINTS,
  type ResetHint,
} from './native-histogram';
export { firstAtOrAfter, sortPoints, PointCollector, type Points, slicePoints } from './points';
export {
  type AllPoints,
  HISTOGRAM,
  HISTOGRAM_CODE,
  isOfSchedule,
  isSpecial,
  onlyNumbers,
  toSpecialSeriesId,
  type SpecialValue,
  toCode,
  toValue,
  withSpecial,
} from './special-values';
export {
  DAY_MS,
  HOUR_MS,
  getLookbackMs,
  MAX_LEAD_MS,
  newestWindow,
  RAW_RETENTION_MS,
  resolveRawWindow,
  resolveWindow,
  type Tier,
  tierFor,
  type TierPart,
  tierParts,
  TIERS,
  type TimeWindow,
} from './time-window';
