import {
  ArrayField,
  BooleanField,
  Dto,
  EnumField,
  IntField,
  NumberField,
  StringField,
  TimeField,
  UuidField,
} from '../fields';
import { AgentReport, RejectedItem } from './agent-reports.dto';
import { SEVERITIES, type Severity } from './events.dto';

@Dto('complianceEvent', 'What happened to a policy on a machine')
export class ComplianceEvent {
  @EnumField('Severity', { values: SEVERITIES })
  severity!: Severity;
  @StringField('Message; begins with what happened', { minLength: 1 })
  detail!: string;
}

const MOST_NAME = 500;

/** See rule metrics-19. */
@Dto('complianceFact', 'What compliance found out about a machine at a moment')
export class ComplianceFact {
  @IntField('Place in the order of the facts of this machine and policy, in microseconds since the epoch', {
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    refusal: 'must be a number of microseconds',
  })
  moment!: number;
  @StringField('Name of the agent of the machine', { minLength: 1, maxLength: 100 })
  agent!: string;
  @StringField('Subject of the login that reported the machine to compliance', { minLength: 1, maxLength: 255 })
  subject!: string;
  @UuidField('The machine as a system of compliance')
  systemId!: string;
  @UuidField('The policy; absent where the machine alone is reported', { optional: true })
  policyId?: string;
  @StringField('Title of the policy', { minLength: 1, maxLength: MOST_NAME, optional: true })
  policy?: string;
  @BooleanField('Whether the machine is assigned to the policy no more', { optional: true })
  removed?: boolean;
  @BooleanField('Whether the newest result is not stale', { optional: true })
  fresh?: boolean;
  @TimeField('Time of the values', { min: 0, optional: true })
  time?: number;
  @NumberField('Score', { optional: true })
  score?: number;
  @NumberField('Score with exceptions', { optional: true })
  scoreWithExceptions?: number;
  @IntField('Number of failed rules', { min: 0, optional: true })
  failedRules?: number;
  @StringField('Verdict', { maxLength: 100, optional: true })
  verdict?: string;
  @StringField('Verdict with exceptions', { maxLength: 100, optional: true })
  verdictWithExceptions?: string;
  @ArrayField('Events, in their order', { of: () => ComplianceEvent, optional: true })
  events?: readonly ComplianceEvent[];
}

@Dto('complianceReport', 'Facts of the compliance service, those of a machine in the order of their moments')
export class ComplianceReport extends AgentReport {
  @ArrayField('The facts', { of: () => ComplianceFact })
  facts!: readonly ComplianceFact[];
}

@Dto('compliancePlatform', 'The resource that a system of compliance is')
export class CompliancePlatform {
  @UuidField('The system')
  systemId!: string;
  @IntField('The platform')
  resourceId!: number;
}

@Dto('complianceResult', 'Result of a report')
export class ComplianceResult {
  @StringField('Id assigned by the sender')
  reportId!: string;
  @IntField('Number of facts that are stored, now or before')
  accepted!: number;
  @ArrayField('Positions of facts whose machine is not in inventory: to be sent again', { of: 'integer' })
  waiting!: readonly number[];
  @ArrayField('Facts that were rejected', { of: () => RejectedItem })
  rejected!: readonly RejectedItem[];
  @ArrayField('The machines of the accepted facts', { of: () => CompliancePlatform })
  platforms!: readonly CompliancePlatform[];
}
