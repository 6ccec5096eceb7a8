import { Delete, Get, Put } from '@nestjs/common';
import { Operation } from '@wardstone/bootstrap';
import { EvidenceScheduleBody, EvidenceScheduleRecord } from '@wardstone/dto/compliance';
import { ComplianceController, record, written } from '../api/operation-parts';
import { JsonBody, NoBody, ParentIds, type RecordRequest, type WriteRequest } from '../api/request';
import { MAY_SCHEDULE } from './domain/permissions';
import { EvidenceSchedulesService } from './evidence-schedules.service';

@ComplianceController('policies/:policy_id/evidence_schedule', 'reports')
export class EvidenceSchedulesController {
  constructor(private readonly schedules: EvidenceSchedulesService) {}

  @Get()
  @Operation('Get the evidence schedule of a policy', {
    access: ['compliance:report:read', 'inventory:hosts:read'],
    returns: record(EvidenceScheduleRecord),
    errors: ['policy_not_found', 'evidence_schedule_not_found'],
  })
  evidenceSchedule(@ParentIds('policy_id') request: RecordRequest<'policy_id'>): Promise<EvidenceScheduleRecord> {
    return this.schedules.read(request);
  }

  @Put()
  @Operation('Set the evidence schedule of a policy', {
    description:
      'Evidence is mailed after each time of `cron` through monitoring’s mail server, with what the author may read at that moment. The schedule is turned off when its author loses the permission to read or schedule the evidence. Failed mails are retried for a day.',
    access: [...MAY_SCHEDULE],
    returns: written(200, EvidenceScheduleRecord),
    errors: ['policy_not_found'],
  })
  putEvidenceSchedule(
    @JsonBody(EvidenceScheduleBody, 'policy_id') request: WriteRequest<EvidenceScheduleBody, 'policy_id'>,
  ): Promise<EvidenceScheduleRecord> {
    return this.schedules.put(request);
  }

  @Delete()
  @Operation('Delete the evidence schedule of a policy', {
    access: ['compliance:policy:write', 'inventory:hosts:read'],
    returns: written(202, EvidenceScheduleRecord),
    errors: ['policy_not_found', 'evidence_schedule_not_found'],
  })
  deleteEvidenceSchedule(@NoBody('policy_id') request: RecordRequest<'policy_id'>): Promise<EvidenceScheduleRecord> {
    return this.schedules.remove(request);
  }
}
