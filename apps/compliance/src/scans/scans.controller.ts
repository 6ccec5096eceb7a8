import { Delete, Get } from '@nestjs/common';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { Operation } from '@wardstone/bootstrap';
import { ListQuery, ScanRecord, SystemScanSchedulesRecord } from '@wardstone/dto/compliance';
import { type ListEnvelope } from '../api/envelope';
import { ComplianceController, page, record, written } from '../api/operation-parts';
import { type ListRequest, ParentIds, QueryParameters, RecordId, type RecordRequest } from '../api/request';
import { SCAN_FIELDS, SCAN_SORT } from './domain/scan-fields';
import { ScansService } from './scans.service';

@ComplianceController('scans')
export class ScansController {
  constructor(private readonly service: ScansService) {}

  @Get()
  @Operation('List scans by agents', {
    description: '`newest = true` returns only the latest scan of each system and policy.',
    access: ['compliance:report:read', 'inventory:hosts:read'],
    returns: page(ScanRecord, {
      sort: SCAN_SORT,
      filter: SCAN_FIELDS,
      filterExample: 'state = failed AND newest = true',
    }),
  })
  scans(@QueryParameters(ListQuery) request: ListRequest): Promise<ListEnvelope> {
    return this.service.list(request);
  }

  @Get(':scan_id')
  @Operation('Get a scan', { access: ['compliance:report:read', 'inventory:hosts:read'], returns: record(ScanRecord) })
  scan(@Caller() caller: CallerIdentity, @RecordId('scan_id') id: string): Promise<ScanRecord> {
    return this.service.read(caller, id);
  }

  @Delete(':scan_id')
  @Operation('Cancel a scan', {
    description: 'A running scan stops within a minute. A finished scan does not change.',
    access: ['compliance:scan:write', 'inventory:hosts:read'],
    body: 'ignored',
    returns: written(202, ScanRecord),
  })
  cancelScan(@Caller() caller: CallerIdentity, @RecordId('scan_id') id: string): Promise<ScanRecord> {
    return this.service.cancel(caller, id);
  }
}

@ComplianceController('systems/:system_id/scan_schedules', 'scans')
export class SystemSchedulesController {
  constructor(private readonly scans: ScansService) {}

  @Get()
  @Operation('List the scan schedules of a system', {
    access: ['compliance:policy:read', 'inventory:hosts:read'],
    returns: record(SystemScanSchedulesRecord),
  })
  systemScanSchedules(@ParentIds('system_id') request: RecordRequest<'system_id'>): Promise<SystemScanSchedulesRecord> {
    return this.scans.listSchedules(request);
  }
}
