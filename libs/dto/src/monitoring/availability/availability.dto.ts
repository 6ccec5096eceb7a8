import { Dto, EnumField, IntField, TimeField } from '../../fields';
import { AVAILABILITY_TYPES } from '../resources/resource.dto';

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
