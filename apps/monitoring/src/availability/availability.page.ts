import type { Double } from '@wardstone/dto';
import type { AvailabilityRest, AvailabilitySummary } from '@wardstone/dto/monitoring';
import { dateText, durationText, factTable, type RecordView } from '@wardstone/media-types';
import { availabilityBadge } from '../resources/resource-markup';

const since = ({ since: began }: AvailabilityRest): string => (began === 0 ? 'the beginning' : dateText(began));
const until = ({ until: ended }: AvailabilityRest): string => (ended === null ? 'now' : dateText(ended));

export const AVAILABILITY_PAGE: RecordView<AvailabilityRest> = {
  html: (record) =>
    factTable([
      ['Availability', availabilityBadge(record.type)],
      ['Since', since(record)],
      ['Until', until(record)],
    ]),
  columns: [
    { heading: 'Since', of: since },
    { heading: 'Until', of: until },
    { heading: 'Availability', isShort: true, of: ({ type }) => availabilityBadge(type) },
    {
      heading: 'Lasted',
      isShort: true,
      of: (record) => (record.since === 0 || record.until === null ? '' : durationText(record.until - record.since)),
    },
  ],
};

export const AVAILABILITY_SUMMARY_PAGE: RecordView<AvailabilitySummary> = {
  html: (summary) =>
    factTable([
      ['Now', availabilityBadge(summary.current)],
      ['Since', summary.lastChange === 0 ? 'the beginning' : dateText(summary.lastChange)],
      ['Up', shareText(summary.upTime, summary.upPercentage)],
      ['Down', shareText(summary.downTime, summary.downPercentage)],
      ['Disabled', shareText(summary.disabledTime, summary.disabledPercentage)],
      ['Unknown', durationText(summary.unknownTime)],
      ['Total known time', durationText(summary.knownTime)],
      ['Failures', summary.failures],
      ['Times disabled', summary.disabled],
      ['Mean time between failures', summary.mtbf === 0 ? 'not known' : durationText(summary.mtbf)],
      ['Mean time to recovery', summary.mttr === 0 ? 'not known' : durationText(summary.mttr)],
      ['Computed', dateText(summary.currentTime)],
    ]),
};

/** A length of time and its share in all that is known. */
function shareText(durationMs: number, share: Double): string {
  return `${durationText(durationMs)} (${(Number(share) * 100).toFixed(2)} %)`;
}
