import { Delete, Get, Post, Put } from '@nestjs/common';
import { Operation } from '@wardstone/bootstrap';
import { ScanRequestBody, ScanRequestRecord, ScanScheduleBody, ScanScheduleRecord } from '@wardstone/dto/compliance';
import { ComplianceController, record, written } from '../api/operation-parts';
import { JsonBody, NoBody, ParentIds, type RecordRequest, type WriteRequest } from '../api/request';
import { ScansService } from './scans.service';

@ComplianceController('policies/:policy_id', 'scans')
export class PolicyScansController {
  constructor(private readonly scans: ScansService) {}

  @Post('scans')
  @Operation('Scan the systems of a policy now', {
    description: 'Agents start within a minute. Systems with a waiting or running scan are skipped.',
    access: ['compliance:scan:write', 'inventory:hosts:read'],
    returns: written(202, ScanRequestRecord),
  })
  requestScans(
    @JsonBody(ScanRequestBody, 'policy_id') request: WriteRequest<ScanRequestBody, 'policy_id'>,
  ): Promise<ScanRequestRecord> {
    return this.scans.request(request);
  }

  @Get('scan_schedule')
  @Operation('Get the scan schedule of a policy', {
    access: ['compliance:policy:read', 'inventory:hosts:read'],
    returns: record(ScanScheduleRecord),
    errors: ['scan_schedule_not_found'],
  })
  scanSchedule(@ParentIds('policy_id') request: RecordRequest<'policy_id'>): Promise<ScanScheduleRecord> {
    return this.scans.readSchedule(request);
  }

  @Put('scan_schedule')
  @Operation('Set the scan schedule of a policy', {
    description:
      'Each system is scanned once per interval, or once after each time of `cron`. Start times are spread. After missed scans, one scan is caught up.',
    access: ['compliance:policy:write', 'inventory:hosts:read'],
    returns: written(200, ScanScheduleRecord),
  })
  putScanSchedule(
    @JsonBody(ScanScheduleBody, 'policy_id') request: WriteRequest<ScanScheduleBody, 'policy_id'>,
  ): Promise<ScanScheduleRecord> {
    return this.scans.putSchedule(request);
  }

  @Delete('scan_schedule')
  @Operation('Delete the scan schedule of a policy', {
    access: ['compliance:policy:write', 'inventory:hosts:read'],
    returns: written(202, ScanScheduleRecord),
    errors: ['scan_schedule_not_found'],
  })
  deleteScanSchedule(@NoBody('policy_id') request: RecordRequest<'policy_id'>): Promise<ScanScheduleRecord> {
    return this.scans.removeSchedule(request);
  }
}
