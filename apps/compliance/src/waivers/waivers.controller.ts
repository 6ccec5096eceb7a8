import { Delete, Get, Param, Post, Put } from '@nestjs/common';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { Audit, type AuditNote, Operation } from '@wardstone/bootstrap';
import { ListQuery, WaiverBody, WaiverDecisionBody, WaiverRecord } from '@wardstone/dto/compliance';
import type { ListEnvelope, StoredRecord } from '../api/envelope';
import { ComplianceController, page, record, written } from '../api/operation-parts';
import { JsonBody, JsonBodyLike, type ListRequest, QueryParameters, RecordId, type WriteRequest } from '../api/request';
import { WAIVER_FIELDS, WAIVER_SORT } from './domain/waiver-fields';
import { WaiversService } from './waivers.service';

const PLAN_EXAMPLE = {
  rule_ref_id: 'xccdf_org.ssgproject.content_rule_file_groupowner_etc_shadow',
  policy_id: '6e3b1c2a-5d0f-4b8e-9a41-0c7d2f9b6a10',
  reason: 'The vendor needs the old cipher until release 9',
  expires_at: '2026-11-26T00:00:00.000Z',
  result: 'planned',
  owner: 'Platform team',
} satisfies WaiverBody;

@ComplianceController('waivers')
export class WaiversController {
  constructor(private readonly service: WaiversService) {}

  @Get()
  @Operation('List exceptions', {
    description:
      'Includes expired, rejected and withdrawn exceptions. Exceptions for systems you have no access to are left out.',
    access: ['compliance:waiver:read', 'inventory:hosts:read'],
    returns: page(WaiverRecord, {
      sort: WAIVER_SORT,
      filter: WAIVER_FIELDS,
      filterExample: 'state = approved AND expires_soon = true',
    }),
  })
  waivers(@QueryParameters(ListQuery) request: ListRequest): Promise<ListEnvelope> {
    return this.service.list(request);
  }

  @Post()
  @Operation('Request an exception from a rule', {
    description: 'It takes effect once approved. It cannot be changed: withdraw it and request another one.',
    access: ['compliance:waiver:write', 'inventory:hosts:read'],
    returns: written(201, WaiverRecord),
    errors: ['record_out_of_reach', 'too_many_waivers'],
  })
  requestWaiver(
    @JsonBodyLike(WaiverBody, PLAN_EXAMPLE) request: WriteRequest<WaiverBody>,
    @Audit() note: AuditNote,
  ): Promise<StoredRecord<WaiverRecord>> {
    return this.service.request(request, note);
  }

  @Get(':waiver_id')
  @Operation('Get an exception', {
    access: ['compliance:waiver:read', 'inventory:hosts:read'],
    returns: record(WaiverRecord),
  })
  waiver(@Caller() caller: CallerIdentity, @RecordId('waiver_id') id: string): Promise<WaiverRecord> {
    return this.service.read(caller, id);
  }

  @Put(':waiver_id/decision')
  @Operation('Approve or reject an exception', {
    description: 'The decision is final. With `WAIVER_APPROVER=other` the requester cannot approve it.',
    access: ['compliance:waiver:approve', 'inventory:hosts:read'],
    returns: written(202, WaiverRecord),
    errors: ['own_waiver', 'waiver_ended'],
  })
  decideWaiver(
    @Param('waiver_id') id: string,
    @JsonBody(WaiverDecisionBody) request: WriteRequest<WaiverDecisionBody>,
    @Audit() note: AuditNote,
  ): Promise<WaiverRecord> {
    return this.service.decide(id, request, note);
  }

  @Delete(':waiver_id')
  @Operation('Withdraw an exception', {
    description: 'It stops counting immediately, but stays readable.',
    access: ['compliance:waiver:write', 'inventory:hosts:read'],
    body: 'ignored',
    returns: written(202, WaiverRecord),
    errors: ['waiver_ended'],
  })
  withdrawWaiver(
    @Caller() caller: CallerIdentity,
    @RecordId('waiver_id') id: string,
    @Audit() note: AuditNote,
  ): Promise<WaiverRecord> {
    return this.service.withdraw(caller, id, note);
  }
}
