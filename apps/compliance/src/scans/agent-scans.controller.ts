import { Controller, Get, Param, Put, type StreamableFile } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { Operation } from '@wardstone/bootstrap';
import { AgentScanRecord, AgentScansRecord, ScanRecord, ScanReportBody } from '@wardstone/dto/compliance';
import { ComplianceController, record, written } from '../api/operation-parts';
import { ApiPathIds } from '../api/path-ids';
import { JsonBody, noParameters, RecordId, type WriteRequest } from '../api/request';
import { AgentScansService } from './agent-scans.service';

@ComplianceController('agent/scans', 'agents')
export class AgentScansController {
  constructor(private readonly scans: AgentScansService) {}

  @Get()
  @Operation('List the scans waiting for the calling agent', {
    access: ['compliance:report:write', 'inventory:hosts:read'],
    parameters: noParameters,
    returns: [record(AgentScansRecord), ApiExtraModels(AgentScanRecord)],
    errors: ['system_not_found'],
  })
  agentScans(@Caller() caller: CallerIdentity): Promise<AgentScansRecord> {
    return this.scans.list(caller);
  }

  @Put(':scan_id')
  @Operation('Report the outcome of a scan', {
    description: 'Send the id of the result after uploading it (StoreTestResult). A finished scan does not change.',
    access: ['compliance:report:write', 'inventory:hosts:read'],
    returns: written(200, ScanRecord),
    errors: ['system_not_found'],
  })
  reportScan(
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

/** Documents that a scanner downloads. */
@ApiPathIds()
@Controller('agent/scans/:scan_id')
@ApiTags('agents')
export class ScanDocumentsController {
  constructor(private readonly scans: AgentScansService) {}

  @Get('guide')
  @Operation('Download the guide of a scan', {
    access: ['compliance:report:write', 'inventory:hosts:read'],
    returns: file('application/gzip', 'The document, compressed with gzip'),
    errors: ['system_not_found'],
  })
  agentScanGuide(@Caller() caller: CallerIdentity, @RecordId('scan_id') id: string): Promise<StreamableFile> {
    return this.scans.readGuide(caller, id);
  }

  @Get('tailoring')
  @Operation('Download the tailoring file of a scan', {
    access: ['compliance:report:write', 'inventory:hosts:read'],
    returns: file('application/xml', 'The XCCDF tailoring file'),
    errors: ['system_not_found'],
  })
  agentScanTailoring(@Caller() caller: CallerIdentity, @RecordId('scan_id') id: string): Promise<StreamableFile> {
    return this.scans.readTailoring(caller, id);
  }
}
