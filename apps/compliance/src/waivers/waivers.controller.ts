import { Delete, Get, Param, Post, Put } from '@nestjs/common';
import { Caller, type CallerIdentity, RequirePermission } from '@wardstone/auth';
import { Audit, type AuditNote } from '@wardstone/bootstrap';
import { ListQuery, WaiverBody, WaiverDecisionBody, WaiverRecord } from '@wardstone/dto/compliance';
import { ApiErrors, ComplianceError } from '@wardstone/errors';
import type { ListEnvelope, StoredRecord } from '../api/envelope';
import { ApiList, ApiReads, ApiWrites, ComplianceController } from '../api/operation.decorators';
import { IgnoredBody, JsonBody, type ListRequest, QueryParameters, RecordId, type WriteRequest } from '../api/request';
import { WAIVER_FIELDS, WAIVER_SORT } from './domain/waiver-fields';
import { WaiversService } from './waivers.service';

@ComplianceController('waivers')
export class WaiversController {
  constructor(private readonly waivers: WaiversService) {}

  @Get()
  @RequirePermission('compliance:waiver:read', 'inventory:hosts:read')
  @ApiList('Waivers', 'List exceptions', WaiverRecord, {
    description:
      'Includes expired, rejected and withdrawn exceptions. Exceptions for systems you have no access to are left out.',
    sort: WAIVER_SORT,
    filter: WAIVER_FIELDS,
    filterExample: 'state = approved AND expires_soon = true',
  })
  list(@QueryParameters(ListQuery) request: ListRequest): Promise<ListEnvelope> {
    return this.waivers.list(request);
  }

  @Post()
  @RequirePermission('compliance:waiver:write', 'inventory:hosts:read')
  @ApiWrites('RequestWaiver', 'Request an exception from a rule', 201, WaiverRecord, {
    description: 'It takes effect once approved. It cannot be changed: withdraw it and request another one.',
  })
  @ApiErrors(ComplianceError.record_out_of_reach, ComplianceError.too_many_waivers)
  request(
    @JsonBody(WaiverBody) request: WriteRequest<WaiverBody>,
    @Audit() note: AuditNote,
  ): Promise<StoredRecord<WaiverRecord>> {
    return this.waivers.request(request, note);
  }

  @Get(':waiver_id')
  @RequirePermission('compliance:waiver:read', 'inventory:hosts:read')
  @ApiReads('Waiver', 'Get an exception', WaiverRecord)
  read(@Caller() caller: CallerIdentity, @RecordId('waiver_id') id: string): Promise<WaiverRecord> {
    return this.waivers.read(caller, id);
  }

  @Put(':waiver_id/decision')
  @RequirePermission('compliance:waiver:approve', 'inventory:hosts:read')
  @ApiWrites('DecideWaiver', 'Approve or reject an exception', 202, WaiverRecord, {
    description: 'The decision is final. With `WAIVER_APPROVER=other` the requester cannot approve it.',
  })
  @ApiErrors(ComplianceError.own_waiver, ComplianceError.waiver_ended)
  decide(
    @Param('waiver_id') id: string,
    @JsonBody(WaiverDecisionBody) request: WriteRequest<WaiverDecisionBody>,
    @Audit() note: AuditNote,
  ): Promise<WaiverRecord> {
    return this.waivers.decide(id, request, note);
  }

  @Delete(':waiver_id')
  @RequirePermission('compliance:waiver:write', 'inventory:hosts:read')
  @IgnoredBody()
  @ApiWrites('WithdrawWaiver', 'Withdraw an exception', 202, WaiverRecord, {
    description: 'It stops counting immediately, but stays readable.',
  })
  @ApiErrors(ComplianceError.waiver_ended)
  withdraw(
    @Caller() caller: CallerIdentity,
    @RecordId('waiver_id') id: string,
    @Audit() note: AuditNote,
  ): Promise<WaiverRecord> {
    return this.waivers.withdraw(caller, id, note);
  }
}
