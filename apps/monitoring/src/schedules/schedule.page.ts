import type { MetricSchedule } from '@wardstone/dto/monitoring';
import type { Markup, MarkupValue } from '@wardstone/markup';
import { dateText, durationText, factTable, type PageTools, type RecordView } from '@wardstone/media-types';

export const METRIC_SCHEDULE_PAGE: RecordView<MetricSchedule> = {
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
