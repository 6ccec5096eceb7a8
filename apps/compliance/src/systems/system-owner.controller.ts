import { Get, Param, Put } from '@nestjs/common';
import { Caller, type CallerIdentity, RequirePermission } from '@wardstone/auth';
import { SystemOwnerBody, SystemOwnerRecord } from '@wardstone/dto/compliance';
import type { RecordEnvelope, StoredRecord } from '../api/envelope';
import { ApiReads, ApiWrites, ComplianceController } from '../api/operation.decorators';
import { JsonBody, NoParameters, type WriteRequest } from '../api/request';
import { SystemOwnerService } from './system-owner.service';

@ComplianceController('systems/:system_id/owner', 'systems')
export class SystemOwnerController {
  constructor(private readonly owners: SystemOwnerService) {}

  @Get()
  @RequirePermission('compliance:system:assign', 'inventory:hosts:read')
  @NoParameters()
  @ApiReads('SystemOwner', 'Read the owner of a system', SystemOwnerRecord)
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
  assign(
    @Caller() caller: CallerIdentity,
    @Param('system_id') id: string,
    @JsonBody(SystemOwnerBody) { body }: WriteRequest<SystemOwnerBody>,
  ): Promise<StoredRecord<SystemOwnerRecord>> {
    return this.owners.assign(caller, id, body);
  }
}
