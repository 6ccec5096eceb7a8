export { compareLatest, expositionText, type LatestValue } from './exposition/exposition-text';
export { type ExposedSample, type Exposition, parseExposition } from './exposition/parse-exposition';
export {
  countSamples,
  type IncomingHistogram,
  type IncomingSeries,
  type MetricMetadata,
  type TargetKind,
} from './incoming-series';
export { describeMetric, possibleFamilies, getFamily, seriesNames } from './metric-kind';
export { readMetricsJson } from './otlp/otlp-json';
export { OtlpFormatError, type ResourceMetrics } from './otlp/otlp-metrics';
export { decodeMetrics } from './otlp/otlp-protobuf';
export { encodeResponse, type ExportOutcome, JSON_TYPE, PROTOBUF_TYPE } from './otlp/otlp-response';
export { countPoints, readOtlpSeries, RejectedPoints, requireFewSamples } from './otlp/otlp-series';
export { RecentMap } from './recent-map';
export {
  describeRefusals,
  type IntakeOutcome,
  type Refusal,
  type RefusalReason,
  Refusals,
  RefusedSeries,
} from './refusals';
export {
  decodeWriteRequest,
  WRITE_MESSAGES,
  type WriteMessage,
  type WriteNotes,
  writeNotes,
} from './remote-write/decode-write-request';
export { encodeWriteRequest, WRITE_HEADERS, type WrittenSample } from './remote-write/encode-write-request';
export { SymbolNumbers } from './remote-write/symbol-numbers';
export { WriteTooLarge } from './remote-write/write-bounds';
export { MalformedWrite } from './remote-write/write-fields';
export { findCulprit, readLabels, type SeriesLabels, UP } from './series-labels';
