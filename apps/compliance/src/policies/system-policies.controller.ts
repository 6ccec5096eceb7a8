import { Get } from '@nestjs/common';
import { AllowCertificate, Caller, type CallerIdentity, RequirePermission } from '@wardstone/auth';
import { PolicyListQuery, PolicyRecord } from '@wardstone/dto/compliance';
import type { ListEnvelope } from '../api/envelope';
import { type ListRequest, QueryParameters } from '../api/request';
import { ApiList, ComplianceController } from '../api/operation.decorators';
import { SYSTEM_POLICY_SORT } from './domain/policy-fields';
import { PoliciesService } from './policies.service';

@ComplianceController('systems/:system_id/policies', 'policies')
export class SystemPoliciesController {
  constructor(private readonly policies: PoliciesService) {}

  @Get()
  @RequirePermission('compliance:policy:read', 'inventory:hosts:read')
  @AllowCertificate()
  @ApiList('SystemsPolicies', 'List the policies assigned to a system', PolicyRecord, {
    sort: SYSTEM_POLICY_SORT,
    filter: ['title', 'os_minor_version'],
    filterExample: 'os_minor_version = 4',
  })
  list(
    @Caller() caller: CallerIdentity,
    @QueryParameters(PolicyListQuery, 'system_id') request: ListRequest<'system_id'>,
  ): Promise<ListEnvelope> {
    return this.policies.listOfSystem(caller, request);
  }
}
