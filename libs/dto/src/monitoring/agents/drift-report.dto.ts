import { ArrayField, BooleanField, Dto, EnumField, IntField, StringField, TimeField } from '../../fields';
import { ANY_ID, AgentReport } from './agent-report.dto';
import { DRIFT_CATEGORIES, type DriftCategory } from './drift-category';
import { ReportedItem } from './reported-item.dto';

const LONGEST_PATH = 4000;
const reason = `needs a known category and a path of at most ${LONGEST_PATH} characters`;

@Dto('reportedDrift', 'What happened to a file')
export class ReportedDrift {
  @EnumField('What happened', { values: DRIFT_CATEGORIES, reason })
  category!: DriftCategory;
  @StringField('Path of the file', { minLength: 1, maxLength: LONGEST_PATH, reason })
  path!: string;
}

@Dto('reportedChangeSet', 'What an agent finds under one definition at a time')
export class ReportedChangeSet extends ReportedItem {
  @StringField('Name of the drift definition', { minLength: 1, refusal: 'must be a string' })
  definition!: string;
  @IntField('Number of the change set; 0 is the initial state', {
    min: 0,
    max: ANY_ID.max,
    refusal: 'must be a whole number from 0',
  })
  version!: number;
  @TimeField('Time of detection; now when absent', { min: 0, optional: true })
  time?: number;
  @ArrayField('The files', { of: () => ReportedDrift, optional: true })
  drifts?: readonly ReportedDrift[];
  @BooleanField('Whether the files are compliant; when absent, the first version and one without files are', {
    optional: true,
    lenient: true,
  })
  inCompliance?: boolean;
}

@Dto('driftReport', 'Change sets')
export class DriftReport extends AgentReport {
  @ArrayField('Change sets', { of: () => ReportedChangeSet, optional: true, nullable: true })
  changeSets?: readonly ReportedChangeSet[] | null;
}
