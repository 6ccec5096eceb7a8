import { dateText, double, factTable, flag, integer, recordShape, records, time } from '@wardstone/media-types';
import type { Double, RecordOf } from '@wardstone/media-types';
import { aggregatePage } from './chart/aggregate-page';
import { nameOf, shownIn } from './chart/measured';

/** Part of `MetricAggregate`. Source: inventory spec 7.3. */
export const BUCKET_POINT = recordShape({
  name: 'MetricAggregateDataPoint',
  element: 'dataPoint',
  description: 'What was measured within a part of the window; "NaN" where nothing was',
  fields: {
    timeStamp: time('First ms of the part'),
    value: double('Arithmetic mean'),
    high: double('Greatest value'),
    low: double('Smallest value'),
  },
});

/** Source: contract 2, inventory spec 7.3. */
export const METRIC_AGGREGATE = recordShape({
  name: 'MetricAggregate',
  element: 'metricAggregate',
  description: 'What was measured in a window of time, as a whole and in equal parts; "NaN" where nothing was',
  fields: {
    scheduleId: integer('Id of the schedule; of data of a group the id of the definition'),
    min: double('Smallest value of the window'),
    avg: double('Arithmetic mean of the values of the window'),
    max: double('Greatest value of the window'),
    numDataPoints: integer('Number of the parts listed'),
    group: flag('Whether it is data of a group'),
    minTimeStamp: time('First time listed; 0 if none is'),
    maxTimeStamp: time('Last time listed; 0 if none is'),
    dataPoints: records('Parts of the window, oldest first', BUCKET_POINT),
  },
  html: (aggregate, page) => aggregatePage(aggregate, page),
});
export type MetricAggregate = RecordOf<typeof METRIC_AGGREGATE>;

/** Source: contract 2, inventory spec 7.4. */
export const METRIC_DEFINITION_AGGREGATE = recordShape({
  name: 'MetricDefinitionAggregate',
  element: 'metricDefinitionAggregate',
  description: 'What was measured of one metric on all members of a group; "NaN" where nothing was',
  fields: {
    definitionId: integer('Id of the metric definition'),
    min: double('Smallest value'),
    avg: double('Arithmetic mean of all values'),
    max: double('Greatest value'),
    minTimeStamp: time('Time of the first value; 0 if there is none'),
    maxTimeStamp: time('Time of the last value; 0 if there is none'),
  },
  columns: [
    { heading: 'Metric', of: (aggregate) => nameOf(aggregate) ?? `Metric definition ${aggregate.definitionId}` },
    { heading: 'Lowest', isNumber: true, of: (aggregate) => shownIn(aggregate)(aggregate.min) },
    { heading: 'Average', isNumber: true, of: (aggregate) => shownIn(aggregate)(aggregate.avg) },
    { heading: 'Highest', isNumber: true, of: (aggregate) => shownIn(aggregate)(aggregate.max) },
    { heading: 'From', of: ({ minTimeStamp }) => dateText(minTimeStamp) },
    { heading: 'Until', of: ({ maxTimeStamp }) => dateText(maxTimeStamp) },
  ],
});
export type MetricDefinitionAggregate = RecordOf<typeof METRIC_DEFINITION_AGGREGATE>;

/** Source: contract 2. */
export const NUMERIC_DATA_POINT = recordShape({
  name: 'NumericDataPoint',
  element: 'numericDataPoint',
  description: 'A value measured at a time',
  fields: {
    scheduleId: integer('Id of the schedule', { attribute: true }),
    timeStamp: time('When it was measured', { attribute: true }),
    value: double('The value', { attribute: true }),
  },
  columns: [
    { heading: 'Time', of: ({ timeStamp }) => dateText(timeStamp) },
    { heading: 'Value', isNumber: true, of: (point) => shownIn(point)(point.value) },
  ],
});
export type NumericDataPoint = RecordOf<typeof NUMERIC_DATA_POINT>;

/** Source: contract 2, inventory spec 10. */
export const BASELINE = recordShape({
  name: 'Baseline',
  element: 'baseline',
  description: 'The usual range of a metric',
  fields: {
    min: double('Lower end'),
    max: double('Upper end'),
    mean: double('Usual value'),
    computeTime: time('When it was computed or entered'),
  },
  html: (baseline) =>
    factTable([
      ['Lower end', shownIn(baseline)(baseline.min)],
      ['Usual value', shownIn(baseline)(baseline.mean)],
      ['Upper end', shownIn(baseline)(baseline.max)],
      ['Computed', dateText(baseline.computeTime)],
    ]),
});
export type BaselineRest = RecordOf<typeof BASELINE>;

/** A number as records show it. */
export function doubleOf(value: number | null): Double {
  return value ?? 'NaN';
}
