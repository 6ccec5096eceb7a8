import { Delete, Param, Patch } from '@nestjs/common';
import { AllowCertificate, Caller, type CallerIdentity, RequirePermission } from '@wardstone/auth';
import { SystemRecord } from '@wardstone/dto/compliance';
import { ApiErrors } from '@wardstone/errors';
import { BODY_ERRORS, NoBody, type Parents } from '../api/request';
import { ApiWrites, ComplianceController } from '../api/operation.decorators';
import type { StoredRecord } from '../api/envelope';
import { AssignmentService } from './assignment.service';

@ComplianceController('policies/:policy_id/systems/:system_id', 'systems')
export class AssignmentController {
  constructor(private readonly assignments: AssignmentService) {}

  @Patch()
  @RequirePermission('compliance:policy:write', 'inventory:hosts:read')
  @AllowCertificate()
  @ApiWrites('AssignSystem', 'Assign a system to a policy', 202, SystemRecord, {
    description:
      'Assigning the first system of a minor version creates a tailoring for it. 404 when the system is already assigned.',
  })
  @ApiErrors(...BODY_ERRORS)
  assign(
    @Caller() caller: CallerIdentity,
    @NoBody('policy_id') of: Parents<'policy_id'>,
    @Param('system_id') id: string,
  ): Promise<StoredRecord<SystemRecord>> {
    return this.assignments.assign(caller, of, id);
  }

  @Delete()
  @RequirePermission('compliance:policy:write', 'inventory:hosts:read')
  @AllowCertificate()
  @ApiWrites('UnassignSystem', 'Unassign a system from a policy', 202, SystemRecord, {
    description: 'The tailoring and the results are kept.',
  })
  unassign(
    @Caller() caller: CallerIdentity,
    @NoBody('policy_id') of: Parents<'policy_id'>,
    @Param('system_id') id: string,
  ): Promise<StoredRecord<SystemRecord>> {
    return this.assignments.unassign(caller, of, id);
  }
}
