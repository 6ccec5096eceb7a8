import { Get, Param, Put } from '@nestjs/common';
import { Caller, type CallerIdentity, RequirePermission } from '@wardstone/auth';
import { SystemOwnerBody, SystemOwnerRecord } from '@wardstone/dto/compliance';
import { ApiErrors, ComplianceError } from '@wardstone/errors';
import { ComplianceController } from '../api/compliance-controller.decorator';
import type { RecordEnvelope, StoredRecord } from '../api/envelope';
import { ApiReads, ApiWrites } from '../api/openapi.decorators';
import { BODY_ERRORS } from '../api/request-body';
import { NoParameters } from '../api/single-record.guard';
import { JsonBody, type WriteRequest } from '../api/request';
import { SystemOwnerService } from './system-owner.service';

@ComplianceController('systems/:system_id/owner', 'systems')
export class SystemOwnerController {
  constructor(private readonly owners: SystemOwnerService) {}

  @Get()
  @RequirePermission('compliance:system:assign', 'inventory:hosts:read')
  @NoParameters()
  @ApiReads('SystemOwner', 'Read the owner of a system', SystemOwnerRecord)
  @ApiErrors(ComplianceError.system_not_found)
  read(@Caller() caller: CallerIdentity, @Param('system_id') id: string): Promise<RecordEnvelope<SystemOwnerRecord>> {
    return this.owners.read(caller, id);
  }

  @Put()
  @RequirePermission('compliance:system:assign', 'inventory:hosts:read')
  @ApiWrites('AssignSystemOwner', 'Change the owner of a system', 202, SystemOwnerRecord, {
    description:
      'A system is owned by the account that registered it. An account with only the role `agent` ' +
      'can access only its own systems; other roles are not restricted.',
  })
  @ApiErrors(ComplianceError.system_not_found, ...BODY_ERRORS)
  assign(
    @Caller() caller: CallerIdentity,
    @Param('system_id') id: string,
    @JsonBody(SystemOwnerBody) { body }: WriteRequest<SystemOwnerBody>,
  ): Promise<StoredRecord<SystemOwnerRecord>> {
    return this.owners.assign(caller, id, body);
  }
}
