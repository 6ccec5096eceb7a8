import { ArrayField, Dto, EnumField, StringField, TimeField } from '../../fields';
import { SEVERITIES, type Severity } from '../events/event.dto';
import { AgentReport } from './agent-report.dto';
import { ReportedItem } from './reported-item.dto';

const MOST_LOCATION = 2000;

@Dto('reportedEvent', 'An event of a resource')
export class ReportedEvent extends ReportedItem {
  @StringField('Name of the event definition', { refusal: 'must be a string' })
  definition!: string;
  @StringField('Where it was found, e.g. a file', {
    maxLength: MOST_LOCATION,
    pattern: /\S/,
    refusal: `must be a string of at most ${MOST_LOCATION} characters`,
  })
  location!: string;
  @StringField('Message', { refusal: 'must be a string' })
  detail!: string;
  @EnumField('Severity, case-insensitive', { values: SEVERITIES, open: true, reason: 'unknown severity' })
  severity!: Severity;
  @TimeField('When it happened; 0 and future times mean now', { min: 0, optional: true })
  timestamp?: number;
}

@Dto('eventReport', 'Events')
export class EventReport extends AgentReport {
  @ArrayField('Events', { of: () => ReportedEvent, optional: true, nullable: true })
  events?: readonly ReportedEvent[] | null;
}
