import { Controller, Get, Param, type StreamableFile } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity, RequirePermission } from '@wardstone/auth';
import { ApiErrors, ComplianceError } from '@wardstone/errors';
import { ApiPathIds } from '../api/path-ids';
import { NoParameters } from '../api/request';
import { AgentScansService } from './agent-scans.service';

const file = (type: string, description: string) =>
  ApiResponse({
    status: 200,
    description,
    content: { [type]: { schema: { type: 'string', format: 'binary' }, example: '<?xml version="1.0"?>' } },
  });

/** What a scanner reads. */
@ApiPathIds()
@Controller('agent/scans/:scan_id')
@ApiTags('agents')
export class ScanDocumentsController {
  constructor(private readonly scans: AgentScansService) {}

  @Get('guide')
  @RequirePermission('compliance:report:write', 'inventory:hosts:read')
  @NoParameters()
  @ApiOperation({ operationId: 'AgentScanGuide', summary: 'Download the document of the guide of a scan' })
  @file('application/gzip', 'The document, compressed with gzip')
  @ApiErrors(ComplianceError.system_not_found)
  readGuide(@Caller() caller: CallerIdentity, @Param('scan_id') id: string): Promise<StreamableFile> {
    return this.scans.readGuide(caller, id);
  }

  @Get('tailoring')
  @RequirePermission('compliance:report:write', 'inventory:hosts:read')
  @NoParameters()
  @ApiOperation({ operationId: 'AgentScanTailoring', summary: 'Download the tailoring file of a scan' })
  @file('application/xml', 'The XCCDF tailoring file')
  @ApiErrors(ComplianceError.system_not_found)
  readTailoring(@Caller() caller: CallerIdentity, @Param('scan_id') id: string): Promise<StreamableFile> {
    return this.scans.readTailoring(caller, id);
  }
}
