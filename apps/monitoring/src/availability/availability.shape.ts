import {
  dateText,
  double,
  durationText,
  factTable,
  integer,
  links,
  recordShape,
  text,
  time,
} from '@wardstone/media-types';
import type { Double, RecordOf, RecordShape } from '@wardstone/media-types';
import { availabilityBadge } from '../resources/resource-markup';
import { AVAILABILITY_TYPES } from '../resources/resource.shape';

/** What may be reported; MISSING is never stored. Source: inventory spec 2. */
export const REPORTED_TYPES = [...AVAILABILITY_TYPES, 'MISSING'] as const;

/** Source: contract 2, inventory spec 5.1. */
const PLAIN_AVAILABILITY = recordShape({
  name: 'AvailabilityRest',
  element: 'availability',
  description: 'A stretch of time with one availability',
  fields: {
    since: time('When it began'),
    type: text('Availability; MISSING in reports only', { oneOf: REPORTED_TYPES }),
    until: time('When it ended; null while it lasts', { nullable: true }),
    resourceId: integer('Resource it is about'),
  },
});
export type AvailabilityRest = RecordOf<typeof PLAIN_AVAILABILITY>;

const since = ({ since: began }: AvailabilityRest): string => (began === 0 ? 'the beginning' : dateText(began));
const until = ({ until: ended }: AvailabilityRest): string => (ended === null ? 'now' : dateText(ended));

export const AVAILABILITY: RecordShape<AvailabilityRest> = {
  ...PLAIN_AVAILABILITY,
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

/** Source: contract 2, inventory spec 5.3. */
const PLAIN_SUMMARY = recordShape({
  name: 'AvailabilitySummary',
  element: 'availabilitySummary',
  description: 'How available a resource has been. Times are in ms, shares are fractions from 0 to 1',
  fields: {
    currentTime: time('When this was computed'),
    upTime: integer('Time it was UP'),
    downTime: integer('Time it was DOWN'),
    disabledTime: integer('Time it was DISABLED'),
    unknownTime: integer('Time it was UNKNOWN after its first report'),
    knownTime: integer('Time it was UP, DOWN or DISABLED'),
    failures: integer('How often it went DOWN'),
    disabled: integer('How often it was DISABLED'),
    lastChange: time('When the current availability began'),
    current: text('Current availability', { oneOf: AVAILABILITY_TYPES }),
    resourceId: integer('Resource it is about'),
    upPercentage: double('Share of UP in the known time'),
    downPercentage: double('Share of DOWN in the known time'),
    disabledPercentage: double('Share of DISABLED in the known time'),
    mtbf: integer('Mean time between failures'),
    mttr: integer('Mean time to recovery'),
    links: links('None'),
  },
});
export type AvailabilitySummary = RecordOf<typeof PLAIN_SUMMARY>;

export const AVAILABILITY_SUMMARY: RecordShape<AvailabilitySummary> = {
  ...PLAIN_SUMMARY,
  html: (summary) =>
    factTable([
      ['Now', availabilityBadge(summary.current)],
      ['Since', summary.lastChange === 0 ? 'the beginning' : dateText(summary.lastChange)],
      ['Up', shareText(summary.upTime, summary.upPercentage)],
      ['Down', shareText(summary.downTime, summary.downPercentage)],
      ['Disabled', shareText(summary.disabledTime, summary.disabledPercentage)],
      ['Unknown', durationText(summary.unknownTime)],
      ['Known in all', durationText(summary.knownTime)],
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
