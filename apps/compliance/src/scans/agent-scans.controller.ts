import { Get, Param, Put } from '@nestjs/common';
import { Caller, type CallerIdentity, RequirePermission } from '@wardstone/auth';
import { AgentScanRecord, AgentScansRecord, ScanRecord, ScanReportBody } from '@wardstone/dto/compliance';
import { ApiErrors, ComplianceError } from '@wardstone/errors';
import { ApiExtraModels } from '@nestjs/swagger';
import type { RecordEnvelope, StoredRecord } from '../api/envelope';
import { ApiReads, ApiWrites, ComplianceController } from '../api/operation.decorators';
import { JsonBody, NoParameters, type WriteRequest } from '../api/request';
import { AgentScansService } from './agent-scans.service';

@ComplianceController('agent/scans', 'agents')
export class AgentScansController {
  constructor(private readonly scans: AgentScansService) {}

  @Get()
  @RequirePermission('compliance:report:write', 'inventory:hosts:read')
  @NoParameters()
  @ApiReads('AgentScans', 'What the agent that calls is to scan its host for', AgentScansRecord)
  @ApiExtraModels(AgentScanRecord)
  @ApiErrors(ComplianceError.system_not_found)
  list(@Caller() caller: CallerIdentity): Promise<RecordEnvelope<AgentScansRecord>> {
    return this.scans.list(caller);
  }

  @Put(':scan_id')
  @RequirePermission('compliance:report:write', 'inventory:hosts:read')
  @ApiWrites('ReportScan', 'Report what became of a scan', 200, ScanRecord, {
    description:
      'After the upload of its result (StoreTestResult) with the id of that. A scan that has ended stays as it is.',
  })
  @ApiErrors(ComplianceError.system_not_found)
  report(
    @Caller() caller: CallerIdentity,
    @Param('scan_id') id: string,
    @JsonBody(ScanReportBody) request: WriteRequest<ScanReportBody>,
  ): Promise<StoredRecord<ScanRecord>> {
    return this.scans.report(caller, id, request);
  }
}
