import { ArrayField, Dto, IntField, NumberField, StringField, TimeField } from '../../fields';
import { ANY_ID, AgentReport } from './agent-report.dto';

const LONGEST_DESTINATION = 4000;

abstract class ReportedSample {
  @IntField('Id of the schedule', { ...ANY_ID, reason: 'unknown schedule {value}' })
  scheduleId!: number;
}

abstract class TimedSample extends ReportedSample {
  @TimeField('When it was measured', { min: 0 })
  timestamp!: number;
}

@Dto('reportedNumber', 'A measured number')
export class ReportedNumber extends TimedSample {
  @NumberField('Its value', { reason: 'the value is not a finite number' })
  value!: number;
}

@Dto('reportedTrait', 'A measured text')
export class ReportedTrait extends TimedSample {
  @StringField('Its value, of at most 4000 bytes', { reason: 'the value is not a string' })
  value!: string;
}

@Dto('reportedCall', 'A measured call')
export class ReportedCall {
  @StringField('Destination of the call', {
    maxLength: LONGEST_DESTINATION,
    refusal: `must be a text of at most ${LONGEST_DESTINATION} characters`,
  })
  callDestination!: string;
  @TimeField('When the call began', { min: 0 })
  beginTime!: number;
  @IntField('Duration, in ms', { min: 0, refusal: 'must be a number of ms' })
  duration!: number;
}

@Dto('reportedCallTimes', 'Measured calls; all or none are stored')
export class ReportedCallTimes extends ReportedSample {
  @ArrayField('The calls', { of: () => ReportedCall })
  values!: readonly ReportedCall[];
}

@Dto('measurementReport', 'Numbers, traits and call times')
export class MeasurementReport extends AgentReport {
  @ArrayField('Numbers', { of: () => ReportedNumber, optional: true, nullable: true })
  numeric?: readonly ReportedNumber[] | null;
  @ArrayField('Traits', { of: () => ReportedTrait, optional: true, nullable: true })
  traits?: readonly ReportedTrait[] | null;
  @ArrayField('Call times', { of: () => ReportedCallTimes, optional: true, nullable: true })
  callTimes?: readonly ReportedCallTimes[] | null;
}
