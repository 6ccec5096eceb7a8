import { DoubleField, Dto, EnumField, IntField, LinksField, TimeField } from '../fields';
import type { Double, Link } from '../values';
import { AVAILABILITY_TYPES, type AvailabilityType } from './resources.dto';

@Dto(
  'availabilitySummary',
  'Availability of a resource over a window. Times are in ms, ratios are fractions from 0 to 1',
)
export class AvailabilitySummary {
  @TimeField('Time of computation')
  currentTime!: number;
  @IntField('Time it was UP')
  upTime!: number;
  @IntField('Time it was DOWN')
  downTime!: number;
  @IntField('Time it was DISABLED')
  disabledTime!: number;
  @IntField('Time it was UNKNOWN after its first report')
  unknownTime!: number;
  @IntField('Time it was UP, DOWN or DISABLED')
  knownTime!: number;
  @IntField('Number of changes to DOWN')
  failures!: number;
  @IntField('Number of changes to DISABLED')
  disabled!: number;
  @TimeField('Start of the current availability')
  lastChange!: number;
  @EnumField('Current availability', { values: AVAILABILITY_TYPES })
  current!: AvailabilityType;
  @IntField('Id of the resource')
  resourceId!: number;
  @DoubleField('Fraction of the known time spent UP')
  upPercentage!: Double;
  @DoubleField('Fraction of the known time spent DOWN')
  downPercentage!: Double;
  @DoubleField('Fraction of the known time spent DISABLED')
  disabledPercentage!: Double;
  @IntField('Mean time between failures')
  mtbf!: number;
  @IntField('Mean time to recovery')
  mttr!: number;
  @LinksField('None')
  links!: readonly Link[];
}

/** What may be reported; MISSING is never stored. */
export const REPORTED_TYPES = [...AVAILABILITY_TYPES, 'MISSING'] as const;
export type ReportedType = (typeof REPORTED_TYPES)[number];

@Dto('availability', 'An interval of one availability')
export class AvailabilityRest {
  @TimeField('When it began')
  since!: number;
  @EnumField('Availability; MISSING in reports only', { values: REPORTED_TYPES, open: true })
  type!: ReportedType;
  @TimeField('When it ended; null while it lasts', { nullable: true })
  until!: number | null;
  @IntField('Id of the resource')
  resourceId!: number;
}

/** The time whose availability is listed; 0 stands for absent. */
export class AvailabilityHistoryQuery {
  @TimeField('End of the window, in ms; now when absent or 0', { optional: true })
  end?: number;
  @TimeField('Start of the window, in ms; 30 days before the end when absent or 0', { optional: true })
  start?: number;
}
