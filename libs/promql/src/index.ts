export { Annotations } from './annotations';
export { Budget, LIGHT_SERIES, tooManySamples, UNITS_PER_LOOK, UNITS_PER_SERIES } from './budget';
export { Evaluation } from './evaluate';
export { type Expr, type Matcher, typeName } from './expression';
export { byLabels, compareLabels, isName, Labels, legacyName, METRIC_NAME, unescapedName } from './labels';
export { parseDuration } from './literals';
export { plainValueText, valueText } from './number-text';
export { forSearch } from './matcher';
export { pacedSort } from './paced-sort';
export type { QuerySteps } from './durations';
export { parseQuery } from './parse';
export { reachFor } from './reach';
export { executionError, PromqlError, type PromqlErrorKind } from './promql-error';
export {
  dataText,
  instantText,
  listText,
  membersText,
  type Notes,
  pointsText,
  rangeText,
  type Text,
  textLength,
  valueTextLength,
} from './response-text';
export { listSelections, selectorKey } from './selections';
export type { FoundSeries, Grid, Histograms, Kept, Select, Selection, StoredPoints, StoredSeries } from './series';
