import { Delete, Get } from '@nestjs/common';
import { Caller, type CallerIdentity, RequirePermission } from '@wardstone/auth';
import { ListQuery, ScanRecord, SystemScanSchedulesRecord } from '@wardstone/dto/compliance';
import { type ListEnvelope } from '../api/envelope';
import { ApiList, ApiReads, ApiWrites, ComplianceController } from '../api/operation.decorators';
import {
  IgnoredBody,
  type ListRequest,
  ParentIds,
  QueryParameters,
  RecordId,
  type RecordRequest,
} from '../api/request';
import { SCAN_FIELDS, SCAN_SORT } from './domain/scan-fields';
import { ScansService } from './scans.service';

@ComplianceController('scans')
export class ScansController {
  constructor(private readonly scans: ScansService) {}

  @Get()
  @RequirePermission('compliance:report:read', 'inventory:hosts:read')
  @ApiList('Scans', 'List scans by agents', ScanRecord, {
    description: '`newest = true` returns only the latest scan of each system and policy.',
    sort: SCAN_SORT,
    filter: SCAN_FIELDS,
    filterExample: 'state = failed AND newest = true',
  })
  list(@QueryParameters(ListQuery) request: ListRequest): Promise<ListEnvelope> {
    return this.scans.list(request);
  }

  @Get(':scan_id')
  @RequirePermission('compliance:report:read', 'inventory:hosts:read')
  @ApiReads('Scan', 'Get a scan', ScanRecord)
  read(@Caller() caller: CallerIdentity, @RecordId('scan_id') id: string): Promise<ScanRecord> {
    return this.scans.read(caller, id);
  }

  @Delete(':scan_id')
  @RequirePermission('compliance:scan:write', 'inventory:hosts:read')
  @IgnoredBody()
  @ApiWrites('CancelScan', 'Cancel a scan', 202, ScanRecord, {
    description: 'A running scan stops within a minute. A finished scan does not change.',
  })
  cancel(@Caller() caller: CallerIdentity, @RecordId('scan_id') id: string): Promise<ScanRecord> {
    return this.scans.cancel(caller, id);
  }
}

@ComplianceController('systems/:system_id/scan_schedules', 'scans')
export class SystemSchedulesController {
  constructor(private readonly scans: ScansService) {}

  @Get()
  @RequirePermission('compliance:policy:read', 'inventory:hosts:read')
  @ApiReads('SystemScanSchedules', 'List the scan schedules of a system', SystemScanSchedulesRecord)
  list(@ParentIds('system_id') request: RecordRequest<'system_id'>): Promise<SystemScanSchedulesRecord> {
    return this.scans.listSchedules(request);
  }
}
