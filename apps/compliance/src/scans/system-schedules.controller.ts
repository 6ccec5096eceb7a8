import { Get } from '@nestjs/common';
import { Caller, type CallerIdentity, RequirePermission } from '@wardstone/auth';
import { SystemScanSchedulesRecord } from '@wardstone/dto/compliance';
import type { RecordEnvelope } from '../api/envelope';
import { ApiReads, ComplianceController } from '../api/operation.decorators';
import { ParentIds, type Parents } from '../api/request';
import { ScansService } from './scans.service';

@ComplianceController('systems/:system_id/scan_schedules', 'scans')
export class SystemSchedulesController {
  constructor(private readonly scans: ScansService) {}

  @Get()
  @RequirePermission('compliance:policy:read', 'inventory:hosts:read')
  @ApiReads('SystemScanSchedules', 'Read when the policies of a system have it scanned', SystemScanSchedulesRecord)
  list(
    @Caller() caller: CallerIdentity,
    @ParentIds('system_id') of: Parents<'system_id'>,
  ): Promise<RecordEnvelope<SystemScanSchedulesRecord>> {
    return this.scans.listSchedules(caller, of);
  }
}
