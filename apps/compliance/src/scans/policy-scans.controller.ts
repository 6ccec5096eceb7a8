import { Delete, Get, Post, Put } from '@nestjs/common';
import { RequirePermission } from '@wardstone/auth';
import { ScanRequestBody, ScanRequestRecord, ScanScheduleBody, ScanScheduleRecord } from '@wardstone/dto/compliance';
import { ApiErrors, ComplianceError } from '@wardstone/errors';
import { ApiReads, ApiWrites, ComplianceController } from '../api/operation.decorators';
import { JsonBody, NoBody, ParentIds, type RecordRequest, type WriteRequest } from '../api/request';
import { ScansService } from './scans.service';

@ComplianceController('policies/:policy_id', 'scans')
export class PolicyScansController {
  constructor(private readonly scans: ScansService) {}

  @Post('scans')
  @RequirePermission('compliance:scan:write', 'inventory:hosts:read')
  @ApiWrites('RequestScans', 'Scan the systems of a policy now', 202, ScanRequestRecord, {
    description: 'Agents start within a minute. Systems with a waiting or running scan are skipped.',
  })
  request(
    @JsonBody(ScanRequestBody, 'policy_id') request: WriteRequest<ScanRequestBody, 'policy_id'>,
  ): Promise<ScanRequestRecord> {
    return this.scans.request(request);
  }

  @Get('scan_schedule')
  @RequirePermission('compliance:policy:read', 'inventory:hosts:read')
  @ApiReads('ScanSchedule', 'Get the scan schedule of a policy', ScanScheduleRecord)
  @ApiErrors(ComplianceError.scan_schedule_not_found)
  readSchedule(@ParentIds('policy_id') request: RecordRequest<'policy_id'>): Promise<ScanScheduleRecord> {
    return this.scans.readSchedule(request);
  }

  @Put('scan_schedule')
  @RequirePermission('compliance:policy:write', 'inventory:hosts:read')
  @ApiWrites('PutScanSchedule', 'Set the scan schedule of a policy', 200, ScanScheduleRecord, {
    description:
      'Each system is scanned once per interval, or once after each time of `cron`. Start times are spread. After missed scans, one scan is caught up.',
  })
  putSchedule(
    @JsonBody(ScanScheduleBody, 'policy_id') request: WriteRequest<ScanScheduleBody, 'policy_id'>,
  ): Promise<ScanScheduleRecord> {
    return this.scans.putSchedule(request);
  }

  @Delete('scan_schedule')
  @RequirePermission('compliance:policy:write', 'inventory:hosts:read')
  @ApiWrites('DeleteScanSchedule', 'Delete the scan schedule of a policy', 202, ScanScheduleRecord)
  @ApiErrors(ComplianceError.scan_schedule_not_found)
  removeSchedule(@NoBody('policy_id') request: RecordRequest<'policy_id'>): Promise<ScanScheduleRecord> {
    return this.scans.removeSchedule(request);
  }
}
