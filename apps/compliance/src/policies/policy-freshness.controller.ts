import { Get, Param, Put } from '@nestjs/common';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { Audit, type AuditNote, Operation } from '@wardstone/bootstrap';
import { PolicyFreshnessBody, PolicyFreshnessRecord } from '@wardstone/dto/compliance';
import { ComplianceController, record, written } from '../api/operation-parts';
import { JsonBody, RecordId, type WriteRequest } from '../api/request';
import { PolicyFreshnessService } from './policy-freshness.service';

@ComplianceController('policies/:policy_id/freshness', 'policies')
export class PolicyFreshnessController {
  constructor(private readonly freshness: PolicyFreshnessService) {}

  @Get()
  @Operation('Get how old results of a policy may be', {
    access: ['compliance:policy:read', 'inventory:hosts:read'],
    returns: record(PolicyFreshnessRecord),
  })
  policyFreshness(@Caller() caller: CallerIdentity, @RecordId('policy_id') id: string): Promise<PolicyFreshnessRecord> {
    return this.freshness.read(caller, id);
  }

  @Put()
  @Operation('Set how old results of a policy may be', {
    description: 'Results that are older count as stale immediately.',
    access: ['compliance:policy:write', 'inventory:hosts:read'],
    returns: written(202, PolicyFreshnessRecord),
  })
  setPolicyFreshness(
    @Param('policy_id') id: string,
    @JsonBody(PolicyFreshnessBody) request: WriteRequest<PolicyFreshnessBody>,
    @Audit() note: AuditNote,
  ): Promise<PolicyFreshnessRecord> {
    return this.freshness.change(id, request, note);
  }
}
