import {
  dateText,
  durationText,
  factTable,
  flag,
  integer,
  links,
  recordShape,
  text,
  time,
} from '@wardstone/media-types';
import type { Markup, MarkupValue } from '@wardstone/markup';
import type { PageTools, RecordOf, RecordShape } from '@wardstone/media-types';

export const METRIC_DATA_TYPES = ['MEASUREMENT', 'TRAIT', 'COMPLEX', 'CALLTIME', 'AVAILABILITY'] as const;
export type MetricDataType = (typeof METRIC_DATA_TYPES)[number];

/** Source: contract 2, inventory spec 6.1. */
const PLAIN_SCHEDULE = recordShape({
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
export type MetricSchedule = RecordOf<typeof PLAIN_SCHEDULE>;

export const METRIC_SCHEDULE: RecordShape<MetricSchedule> = {
  ...PLAIN_SCHEDULE,
  heading: ({ displayName }) => displayName,
  html: (schedule) =>
    factTable([
      ['Metric', schedule.displayName],
      ['Name', schedule.scheduleName],
      ['Id', schedule.scheduleId],
      ['Type', schedule.type],
      ['Unit', schedule.unit === '' ? null : schedule.unit],
      ['Collected', schedule.enabled ? 'Yes' : 'No'],
      ['Every', durationText(schedule.collectionInterval)],
      ['Definition id', schedule.definitionId],
      ['Changed', dateText(schedule.mtime)],
    ]),
  columns: [
    { heading: 'Metric', of: (schedule, page) => scheduleAnchor(schedule, page) },
    { heading: 'Type', isShort: true, of: ({ type }) => type },
    { heading: 'Unit', isShort: true, of: ({ unit }) => unit },
    { heading: 'Collected', isShort: true, of: ({ enabled }) => (enabled ? 'Yes' : 'No') },
    { heading: 'Every', isShort: true, of: ({ collectionInterval }) => durationText(collectionInterval) },
    { heading: 'Changed', isShort: true, of: ({ mtime }) => dateText(mtime) },
    { heading: 'Data', isShort: true, of: (schedule, page) => dataAnchor(schedule, page) },
    { heading: 'Id', isNumber: true, of: ({ scheduleId }) => scheduleId },
  ],
};

function scheduleAnchor({ scheduleId, displayName, scheduleName }: MetricSchedule, page: PageTools): MarkupValue {
  const name = displayName || scheduleName;
  return page.anchorTo(`/metric/schedule/${scheduleId}`, name) ?? name;
}

/** Numbers have a chart, if only an empty one; whether a trait was reported shows on the page of its schedule. */
function dataAnchor({ scheduleId, type }: MetricSchedule, page: PageTools): Markup | undefined {
  return type === 'MEASUREMENT' ? page.anchorTo(`/metric/data/${scheduleId}`, 'Chart') : undefined;
}
