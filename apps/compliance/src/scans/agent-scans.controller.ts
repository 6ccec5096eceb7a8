import { Controller, Get, Param, Put, type StreamableFile } from '@nestjs/common';
import { ApiExtraModels, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity, RequirePermission } from '@wardstone/auth';
import { AgentScanRecord, AgentScansRecord, ScanRecord, ScanReportBody } from '@wardstone/dto/compliance';
import { ApiErrors, ComplianceError } from '@wardstone/errors';
import { ApiReads, ApiWrites, ComplianceController } from '../api/operation.decorators';
import { ApiPathIds } from '../api/path-ids';
import { JsonBody, NoParameters, RecordId, type WriteRequest } from '../api/request';
import { AgentScansService } from './agent-scans.service';

@ComplianceController('agent/scans', 'agents')
export class AgentScansController {
  constructor(private readonly scans: AgentScansService) {}

  @Get()
  @RequirePermission('compliance:report:write', 'inventory:hosts:read')
  @NoParameters()
  @ApiReads('AgentScans', 'List the scans waiting for the calling agent', AgentScansRecord)
  @ApiExtraModels(AgentScanRecord)
  @ApiErrors(ComplianceError.system_not_found)
  list(@Caller() caller: CallerIdentity): Promise<AgentScansRecord> {
    return this.scans.list(caller);
  }

  @Put(':scan_id')
  @RequirePermission('compliance:report:write', 'inventory:hosts:read')
  @ApiWrites('ReportScan', 'Report the outcome of a scan', 200, ScanRecord, {
    description: 'Send the id of the result after uploading it (StoreTestResult). A finished scan does not change.',
  })
  @ApiErrors(ComplianceError.system_not_found)
  report(
    @Param('scan_id') id: string,
    @JsonBody(ScanReportBody) request: WriteRequest<ScanReportBody>,
  ): Promise<ScanRecord> {
    return this.scans.report(id, request);
  }
}

const file = (type: string, description: string) =>
  ApiResponse({
    status: 200,
    description,
    content: { [type]: { schema: { type: 'string', format: 'binary' }, example: '<?xml version="1.0"?>' } },
  });

/** Documents for a scanner. */
@ApiPathIds()
@Controller('agent/scans/:scan_id')
@ApiTags('agents')
export class ScanDocumentsController {
  constructor(private readonly scans: AgentScansService) {}

  @Get('guide')
  @RequirePermission('compliance:report:write', 'inventory:hosts:read')
  @ApiOperation({ operationId: 'AgentScanGuide', summary: 'Download the guide of a scan' })
  @file('application/gzip', 'The document, compressed with gzip')
  @ApiErrors(ComplianceError.system_not_found)
  readGuide(@Caller() caller: CallerIdentity, @RecordId('scan_id') id: string): Promise<StreamableFile> {
    return this.scans.readGuide(caller, id);
  }

  @Get('tailoring')
  @RequirePermission('compliance:report:write', 'inventory:hosts:read')
  @ApiOperation({ operationId: 'AgentScanTailoring', summary: 'Download the tailoring file of a scan' })
  @file('application/xml', 'The XCCDF tailoring file')
  @ApiErrors(ComplianceError.system_not_found)
  readTailoring(@Caller() caller: CallerIdentity, @RecordId('scan_id') id: string): Promise<StreamableFile> {
    return this.scans.readTailoring(caller, id);
  }
}
