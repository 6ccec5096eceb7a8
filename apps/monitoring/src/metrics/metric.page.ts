import type {
  BaselineRest,
  MetricAggregate,
  MetricDefinitionAggregate,
  NumericDataPoint,
} from '@wardstone/dto/monitoring';
import { dateText, factTable, type RecordView } from '@wardstone/media-types';
import { aggregatePage } from './chart/aggregate-page';
import { nameOf, shownIn } from './chart/measured';

export const METRIC_AGGREGATE_PAGE: RecordView<MetricAggregate> = { html: aggregatePage };

export const METRIC_DEFINITION_AGGREGATE_PAGE: RecordView<MetricDefinitionAggregate> = {
  columns: [
    { heading: 'Metric', of: (aggregate) => nameOf(aggregate) ?? `Metric definition ${aggregate.definitionId}` },
    { heading: 'Lowest', isNumber: true, of: (aggregate) => shownIn(aggregate)(aggregate.min) },
    { heading: 'Average', isNumber: true, of: (aggregate) => shownIn(aggregate)(aggregate.avg) },
    { heading: 'Highest', isNumber: true, of: (aggregate) => shownIn(aggregate)(aggregate.max) },
    { heading: 'From', of: ({ minTimeStamp }) => dateText(minTimeStamp) },
    { heading: 'Until', of: ({ maxTimeStamp }) => dateText(maxTimeStamp) },
  ],
};

export const NUMERIC_DATA_POINT_PAGE: RecordView<NumericDataPoint> = {
  columns: [
    { heading: 'Time', of: ({ timeStamp }) => dateText(timeStamp) },
    { heading: 'Value', isNumber: true, of: (point) => shownIn(point)(point.value) },
  ],
};

export const BASELINE_PAGE: RecordView<BaselineRest> = {
  html: (baseline) =>
    factTable([
      ['Lower end', shownIn(baseline)(baseline.min)],
      ['Usual value', shownIn(baseline)(baseline.mean)],
      ['Upper end', shownIn(baseline)(baseline.max)],
      ['Computed', dateText(baseline.computeTime)],
    ]),
};
