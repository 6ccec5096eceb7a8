import { ArrayField, BooleanField, Dto, EnumField, TimeField } from '../../fields';
import { REPORTED_TYPES, type ReportedType } from '../availability/availability.dto';
import { AgentReport } from './agent-report.dto';
import { ReportedItem } from './reported-item.dto';

/** Only people switch a resource off. */
type FoundType = Exclude<ReportedType, 'DISABLED'>;
const FOUND_TYPES = REPORTED_TYPES.filter((type): type is FoundType => type !== 'DISABLED');

@Dto('reportedAvailability', 'Availability of a resource')
export class ReportedAvailability extends ReportedItem {
  @EnumField('Availability', { values: FOUND_TYPES, reason: 'unknown type of availability' })
  type!: FoundType;
  @TimeField('Start; 0 and future times mean now', { min: 0, optional: true, nullable: true })
  since?: number | null;
}

@Dto('availabilityReport', 'Availabilities')
export class AvailabilityReport extends AgentReport {
  @ArrayField('Availabilities', { of: () => ReportedAvailability, optional: true, nullable: true })
  items?: readonly ReportedAvailability[] | null;
  @BooleanField('Whether unchanged availabilities are left out', { optional: true, lenient: true })
  changesOnly?: boolean;
}
