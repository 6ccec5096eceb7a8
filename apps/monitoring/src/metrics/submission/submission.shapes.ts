import { double, recordShape, records, text, time } from '@wardstone/media-types';
import type { RecordOf } from '@wardstone/media-types';
import { NUMERIC_DATA_POINT } from '../metric.shapes';

/** What became of a list of points some of which were not stored. Source: inventory spec 8.2. */
export const REJECTION = recordShape({
  name: 'MetricRejection',
  element: 'metricRejection',
  description: 'The points that were not stored',
  fields: {
    rejected: records('The points as they were sent, in their order', NUMERIC_DATA_POINT),
    message: text('Why'),
  },
});
export type Rejection = RecordOf<typeof REJECTION>;

/** Source: contract 4 "Metrics", inventory spec 8.3. */
export const NAMED_DATA_POINT = recordShape({
  name: 'NamedDataPoint',
  element: 'namedDataPoint',
  description: 'A value measured at a time, by the name of its metric',
  fields: {
    timestamp: time('When it was measured', { attribute: true }),
    value: double('The value', { attribute: true }),
    metric: text('Name of the metric', { attribute: true }),
  },
});
