import { ApiProperty, PickType } from '@nestjs/swagger';
import { RemediationIssue, RuleRecord } from '../rules/rule-record.dto';

class OfRule extends PickType(RuleRecord, [
  'ref_id',
  'rule_group_id',
  'title',
  'rationale',
  'description',
  'severity',
  'precedence',
  'identifier',
  'references',
] as const) {}

/** What one rule came to in a scan, with the rule; keys in the order of compliance spec C6. */
export class RuleResultRecord extends OfRule {
  @ApiProperty({
    format: 'uuid',
    description: 'Id of the rule result',
    example: 'f3b0c5d7-2e94-4a18-8c6b-9d1e7f2a4b50',
  })
  id!: string;

  @ApiProperty({
    enum: ['pass', 'fail', 'error', 'unknown', 'fixed'],
    description: 'What the rule came to; all but `pass` count as failed',
    example: 'fail',
  })
  result!: string;

  @ApiProperty({ format: 'uuid', description: 'Id of the rule', example: '7c1e5b0d-6a2f-4f7e-8b39-d0a4c2e9f153' })
  rule_id!: string;

  @ApiProperty({ enum: ['rule_result'], description: 'Always `rule_result`', example: 'rule_result' })
  type!: 'rule_result';

  @ApiProperty({ format: 'uuid', description: 'Id of the system', example: '1c9d6c35-8a7c-4c1b-8d7e-3a8a0f6b2e44' })
  system_id!: string;

  @RemediationIssue()
  remediation_issue_id!: string | null;
}
