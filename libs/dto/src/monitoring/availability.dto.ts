import { AVAILABILITY_TYPES, type AvailabilityType } from '@wardstone/terms';
import { Dto, Field } from '../fields';
import type { Double, Link } from '../values';

@Dto(
  'availabilitySummary',
  'Availability of a resource over a window. Times are in ms, ratios are fractions from 0 to 1',
)
export class AvailabilitySummary {
  @Field.Time('Time of computation')
  currentTime!: number;
  @Field.Int('Time it was UP')
  upTime!: number;
  @Field.Int('Time it was DOWN')
  downTime!: number;
  @Field.Int('Time it was DISABLED')
  disabledTime!: number;
  @Field.Int('Time it was UNKNOWN after its first report')
  unknownTime!: number;
  @Field.Int('Time it was UP, DOWN or DISABLED')
  knownTime!: number;
  @Field.Int('Number of changes to DOWN')
  failures!: number;
  @Field.Int('Number of changes to DISABLED')
  disabled!: number;
  @Field.Time('Start of the current availability')
  lastChange!: number;
  @Field.Enum('Current availability', { values: AVAILABILITY_TYPES })
  current!: AvailabilityType;
  @Field.Int('Id of the resource')
  resourceId!: number;
  @Field.Double('Fraction of the known time spent UP')
  upPercentage!: Double;
  @Field.Double('Fraction of the known time spent DOWN')
  downPercentage!: Double;
  @Field.Double('Fraction of the known time spent DISABLED')
  disabledPercentage!: Double;
  @Field.Int('Mean time between failures')
  mtbf!: number;
  @Field.Int('Mean time to recovery')
  mttr!: number;
  @Field.Links('None')
  links!: readonly Link[];
}

/** Reportable availabilities; MISSING is never stored. */
export const REPORTED_TYPES = [...AVAILABILITY_TYPES, 'MISSING'] as const;
export type ReportedType = (typeof REPORTED_TYPES)[number];

@Dto('availability', 'An interval of one availability')
export class AvailabilityRest {
  @Field.Time('When it began')
  since!: number;
  @Field.Enum('Availability; MISSING in reports only', { values: REPORTED_TYPES, open: true })
  type!: ReportedType;
  @Field.Time('When it ended; null while it lasts', { nullable: true })
  until!: number | null;
  @Field.Int('Id of the resource')
  resourceId!: number;
}

/** Period of an availability history; 0 means absent. */
export class AvailabilityHistoryQuery {
  @Field.Time('End of the window, in ms; now when absent or 0', { optional: true })
  end?: number;
  @Field.Time('Start of the window, in ms; 30 days before the end when absent or 0', { optional: true })
  start?: number;
}
