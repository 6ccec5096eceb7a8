import { Get, Param, Put } from '@nestjs/common';
import { Caller, type CallerIdentity, RequirePermission } from '@wardstone/auth';
import { Audit, type AuditNote } from '@wardstone/bootstrap';
import { PolicyFreshnessBody, PolicyFreshnessRecord } from '@wardstone/dto/compliance';
import { ApiReads, ApiWrites, ComplianceController } from '../api/operation.decorators';
import { JsonBody, RecordId, type WriteRequest } from '../api/request';
import { PolicyFreshnessService } from './policy-freshness.service';

@ComplianceController('policies/:policy_id/freshness', 'policies')
export class PolicyFreshnessController {
  constructor(private readonly freshness: PolicyFreshnessService) {}

  @Get()
  @RequirePermission('compliance:policy:read', 'inventory:hosts:read')
  @ApiReads('PolicyFreshness', 'Get how old results of a policy may be', PolicyFreshnessRecord)
  read(@Caller() caller: CallerIdentity, @RecordId('policy_id') id: string): Promise<PolicyFreshnessRecord> {
    return this.freshness.read(caller, id);
  }

  @Put()
  @RequirePermission('compliance:policy:write', 'inventory:hosts:read')
  @ApiWrites('SetPolicyFreshness', 'Set how old results of a policy may be', 202, PolicyFreshnessRecord, {
    description: 'Results that are older count as stale immediately.',
  })
  change(
    @Param('policy_id') id: string,
    @JsonBody(PolicyFreshnessBody) request: WriteRequest<PolicyFreshnessBody>,
    @Audit() note: AuditNote,
  ): Promise<PolicyFreshnessRecord> {
    return this.freshness.change(id, request, note);
  }
}
