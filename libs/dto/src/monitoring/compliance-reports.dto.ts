import { SEVERITIES, type Severity } from '@wardstone/terms';
import { Dto, Field } from '../fields';
import { AgentReport, RejectedItem } from './agent-reports.dto';

@Dto('complianceEvent', 'Change of a policy on a machine')
export class ComplianceEvent {
  @Field.Enum('Severity', { values: SEVERITIES })
  severity!: Severity;
  @Field.String('Message; begins with what happened', { minLength: 1 })
  detail!: string;
}

const MAX_NAME_LENGTH = 500;

/** See rule metrics-19. */
@Dto('complianceFact', 'Compliance state of a machine at a point in time')
export class ComplianceFact {
  @Field.Int('Orders the facts of this machine and policy; in microseconds since the epoch', {
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    refusal: 'must be a number of microseconds',
  })
  moment!: number;
  @Field.String('Name of the agent of the machine', { minLength: 1, maxLength: 100 })
  agent!: string;
  @Field.String('Subject of the login that reported the machine to compliance', { minLength: 1, maxLength: 255 })
  subject!: string;
  @Field.Uuid('Id of the machine as a system of compliance')
  systemId!: string;
  @Field.Uuid('The policy; absent if only the machine is reported', { optional: true })
  policyId?: string;
  @Field.String('Title of the policy', { minLength: 1, maxLength: MAX_NAME_LENGTH, optional: true })
  policy?: string;
  @Field.Boolean('Whether the machine is no longer assigned to the policy', { optional: true })
  removed?: boolean;
  @Field.Boolean('Whether the newest result is not stale', { optional: true })
  fresh?: boolean;
  @Field.Time('Time of the values', { min: 0, optional: true })
  time?: number;
  @Field.Number('Score', { optional: true })
  score?: number;
  @Field.Number('Score with exceptions', { optional: true })
  scoreWithExceptions?: number;
  @Field.Int('Number of failed rules', { min: 0, optional: true })
  failedRules?: number;
  @Field.String('Verdict', { maxLength: 100, optional: true })
  verdict?: string;
  @Field.String('Verdict with exceptions', { maxLength: 100, optional: true })
  verdictWithExceptions?: string;
  @Field.Array('Events, in their order', { of: () => ComplianceEvent, optional: true })
  events?: readonly ComplianceEvent[];
}

@Dto('complianceReport', 'Facts of the compliance service, ordered by moment for each machine')
export class ComplianceReport extends AgentReport {
  @Field.Array('The facts', { of: () => ComplianceFact })
  facts!: readonly ComplianceFact[];
}

@Dto('compliancePlatform', 'Resource of a system of compliance')
export class CompliancePlatform {
  @Field.Uuid('The system')
  systemId!: string;
  @Field.Int('The platform')
  resourceId!: number;
}

@Dto('complianceResult', 'Result of a report')
export class ComplianceResult {
  @Field.String('Id assigned by the sender')
  reportId!: string;
  @Field.Int('Number of facts that are stored, now or before')
  accepted!: number;
  @Field.Array('Positions of facts whose machine is not in inventory: to be sent again', { of: 'integer' })
  waiting!: readonly number[];
  @Field.Array('Facts that were rejected', { of: () => RejectedItem })
  rejected!: readonly RejectedItem[];
  @Field.Array('The machines of the accepted facts', { of: () => CompliancePlatform })
  platforms!: readonly CompliancePlatform[];
}
