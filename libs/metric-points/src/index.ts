export { BucketAccumulator, type EncodedRows, type PointStatistics, type TierRow } from './buckets';
export { type CallTime, type CallTimeSum, sumCallTimes } from './call-times';
export { decodePoints, encodePoints } from './point-codec';
export { firstAtOrAfter, inOrder, PointCollector, type Points, within } from './points';
export {
  type AllPoints,
  isOfSchedule,
  isSpecial,
  toSpecialSeriesId,
  type SpecialValue,
  toCode,
  toValue,
  withoutEnds,
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
