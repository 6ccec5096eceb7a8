import { double, integer, links, recordShape, text, time } from '@wardstone/media-types';
import type { RecordOf } from '@wardstone/media-types';
import { AVAILABILITY_TYPES } from '../resources/resource.shape';

/** What may be reported; MISSING is never stored. Source: inventory spec 2. */
export const REPORTED_TYPES = [...AVAILABILITY_TYPES, 'MISSING'] as const;

/** Source: contract 2, inventory spec 5.1. */
export const AVAILABILITY = recordShape({
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
export type AvailabilityRest = RecordOf<typeof AVAILABILITY>;

/** Source: contract 2, inventory spec 5.3. */
export const AVAILABILITY_SUMMARY = recordShape({
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
export type AvailabilitySummary = RecordOf<typeof AVAILABILITY_SUMMARY>;
