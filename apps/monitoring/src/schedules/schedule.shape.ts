import { flag, integer, links, recordShape, text, time } from '@wardstone/media-types';
import type { RecordOf } from '@wardstone/media-types';

export const METRIC_DATA_TYPES = ['MEASUREMENT', 'TRAIT', 'COMPLEX', 'CALLTIME', 'AVAILABILITY'] as const;
export type MetricDataType = (typeof METRIC_DATA_TYPES)[number];

/** Source: contract 2, inventory spec 6.1. */
export const METRIC_SCHEDULE = recordShape({
  name: 'MetricSchedule',
  element: 'metricSchedule',
  description: 'How often a metric of a resource is collected',
  fields: {
    scheduleId: integer('Id of the schedule'),
    scheduleName: text('Name of the metric'),
    enabled: flag('Whether it is collected'),
    collectionInterval: integer('Time between two collections, in ms; 30000 or more'),
    displayName: text('Name of the metric for people'),
    unit: text('Symbol of the unit'),
    type: text('What kind of data the metric has', { oneOf: METRIC_DATA_TYPES }),
    definitionId: integer('Id of the definition of the metric'),
    mtime: time('When it was last changed', { element: false }),
    links: links('Data of the metric and the resource'),
  },
});
export type MetricSchedule = RecordOf<typeof METRIC_SCHEDULE>;
